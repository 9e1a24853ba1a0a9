import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { editAtRandom } from '../../test/compiler/plan/contract/edit-catalogue.ts';
import { pickFrom } from '../../test/compiler/plan/contract/pick-from.ts';
import { compareCheckouts, programOf } from '../lint/compare-checkouts.ts';
import { prepareDocuments, type BenchDocument } from '../lint/documents.ts';
import { endOfLint, measure, median, type Program, type Run } from '../lint/measure.ts';
import { measureManyApis } from './many-apis.ts';

/** Plans 100 random edits of the largest documents, in turn with the lint of one of the two states. */
const corpus = resolve(process.argv[2] ?? '../shared/corpus');
const rounds = Number(process.argv[3] ?? 5);
/** Another built checkout, to compare with. */
const against = process.argv[4];
const edits = 100;
/** A plan reads two documents and compares them; lint reads one. */
const maxTimes = 2.5;

/** What a plan as JSON has. */
const planOfChanges = /"changes": ?\[/;
const gatewright = join(import.meta.dirname, '../../dist/cli/main.js');

const isQuick = await planManyApis();
if (existsSync(corpus)) process.exitCode = (await compareAll()) && isQuick ? 0 : 1;
else process.stdout.write(`skipped: there are no public documents in ${corpus}\n`);
if (!isQuick) process.exitCode = 1;

async function planManyApis(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  try {
    return await measureManyApis(folder, rounds);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compareAll(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  try {
    const verdicts: boolean[] = [];
    for (const document of prepareDocuments(corpus, folder).filter(({ file }) => file.endsWith('.json')))
      verdicts.push(await compare(document, folder));
    return verdicts.every(Boolean);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether a plan takes few enough times the lint of one state, and the plan of the other checkout. */
async function compare(document: BenchDocument, folder: string): Promise<boolean> {
  commitEdits(document);
  const runs: Record<'lint' | 'plan' | 'other', Run[]> = { lint: [], plan: [], other: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const program of programsFor(document)) runs[program.name].push(await measure(program, folder));
  }
  const ratio = median(
    runs.plan.map(({ seconds }, round) => seconds / (runs.lint[round]?.seconds ?? Number.NaN)),
  );
  const found = changesIn(readFileSync(join(folder, 'output'), 'utf8'));
  process.stdout.write(
    `${document.title}: lint ${medianSeconds(runs.lint)} s, plan ${medianSeconds(runs.plan)} s with ` +
      `${found} changes: x${ratio.toFixed(2)} (at most ${maxTimes})\n`,
  );
  const isAsFast = runs.other.length === 0 || compareCheckouts(runs.plan, runs.other);
  return isAsFast && ratio <= maxTimes;
}

function medianSeconds(runs: readonly Run[]): string {
  return median(runs.map(({ seconds }) => seconds)).toFixed(2);
}

interface MeasuredProgram extends Program {
  readonly name: 'lint' | 'plan' | 'other';
}

function programsFor({ project: cwd }: BenchDocument): readonly MeasuredProgram[] {
  const plan = ['plan', '--base', 'HEAD~1', '--head', 'HEAD', '--format', 'json'];
  return [
    { name: 'lint', words: [gatewright, 'lint', '--no-cache'], cwd, done: endOfLint },
    ...(against === undefined
      ? []
      : [{ name: 'other' as const, words: [programOf(against), ...plan], cwd, done: planOfChanges }]),
    { name: 'plan', words: [gatewright, ...plan], cwd, done: planOfChanges },
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
