import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heaps of all threads small from now on (decision 15): limits the garbage among old objects to a
 * percentage of the memory in use. By default V8 lets a heap double before it collects garbage. A V8 without the flag
 * ignores it.
 */
export function boundHeap(garbagePercent = 10): void {
  setFlagsFromString(`--heap-growing-percent=${garbagePercent}`);
}

/** Lets heaps grow as V8 decides. With the limit, a growing heap would be collected again and again. */
export function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=0');
}
