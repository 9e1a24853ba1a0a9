import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** One run of a program: its whole time and its processor time in seconds, its peak memory, its exit code. */
export interface Run {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly megabytes: number;
  readonly exitCode: number;
}

export interface Program {
  readonly name: string;
  /** A script and its arguments; the Node of this process runs it. */
  readonly words: readonly string[];
  readonly cwd: string;
}

const reporter = join(import.meta.dirname, 'report-usage.cjs');
/** No run may take longer; the slowest peer needs half a minute. */
const maxMilliseconds = 180_000;

/** Runs a program as a separate process, with its output in a file. */
export async function measure({ words, cwd }: Program, folder: string): Promise<Run> {
  const [usageFile, outputFile] = [join(folder, 'usage'), join(folder, 'output')];
  rmSync(usageFile, { force: true });
  const output = openSync(outputFile, 'w');
  const env = { ...process.env, NODE_OPTIONS: `--require ${reporter}`, BENCH_USAGE_FILE: usageFile };
  const start = performance.now();
  const child = spawn(process.execPath, words, {
    cwd,
    env,
    stdio: ['ignore', output, output],
    timeout: maxMilliseconds,
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  const seconds = (performance.now() - start) / 1000;
  closeSync(output);
  if (exitCode !== null && exitCode > 1) throw new Error(`${words.join(' ')} exits with ${exitCode}.`);
  const [kilobytes, microseconds] = readFileSync(usageFile, 'utf8').split(' ').map(Number);
  return {
    seconds,
    processorSeconds: (microseconds ?? Number.NaN) / 1e6,
    megabytes: (kilobytes ?? Number.NaN) / 1024,
    exitCode: exitCode ?? -1,
  };
}

/** The middle one of the figures, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}
