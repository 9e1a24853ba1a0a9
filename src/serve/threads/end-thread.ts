import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** Longer than a listener waits for the calls in flight, in milliseconds. */
const patience = 20_000;

/** Ends a thread when it has closed what it holds, or does not say so for long. Never rejects. */
export async function endThread(thread: Worker, closed: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  const limit = delay(patience, undefined, { signal: settled.signal }).catch(() => undefined);
  await Promise.race([closed.catch(() => undefined), limit]);
  settled.abort();
  await thread.terminate();
}
