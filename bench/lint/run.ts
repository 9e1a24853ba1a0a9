import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prepareDocuments, type BenchDocument } from './documents.ts';
import { measure, median, type Program, type Run } from './measure.ts';
import { cachedPrograms, programsFor } from './programs.ts';

/** Runs Gatewright and its peers in turn on the same documents, and prints medians and ratios. */
const corpus = resolve(process.argv[2] ?? '../shared/corpus');
const rounds = Number(process.argv[3] ?? 5);

if (existsSync(corpus)) await compareAll();
else process.stdout.write(`skipped: there are no public documents in ${corpus}\n`);

async function compareAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-bench-'));
  try {
    for (const document of prepareDocuments(corpus, folder)) await compare(document, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(document: BenchDocument, folder: string): Promise<void> {
  process.stdout.write(`\n${document.title}\n`);
  const cached = cachedPrograms(document);
  for (const program of cached) await measure(program, folder);
  const runs = await runInTurn([...programsFor(document, folder), ...cached], folder);
  for (const [name, { seconds, megabytes, said }] of runs) {
    const ratio = seconds / (runs.get('Gatewright')?.seconds ?? Number.NaN);
    const share = megabytes / (runs.get('Gatewright')?.megabytes ?? Number.NaN);
    process.stdout.write(
      `  ${name.padEnd(22)} ${seconds.toFixed(2).padStart(6)} s (x${ratio.toFixed(2)})` +
        ` ${megabytes.toFixed(0).padStart(6)} MB (x${share.toFixed(2)})  ${said}\n`,
    );
  }
}

interface Medians extends Pick<Run, 'seconds' | 'megabytes'> {
  /** What the program says last of what it found. */
  readonly said: string;
}

/** Each program once a round, so that whatever else the machine does meets all of them. */
async function runInTurn(
  programs: readonly Program[],
  folder: string,
): Promise<ReadonlyMap<string, Medians>> {
  const runs = new Map(programs.map(({ name }) => [name, [] as Run[]]));
  const said = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    for (const program of programs) {
      runs.get(program.name)?.push(await measure(program, folder));
      said.set(program.name, findSummary(readFileSync(join(folder, 'output'), 'utf8')));
    }
  }
  return new Map(
    [...runs].map(([name, all]) => [
      name,
      {
        seconds: median(all.map(({ seconds }) => seconds)),
        megabytes: median(all.map(({ megabytes }) => megabytes)),
        said: said.get(name) ?? '',
      },
    ]),
  );
}

/** The line in which a program counts its findings. */
function findSummary(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /\d+ (errors?|problems|warnings?|info)\b/.test(line)) ?? '').trim();
}
