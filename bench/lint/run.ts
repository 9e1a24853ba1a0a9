import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compareCheckouts, otherName, ownName } from './compare-checkouts.ts';
import { measureDirectory } from './directory.ts';
import { prepareDocuments, type BenchDocument } from './documents.ts';
import { FailedRun, measure, median, type Program, type Run } from './measure.ts';
import { measureKeystrokes } from './keystrokes.ts';
import { cachedPrograms, programsFor, vacuum } from './programs.ts';
import { measureRatios } from './ratios.ts';

/**
 * Runs Gatewright and its peers in turn on the same documents, and prints medians and ratios. `against` names another
 * built checkout, to compare with.
 */
const [folderOfDocuments = '../shared/corpus', wanted = '5', against] = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('--'));
const corpus = resolve(folderOfDocuments);
const rounds = Number(wanted);

try {
  await measureWhatIsAskedFor();
} catch (error) {
  if (!(error instanceof FailedRun)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function measureWhatIsAskedFor(): Promise<void> {
  if (process.argv.includes('--directory')) return inFolder(measureDirectory);
  if (process.argv.includes('--ratios')) return measureRatios();
  if (!existsSync(corpus)) return reportMissing();
  await inFolder(process.argv.includes('--keystrokes') ? measureTyping : compareAll);
}

function reportMissing(): void {
  process.stderr.write(
    `There are no public documents in ${corpus}. Name a folder that has them: npm run bench:lint -- FOLDER\n`,
  );
  process.exitCode = 1;
}

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureTyping(folder: string): Promise<void> {
  const yaml = prepareDocuments(corpus, folder).at(-1);
  if (yaml) await measureKeystrokes(yaml);
}

async function compareAll(folder: string): Promise<void> {
  if (vacuum === undefined && against === undefined)
    process.stdout.write('vacuum is not on the PATH, so it is not compared.\n');
  else if (against === undefined)
    process.stdout.write(
      'The times of the others include the start of Node; vacuum is an executable of its own.\n',
    );
  for (const document of prepareDocuments(corpus, folder)) await compare(document, folder);
}

async function compare(document: BenchDocument, folder: string): Promise<void> {
  process.stdout.write(`\n${document.title}\n`);
  const cached = cachedPrograms(document);
  for (const program of cached) await measure(program, folder);
  const runs = await runInTurn([...programsFor(document, folder, against), ...cached], folder);
  const medians = new Map([...runs].map(([name, all]) => [name, medianOf(all)]));
  for (const [name, { seconds, megabytes }] of medians) {
    const ratio = seconds / (medians.get(ownName)?.seconds ?? Number.NaN);
    const share = megabytes / (medians.get(ownName)?.megabytes ?? Number.NaN);
    process.stdout.write(
      `  ${name.padEnd(22)} ${seconds.toFixed(2).padStart(6)} s (x${ratio.toFixed(2)})` +
        ` ${megabytes.toFixed(0).padStart(6)} MB (x${share.toFixed(2)})  ${runs.get(name)?.at(-1)?.summary}\n`,
    );
  }
  const [own, other] = [runs.get(ownName), runs.get(otherName)];
  if (own && other && !compareCheckouts(own, other)) process.exitCode = 1;
}

interface ReportedRun extends Run {
  /** The line with the program's number of findings. */
  readonly summary: string;
}

/** Each program once a round, so that other load on the machine affects all of them. */
async function runInTurn(
  programs: readonly Program[],
  folder: string,
): Promise<ReadonlyMap<string, readonly ReportedRun[]>> {
  const runs = new Map(programs.map(({ name }) => [name, [] as ReportedRun[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const program of programs) {
      const run = await measure(program, folder);
      const summary = findSummary(readFileSync(join(folder, 'output'), 'utf8'));
      runs.get(program.name)?.push({ ...run, summary });
    }
  }
  return runs;
}

function medianOf(runs: readonly Run[]): Pick<Run, 'seconds' | 'megabytes'> {
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    megabytes: median(runs.map(({ megabytes }) => megabytes)),
  };
}

/** The line in which a program counts its findings. */
function findSummary(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /\d+ (errors?|problems|warnings?|info)\b/.test(line)) ?? '').trim();
}
