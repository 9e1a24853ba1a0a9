import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeRepository } from '../gateway/make-repository.ts';
import { endOfLint, measure, median } from '../lint/measure.ts';

/** The processor time of a second build, in turn with another built checkout if one is named. */
const [apis, rounds] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 3)];
const checkouts = [join(import.meta.dirname, '../..'), ...process.argv.slice(4).map((path) => resolve(path))];

const folder = mkdtempSync(join(tmpdir(), 'gatewright-builds-'));
try {
  await compareCheckouts();
} finally {
  rmSync(folder, { recursive: true });
}

/** The figures of one checkout by measurement, one per round. */
type Figures = Map<string, number[]>;

async function compareCheckouts(): Promise<void> {
  const repository = join(folder, 'repository');
  const made = await makeRepository(repository, {
    apis,
    operations: 10,
    applications: 100,
    subscriptions: 2 * apis,
  });
  const definition = join(made.apis[0]?.folder ?? '', 'openapi.yaml');
  const figures = checkouts.map((): Figures => new Map());
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, checkout] of checkouts.entries()) {
      const note = (name: string, figure: number): void => {
        figures[index]?.set(name, [...(figures[index]?.get(name) ?? []), figure]);
      };
      await measureLint(checkout, repository, definition, note);
      await measureRebuilds(checkout, repository, definition, note);
    }
  }
  print(figures);
}

type Note = (name: string, figure: number) => void;

async function measureLint(
  checkout: string,
  repository: string,
  definition: string,
  note: Note,
): Promise<void> {
  const words = [join(checkout, 'dist/cli/main.js'), 'lint'];
  const lint = () => measure({ name: 'lint', words, cwd: repository, done: endOfLint }, folder);
  rmSync(join(repository, '.gatewright'), { recursive: true, force: true });
  const cold = await lint();
  note('lint, first run (s)', cold.processorSeconds);
  note('lint, first run, peak memory (MB)', cold.megabytes);
  const warm = await lint();
  note('lint, nothing changed (s)', warm.processorSeconds);
  note('lint, nothing changed, peak memory (MB)', warm.megabytes);
  const text = readFileSync(join(repository, definition), 'utf8');
  appendFileSync(join(repository, definition), '# changed\n');
  note('lint, one definition changed (s)', (await lint()).processorSeconds);
  writeFileSync(join(repository, definition), text);
}

async function measureRebuilds(
  checkout: string,
  repository: string,
  definition: string,
  note: Note,
): Promise<void> {
  const words = [
    '--expose-gc',
    join(import.meta.dirname, 'measure-rebuilds.ts'),
    checkout,
    repository,
    definition,
  ];
  await measure({ name: 'rebuilds', words, cwd: repository, done: /^\{/ }, folder);
  const found = JSON.parse(readFileSync(join(folder, 'output'), 'utf8')) as Record<string, number>;
  for (const [name, figure] of Object.entries(found)) note(name, figure);
}

function print([here, other]: readonly Figures[]): void {
  for (const [name, own] of here ?? []) {
    const [figure, theirs] = [median(own), median(other?.get(name) ?? [])];
    const ratio = Number.isNaN(theirs)
      ? ''
      : ` ${theirs.toFixed(3).padStart(9)} x${(figure / theirs).toFixed(2)}`;
    process.stdout.write(`${name.padEnd(42)} ${figure.toFixed(3).padStart(9)}${ratio}\n`);
  }
}
