import { setFlagsFromString } from 'node:v8';

/**
 * How much garbage may gather among old objects, in percent of what is in use. By itself V8 lets a heap double before
 * it looks for garbage, and a start leaves much of it. A V8 without the flag ignores it.
 */
const garbagePercent = 10;

/** Keeps the heaps of all threads small from then on (decision 15). */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
}

/** Lets heaps grow as V8 decides: a growing one would otherwise be collected again and again. */
export function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=0');
}
