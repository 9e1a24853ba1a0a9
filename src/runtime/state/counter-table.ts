import { createHash } from 'node:crypto';

/** So many slots are looked at for a key, from the one that it hashes to. */
const longestWindow = 64;

/** What stands in the place of a key: a slot that was never used, and one that is free again. */
const unused = 0n;
const nobody = 1n;

/** A key as the table knows it; two keys that differ have one hash no sooner than 63 bits allow. */
export interface HashedKey {
  readonly hash: bigint;
  /** Where its window begins. */
  readonly start: number;
}

/** Memory that the threads of a machine share for so many counters, a power of two; 16 bytes each. */
export function createCounterMemory(slots = 2 ** 20): SharedArrayBuffer {
  return new SharedArrayBuffer(slots * 16);
}

/**
 * An open-addressing table of one number a key in shared memory: each slot is the hash of its key, and its value. A
 * slot once used is never unused again, but taken over where its value says that it is idle, so that the table never
 * grows and nobody waits for anybody.
 */
export class CounterTable {
  readonly #words: BigInt64Array;
  readonly #mask: number;
  readonly #window: number;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new BigInt64Array(memory);
    const slots = this.#words.length / 2;
    this.#mask = slots - 1;
    this.#window = Math.min(longestWindow, slots);
  }

  static hash(key: string): HashedKey {
    const hash = createHash('sha256').update(key).digest().readBigInt64LE(0);
    return {
      hash: hash === unused || hash === nobody ? 2n : hash,
      start: Number(BigInt.asUintN(32, hash)),
    };
  }

  holds(slot: number, { hash }: HashedKey): boolean {
    return Atomics.load(this.#words, slot * 2) === hash;
  }

  read(slot: number): bigint {
    return Atomics.load(this.#words, slot * 2 + 1);
  }

  /** Whether the value was the expected one, and is the next one now. */
  replace(slot: number, expected: bigint, next: bigint): boolean {
    return Atomics.compareExchange(this.#words, slot * 2 + 1, expected, next) === expected;
  }

  subtract(slot: number, amount: bigint): void {
    Atomics.sub(this.#words, slot * 2 + 1, amount);
  }

  /** The slot of a key, made where it has none; values up to `idleUntil` may be forgotten. -1 where all are in use. */
  locate(key: HashedKey, idleUntil: bigint): number {
    for (;;) {
      const found = this.#search(key);
      if (found !== -1) return found;
      const free = this.#findFree(key, idleUntil);
      if (free === -1) return -1;
      if (this.#claim(free, key, idleUntil)) this.#keepFirst(key);
    }
  }

  /** No key stands behind a slot of its window that was never used. */
  #search(key: HashedKey): number {
    for (let step = 0; step < this.#window; step++) {
      const slot = this.#slotAt(key, step);
      const holder = Atomics.load(this.#words, slot * 2);
      if (holder === key.hash) return slot;
      if (holder === unused) return -1;
    }
    return -1;
  }

  /** The first slot that was never used, or else the first idle one. */
  #findFree(key: HashedKey, idleUntil: bigint): number {
    let idle = -1;
    for (let step = 0; step < this.#window; step++) {
      const slot = this.#slotAt(key, step);
      if (Atomics.load(this.#words, slot * 2) === unused) return slot;
      if (idle === -1 && this.read(slot) <= idleUntil) idle = slot;
    }
    return idle;
  }

  /**
   * Takes a slot over, unless somebody else is first. A call of the holder that comes at this very moment, its first in
   * a while, may be forgotten; one that comes a moment later sees that the slot is no longer its own.
   */
  #claim(slot: number, { hash }: HashedKey, idleUntil: bigint): boolean {
    const holder = Atomics.load(this.#words, slot * 2);
    if (holder !== unused && this.read(slot) > idleUntil) return false;
    return Atomics.compareExchange(this.#words, slot * 2, holder, hash) === holder;
  }

  /** Two threads may have made a slot for one key at once: both leave the same one. */
  #keepFirst(key: HashedKey): void {
    let isFound = false;
    for (let step = 0; step < this.#window; step++) {
      const slot = this.#slotAt(key, step);
      if (!this.holds(slot, key)) continue;
      if (isFound) Atomics.compareExchange(this.#words, slot * 2, key.hash, nobody);
      isFound = true;
    }
  }

  #slotAt({ start }: HashedKey, step: number): number {
    return (start + step) & this.#mask;
  }
}
