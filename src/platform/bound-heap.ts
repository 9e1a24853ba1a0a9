import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heaps of all threads small from then on (decision 15): so much garbage may gather among old objects, in
 * percent of what is in use. By itself V8 lets a heap double before it looks for garbage. A V8 without the flag ignores it.
 */
export function boundHeap(garbagePercent = 10): void {
  setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
}

/** Lets heaps grow as V8 decides: a growing one would otherwise be collected again and again. */
export function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=0');
}
