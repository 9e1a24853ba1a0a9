import { getAsset, isSea } from 'node:sea';
import { extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The modules of `serve/threads/`, which threads begin with. */
export type ThreadName =
  | 'source-thread'
  | 'serving-thread'
  | 'comparison-thread'
  | 'proposal-thread'
  | 'draft-thread'
  | 'examining-thread'
  | 'folder-thread';

/** Starts a thread. A single executable has all modules in one script, whose first argument is the thread to begin. */
export function startThread(name: ThreadName, options: WorkerOptions): Worker {
  if (isSea()) return new Worker(getAsset('program.cjs', 'utf8'), { ...options, eval: true, argv: [name] });
  return new Worker(new URL(moduleOf(name), import.meta.url), options);
}

/** In a build, all modules are in one folder. */
function moduleOf(name: ThreadName): string {
  return extname(import.meta.url) === '.ts' ? `../threads/${name}.ts` : `./${name}.js`;
}

/** Ends a thread when it has closed its resources, or does not report that within `timeoutMs`. Never rejects. */
export async function endThread(thread: Worker, closed: Promise<unknown>, timeoutMs: number): Promise<void> {
  const finished = new AbortController();
  const limit = delay(timeoutMs, undefined, { signal: finished.signal }).catch(() => undefined);
  await Promise.race([closed.catch(() => undefined), limit]);
  finished.abort();
  await thread.terminate();
}
