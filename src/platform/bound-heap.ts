import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How much garbage may gather among old objects, in percent of what is in use. By itself V8 lets a heap double before it
 * looks for any, and a reload leaves some that is found then only. A V8 without the flag passes over it.
 */
const garbagePercent = 10;

/**
 * Clears away what a start has left in the heap of this thread, and keeps the heaps of all threads small from then on. It
 * blocks the thread for up to a second where a gigabyte is in use.
 */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
  collectGarbage();
}

/** Lets heaps grow as V8 sees fit: one that becomes large would else be searched again and again on its way. */
export function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=0');
}

/** Node.js offers it to what was started with a flag; a context that is made later has it too. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('globalThis.gc') as (() => void) | undefined;
  collect?.();
}
