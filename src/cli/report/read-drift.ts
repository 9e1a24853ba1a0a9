import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { apiKey } from '#compiled/api-key.ts';
import type { DriftCounts } from '#compiled/api-report.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';

/** The drift of each API by its key. */
export type DriftByApi = ReadonlyMap<string, DriftCounts>;

/**
 * Reads the drift from the metrics of a gateway in a file, or on standard input if the file is `-`. Throws a
 * CommandError if it cannot be read, or does not contain such metrics.
 */
export async function readDrift(file: string, io: Io): Promise<DriftByApi> {
  const metrics =
    file === '-' ? await readText(io.stdin.stream) : await readMetrics(resolve(io.cwd, file), file);
  if (!metrics.includes('# TYPE gatewright_drift_total'))
    throw new CommandError(
      `${file === '-' ? 'Standard input' : file} does not contain the metrics of a gateway.`,
      'The admin listener of a gateway returns them at /metrics.',
    );
  return parseDrift(metrics);
}

async function readMetrics(path: string, written: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${written} cannot be read: ${explainSystemError(error)}.`);
  });
}

const sample =
  /^gatewright_drift_total\{api="(?<name>[^"\\]*)",version="(?<version>[^"\\]*)",direction="(?<direction>request|response)"\} (?<count>\d+)$/gm;

function parseDrift(metrics: string): DriftByApi {
  const drift = new Map<string, DriftCounts>();
  for (const { groups } of metrics.matchAll(sample)) {
    const { name = '', version = '', direction = '', count } = groups ?? {};
    const key = apiKey({ name, version });
    const before = drift.get(key) ?? { request: 0, response: 0 };
    drift.set(key, { ...before, [direction]: Number(count) });
  }
  return drift;
}
