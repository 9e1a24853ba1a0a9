import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageOfProcess } from './usage-of-process.ts';

/** One run of a program: its whole time and its processor time in seconds, its peak memory, its exit code. */
export interface Run {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly megabytes: number;
  readonly exitCode: number;
}

export interface Program {
  readonly name: string;
  /** A script and its arguments, which the Node of this process runs; or an executable and its arguments. */
  readonly words: readonly string[];
  readonly isExecutable?: boolean;
  readonly cwd: string;
  /** What its output has once its work is done: many programs have one exit code for findings and for failures. */
  readonly done: RegExp;
}

/** What linters print at their end: the number of their findings, or that there are none. */
export const endOfLint = /\d+ (errors?|problems?|warnings?|info)\b|No (problems|results)\b/;

/** A program that was to be measured did not do its work. */
export class FailedRun extends Error {}

const reporter = join(import.meta.dirname, 'report-usage.cjs');
/** No run may take longer; the slowest peer needs half a minute. */
const maxMilliseconds = 180_000;

/** Runs a program as a separate process, with its output in a file. Throws a FailedRun. */
export async function measure(program: Program, folder: string): Promise<Run> {
  const [usageFile, outputFile] = [join(folder, 'usage'), join(folder, 'output')];
  rmSync(usageFile, { force: true });
  const start = performance.now();
  const child = startProgram(program, usageFile, outputFile);
  const looks = program.isExecutable ? new UsageOfProcess(child) : undefined;
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  const seconds = (performance.now() - start) / 1000;
  refuseFailure(program, exitCode, readFileSync(outputFile, 'utf8'));
  const usage = looks?.last ?? readFileSync(usageFile, 'utf8');
  const [kilobytes, microseconds] = usage.split(' ').map(Number);
  return {
    seconds,
    processorSeconds: (microseconds ?? Number.NaN) / 1e6,
    megabytes: (kilobytes ?? Number.NaN) / 1024,
    exitCode: exitCode ?? -1,
  };
}

function startProgram(
  { words, isExecutable = false, cwd }: Program,
  usageFile: string,
  outputFile: string,
): ChildProcess {
  const output = openSync(outputFile, 'w');
  const env = { ...process.env, NODE_OPTIONS: `--require ${reporter}`, BENCH_USAGE_FILE: usageFile };
  const [file = '', ...args] = isExecutable ? words : [process.execPath, ...words];
  const child = spawn(file, args, {
    cwd,
    env: isExecutable ? process.env : env,
    stdio: ['ignore', output, output],
    timeout: maxMilliseconds,
  });
  closeSync(output);
  return child;
}

function refuseFailure({ words, done }: Program, exitCode: number | null, output: string): void {
  if (exitCode !== null && exitCode <= 1 && done.test(output)) return;
  const end = output.trim().split('\n').slice(-15).join('\n');
  const how = exitCode === null ? 'was stopped' : `ended with exit code ${exitCode}`;
  throw new FailedRun(`${words.join(' ')} ${how} before its work was done. The end of its output:\n${end}`);
}

/** The middle one of the figures, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}
