import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRepository } from '../gateway/make-repository.ts';
import { measure, median, type Run } from '../lint/measure.ts';

const gatewright = join(import.meta.dirname, '../../dist/cli/main.js');
const [apis, operations] = [10_000, 10];
/** How long a plan may take on two idle cores, in seconds, without a cache and with that of the last run. */
const most = { 'without a cache': 10, 'nothing saved yet': 10, 'saved by the last run': 5 } as const;

type Case = keyof typeof most;

/** Plans a repository of 10,000 APIs, of which one has changed; whether each case is quick enough. */
export async function measureManyApis(folder: string, rounds: number): Promise<boolean> {
  const repository = join(folder, 'repository');
  await commitChange(repository);
  const runs = new Map<Case, Run[]>();
  for (let round = 0; round < rounds; round += 1) {
    rmSync(join(repository, '.git/gatewright'), { recursive: true, force: true });
    for (const name of Object.keys(most) as Case[]) {
      const words = [gatewright, 'plan', '--base', 'HEAD~1', '--head', 'HEAD'];
      if (name === 'without a cache') words.push('--no-cache');
      runs.set(name, [
        ...(runs.get(name) ?? []),
        await measure({ name: 'plan', words, cwd: repository, done: /\bchanges?\b/ }, folder),
      ]);
    }
  }
  process.stdout.write(`${apis} APIs, one of which has changed\n`);
  return [...runs].map(([name, all]) => print(name, all)).every(Boolean);
}

function print(name: Case, runs: readonly Run[]): boolean {
  const of = (figure: 'seconds' | 'processorSeconds' | 'megabytes') => median(runs.map((run) => run[figure]));
  process.stdout.write(
    `  ${name.padEnd(21)} ${of('seconds').toFixed(2)} s (at most ${most[name]}), ` +
      `${of('processorSeconds').toFixed(2)} s of processor time, ${of('megabytes').toFixed(0)} MB\n`,
  );
  return of('seconds') <= most[name];
}

/** One commit of the repository, and one that adds an operation to one of its definitions. */
async function commitChange(repository: string): Promise<void> {
  const made = await makeRepository(repository, {
    apis,
    operations,
    applications: 100,
    subscriptions: 2 * apis,
  });
  // Without automatic maintenance, whose lock would make the `git gc` below fail.
  const settings = ['user.name=Bench', 'user.email=bench@example.edu', 'maintenance.auto=false'];
  const git = (...words: readonly string[]) =>
    execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...words], {
      cwd: repository,
      stdio: 'ignore',
    });
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'Declare APIs');
  const file = join(repository, made.apis[0]?.folder ?? '', 'openapi.yaml');
  const path = `  /amended_pages:\n    get:\n      responses:\n        '200': { description: A page. }\n`;
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('\npaths:\n', (line) => line + path),
  );
  git('commit', '-am', 'Add an operation');
  git('gc', '--quiet');
}
