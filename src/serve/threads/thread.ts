import { extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** The module that a thread begins with: a file next to this one, as source or as built. */
export function threadFile(
  name:
    | 'source-thread'
    | 'serving-thread'
    | 'comparison-thread'
    | 'proposal-thread'
    | 'draft-thread'
    | 'examining-thread',
): URL {
  return new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
}

/** Ends a thread when it has closed its resources, or does not report that within `timeoutMs`. Never rejects. */
export async function endThread(thread: Worker, closed: Promise<unknown>, timeoutMs: number): Promise<void> {
  const settled = new AbortController();
  const limit = delay(timeoutMs, undefined, { signal: settled.signal }).catch(() => undefined);
  await Promise.race([closed.catch(() => undefined), limit]);
  settled.abort();
  await thread.terminate();
}
