import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Ends a thread when it has closed what it holds, or does not say so for `patienceMs`. Never rejects. */
export async function endThread(thread: Worker, closed: Promise<unknown>, patienceMs: number): Promise<void> {
  const settled = new AbortController();
  const limit = delay(patienceMs, undefined, { signal: settled.signal }).catch(() => undefined);
  await Promise.race([closed.catch(() => undefined), limit]);
  settled.abort();
  await thread.terminate();
}
