import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './explain-sqlite.ts';
import { explainDatabase } from './state-database.ts';

/** How long a statement waits for another process, in milliseconds, and how long at most until it is tried again. */
const patienceMs = 5000;
const longestPauseMs = 50;

/**
 * Runs what works on a state database, and again while another process has that locked: SQLite itself would wait with
 * the whole process, calls and all. What SQLite throws becomes a StoreError that names the file.
 */
export async function askDatabase<Value>(file: string, work: () => Value): Promise<Value> {
  const end = performance.now() + patienceMs;
  for (let pauseMs = 1; performance.now() < end; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const attempt = explainDatabase(file, () => unlessBusy(work));
    if (attempt) return attempt.value;
    await pause(pauseMs);
  }
  return explainDatabase(file, work);
}

function unlessBusy<Value>(work: () => Value): { readonly value: Value } | undefined {
  try {
    return { value: work() };
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}
