import { getAsset, isSea } from 'node:sea';
import { extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The modules in `serve/threads/`, which are the entry points of threads. */
export type ThreadName =
  | 'source-thread'
  | 'serving-thread'
  | 'comparison-thread'
  | 'proposal-thread'
  | 'draft-thread'
  | 'examining-thread'
  | 'folder-thread'
  | 'document-thread';

/** Starts a thread. A single executable contains all modules in one script, whose first argument selects the thread. */
export function startThread(name: ThreadName, options: WorkerOptions): Worker {
  if (isSea()) return new Worker(getAsset('program.cjs', 'utf8'), { ...options, eval: true, argv: [name] });
  return new Worker(new URL(moduleOf(name), import.meta.url), options);
}

/** The URL of a thread's module. In a build, all modules are in one folder. */
function moduleOf(name: ThreadName): string {
  return extname(import.meta.url) === '.ts' ? `../threads/${name}.ts` : `./${name}.js`;
}

/** Ends a thread after `closed`, or after `timeoutMs` at the latest. Never rejects. */
export async function endThread(thread: Worker, closed: Promise<unknown>, timeoutMs: number): Promise<void> {
  const finished = new AbortController();
  const limit = delay(timeoutMs, undefined, { signal: finished.signal }).catch(() => undefined);
  await Promise.race([closed.catch(() => undefined), limit]);
  finished.abort();
  await thread.terminate();
}
