import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';

/**
 * Loaded into a language server before its own modules: a thread that checks a folder is busy for as long as the folder
 * contains a file `hold`, and ends with an error whenever it reads a file while there is one called `crash`.
 */
if (!isMainThread) {
  const { root } = workerData as { readonly root: string };
  const { readFile } = promises;
  promises.readFile = (async (...given: Parameters<typeof readFile>) => {
    if (existsSync(join(root, 'crash'))) return crash();
    while (existsSync(join(root, 'hold'))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    return readFile(...given);
  }) as typeof readFile;
  syncBuiltinESMExports();
}

function crash(): Promise<never> {
  setImmediate(() => {
    throw new Error('out of luck');
  });
  return new Promise(() => {});
}
