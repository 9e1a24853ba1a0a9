import { createHash } from 'node:crypto';

/** A limited number of slots is searched first, so that a small number of counters fits in the processor's caches. */
const nearSlots = 2 ** 14;
const nearSteps = 8;

/** The number of slots that are searched, starting with the slot that the key hashes to. */
const maxWindow = nearSteps + 64;

/** The values in place of a key: of a slot that was never used, and of a slot that was freed. */
const unused = 0n;
const freed = 1n;

/** A key in the form that the table compares; the hash has 64 bits. */
export interface HashedKey {
  readonly hash: bigint;
  /** The halves of the hash, in the order of this machine's memory. The search for a slot starts at the first one. */
  readonly first: number;
  readonly second: number;
}

/** The default number of slots, for a million counters. */
const defaultSlots = 2 ** 20;

/**
 * Creates memory that the threads of a machine share, for a number of counters that is a power of two; 16 bytes each.
 */
export function createCounterMemory(slots = defaultSlots): SharedArrayBuffer {
  return new SharedArrayBuffer(slots * 16);
}

/**
 * An open-addressing table of one whole number for each key, in memory that threads share. Each slot contains the hash
 * of its key and its value, exact up to 2^53. A used slot never becomes unused; it is reused if its value shows that it
 * is idle, so that the table never grows and no thread waits for another. Reads may be outdated; writes compare with
 * the current value first.
 */
export class CounterTable {
  readonly #words: BigInt64Array;
  readonly #halves: Int32Array;
  /** The number of slots that are searched first, which is a power of two, and the number of the other slots. */
  readonly #near: number;
  readonly #far: number;
  readonly #window: number;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new BigInt64Array(memory);
    this.#halves = new Int32Array(memory);
    const slots = this.#words.length / 2;
    this.#near = Math.min(nearSlots, slots);
    this.#far = slots - this.#near;
    this.#window = Math.min(maxWindow, slots);
  }

  static hash(key: string): HashedKey {
    const found = createHash('sha256').update(key).digest().readBigInt64LE(0);
    const hash = found === unused || found === freed ? 2n : found;
    const [first = 0, second = 0] = new Int32Array(BigInt64Array.of(hash).buffer);
    return { hash, first, second };
  }

  /** Whether the slot seems to belong to the key; the result may be outdated. */
  holds(slot: number, { first, second }: HashedKey): boolean {
    return this.#halves[slot * 4] === first && this.#halves[slot * 4 + 1] === second;
  }

  /** Whether the slot belongs to the key, after all earlier changes by any thread. */
  stillHolds(slot: number, key: HashedKey): boolean {
    return this.#holderOf(slot) === key.hash;
  }

  read(slot: number): number {
    return Number(Atomics.load(this.#words, slot * 2 + 1));
  }

  /** Replaces the value if it is the expected one; returns whether it did. */
  replace(slot: number, expected: number, next: number): boolean {
    const before = BigInt(expected);
    return Atomics.compareExchange(this.#words, slot * 2 + 1, before, BigInt(next)) === before;
  }

  subtract(slot: number, amount: number): void {
    for (;;) {
      const value = this.read(slot);
      if (this.replace(slot, value, value - amount)) return;
    }
  }

  /**
   * The slot of a key, which is created if necessary. Slots with values up to `idleUntil` may be taken over. -1 if all
   * slots are in use.
   */
  locate(key: HashedKey, idleUntil: number): number {
    for (;;) {
      const found = this.#search(key);
      if (found !== -1) return found;
      const free = this.#findFree(key, idleUntil);
      if (free === -1) return -1;
      if (this.#claim(free, key, idleUntil)) this.#keepFirst(key);
    }
  }

  /**
   * The slot of a key; -1 if it has none. Ends at the first slot that was never used, since no key is stored after it.
   */
  #search(key: HashedKey): number {
    for (let step = 0; step < this.#window; step++) {
      const slot = this.#slotAt(key, step);
      const holder = this.#holderOf(slot);
      if (holder === key.hash) return slot;
      if (holder === unused) return -1;
    }
    return -1;
  }

  /** A slot for a new key: the first slot that was never used, or else the first idle one. */
  #findFree(key: HashedKey, idleUntil: number): number {
    let idle = -1;
    for (let step = 0; step < this.#window; step++) {
      const slot = this.#slotAt(key, step);
      if (this.#holderOf(slot) === unused) return slot;
      if (idle === -1 && this.#isIdle(slot, idleUntil)) idle = slot;
    }
    return idle;
  }

  /**
   * Takes over a slot, unless another thread is first. A simultaneous call of the previous key, its first in a while,
   * may be lost; later calls see that the slot belongs to another key.
   */
  #claim(slot: number, { hash }: HashedKey, idleUntil: number): boolean {
    const holder = this.#holderOf(slot);
    if (holder !== unused && !this.#isIdle(slot, idleUntil)) return false;
    return Atomics.compareExchange(this.#words, slot * 2, holder, hash) === holder;
  }

  /** Frees all slots of a key but the first, since two threads may have created one at the same time. */
  #keepFirst(key: HashedKey): void {
    let isFound = false;
    for (let step = 0; step < this.#window; step++) {
      const slot = this.#slotAt(key, step);
      if (this.#holderOf(slot) !== key.hash) continue;
      if (isFound) Atomics.compareExchange(this.#words, slot * 2, key.hash, freed);
      isFound = true;
    }
  }

  #holderOf(slot: number): bigint {
    return Atomics.load(this.#words, slot * 2);
  }

  #isIdle(slot: number, idleUntil: number): boolean {
    return this.read(slot) <= idleUntil;
  }

  /** The slot at a step of the search for a key. The search visits each slot at most once. */
  #slotAt({ first }: HashedKey, step: number): number {
    if (step < nearSteps || this.#far === 0) return (first + step) & (this.#near - 1);
    return this.#near + (((first >>> 0) + step) % this.#far);
  }
}
