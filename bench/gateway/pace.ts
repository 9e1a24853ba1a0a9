import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../lint/measure.ts';
import { loadCore, wakeUpSeconds } from './bench.ts';
import type { CallList } from './calls.ts';
import { connections } from './wrk.ts';

/** The settings of the paced client. */
export interface PacedRequest {
  readonly origin: string;
  readonly callsFile: string;
  readonly tokensFile: string;
  readonly connections: number;
  /** Requests a second. */
  readonly rate: number;
  /** Not measured. */
  readonly wakeUpSeconds: number;
  readonly seconds: number;
}

/** Times are in milliseconds, from when a request was due to the end of its answer. */
export interface PacedResult {
  readonly requests: number;
  /** Answered with another status than 200, or not at all. */
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

const client = join(import.meta.dirname, 'servers/paced-client.ts');

/** Sends the calls of a list at an even rate. */
export async function loadAtRate(
  origin: string,
  { callsFile, tokensFile }: CallList,
  rate: number,
  seconds: number,
): Promise<PacedResult> {
  const order: PacedRequest = { origin, callsFile, tokensFile, connections, rate, wakeUpSeconds, seconds };
  const node = [process.execPath, client, JSON.stringify(order)];
  const { stdout } = await promisify(execFile)('taskset', ['--cpu-list', String(loadCore), ...node]);
  return JSON.parse(stdout) as PacedResult;
}

/** Medians, but failed requests are added up. */
export function renderResults(name: string, results: readonly PacedResult[]): string {
  const [p50, p99, longest] = (['p50', 'p99', 'most'] as const).map((figure) =>
    median(results.map((result) => result[figure])).toFixed(3),
  );
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const remark = failed > 0 ? `  ${failed} REQUESTS FAILED` : '';
  return `  ${name.padEnd(34)} p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms${remark}`;
}
