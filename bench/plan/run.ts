import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { editAtRandom } from '../../test/compiler/plan/contract/edit-catalogue.ts';
import { pickFrom } from '../../test/compiler/plan/contract/pick-from.ts';
import { prepareDocuments, type BenchDocument } from '../lint/documents.ts';
import { measure, median, type Program } from '../lint/measure.ts';

/** Plans 100 random edits of the largest documents, in turn with the lint of one of the two states. */
const corpus = resolve(process.argv[2] ?? '../shared/corpus');
const rounds = Number(process.argv[3] ?? 5);
const edits = 100;
/** A plan reads two documents and compares them; lint reads one. */
const maxTimes = 2.5;

const gatewright = join(import.meta.dirname, '../../dist/cli/main.js');

if (existsSync(corpus)) process.exitCode = (await compareAll()) ? 0 : 1;
else process.stdout.write(`skipped: there are no public documents in ${corpus}\n`);

async function compareAll(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  try {
    const ratios: number[] = [];
    for (const document of prepareDocuments(corpus, folder).filter(({ file }) => file.endsWith('.json')))
      ratios.push(await compare(document, folder));
    return ratios.every((ratio) => ratio <= maxTimes);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The median of how many times the lint of one state a plan takes, measured in pairs. */
async function compare(document: BenchDocument, folder: string): Promise<number> {
  commitEdits(document);
  const [lint, plan] = programsFor(document);
  const times: { readonly lint: number; readonly plan: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    times.push({ lint: await timeOf(lint, folder), plan: await timeOf(plan, folder) });
  const ratio = median(times.map((pair) => pair.plan / pair.lint));
  const found = changesIn(readFileSync(join(folder, 'output'), 'utf8'));
  process.stdout.write(
    `${document.title}: lint ${median(times.map((pair) => pair.lint)).toFixed(2)} s, ` +
      `plan ${median(times.map((pair) => pair.plan)).toFixed(2)} s with ${found} changes: ` +
      `x${ratio.toFixed(2)} (at most ${maxTimes})\n`,
  );
  return ratio;
}

async function timeOf(program: Program, folder: string): Promise<number> {
  return (await measure(program, folder)).seconds;
}

function programsFor({ project: cwd }: BenchDocument): readonly [Program, Program] {
  const plan = [gatewright, 'plan', '--base', 'HEAD~1', '--head', 'HEAD', '--format', 'json'];
  return [
    { name: 'lint', words: [gatewright, 'lint', '--no-cache'], cwd },
    { name: 'plan', words: plan, cwd },
  ];
}

/** Makes a repository of the project: one commit of the document as it is, and one of it edited. */
function commitEdits({ project, file }: BenchDocument): void {
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.edu', ...words], {
      cwd: project,
      stdio: 'ignore',
    });
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'Declare an API');
  const document = JSON.parse(readFileSync(file, 'utf8')) as object;
  editAtRandom(document, edits, pickFrom(1));
  writeFileSync(file, JSON.stringify(document, undefined, 2));
  git('commit', '-am', 'Edit its document');
}

function changesIn(output: string): number {
  const { changes } = JSON.parse(output.slice(output.indexOf('{'))) as {
    readonly changes: readonly unknown[];
  };
  return changes.length;
}
