import { createHash } from 'node:crypto';
import type { ConcurrentCalls, Release } from '#runtime/ports/concurrent-calls.ts';

/** How many keys can have calls at a time; a power of two. */
const defaultSlots = 2 ** 16;

/** How many slots are searched for a key, from the one that it hashes to. */
const maxWindow = 64;

/** The low bits of a slot are the count, and the others the key: both change at once, so that counts are exact. */
const countBits = 16n;
const countMask = (1n << countBits) - 1n;

/** Memory in which threads count together. */
export interface ConcurrencyMemory {
  /** Of all threads. */
  readonly shared: SharedArrayBuffer;
  /** The places that this thread has taken, so that they can be given back if the thread crashes. */
  readonly taken: SharedArrayBuffer;
}

/** Of the shared memory: 8 for the slot, and 4 for the number of its calls that are counted in other slots. */
const bytesPerSlot = 12;

/** For a first thread; 16 bytes a slot. */
export function createConcurrencyMemory(slots = defaultSlots): ConcurrencyMemory {
  return joinConcurrencyMemory(new SharedArrayBuffer(slots * bytesPerSlot));
}

/** For another thread that counts in the same memory. */
export function joinConcurrencyMemory(shared: SharedArrayBuffer): ConcurrencyMemory {
  return { shared, taken: new SharedArrayBuffer((shared.byteLength / bytesPerSlot) * 4) };
}

/** Counts in memory that threads can share. */
export function openConcurrentCalls(memory: ConcurrencyMemory): ConcurrentCalls {
  const table = new CallTable(memory);
  return {
    prepare: (key) => {
      const hash = createHash('sha256').update(key).digest();
      const start = hash.readUInt32LE(8);
      // Never 0, which a slot without a key has.
      const name = (hash.readBigUInt64LE(0) >> countBits) | 1n;
      return (most) => table.take(name, start, most);
    },
  };
}

/** Gives the places of a thread that has ended back. */
export function releaseTaken(memory: ConcurrencyMemory): void {
  const table = new CallTable(memory);
  new Int32Array(memory.taken).forEach((count, slot) => table.release(slot, count));
}

/** A place for a call of a key. */
interface Wanted {
  readonly name: bigint;
  /** The hash that its search begins at. */
  readonly start: number;
  readonly most: number;
}

/**
 * Each slot is 0, or a key and its count. One whose count is 0 may be taken over by another key. A key is counted in one
 * slot: the one that it hashes to, or a later one if that was in use by another key.
 */
class CallTable {
  readonly #words: BigUint64Array;
  /** For each slot how many calls of keys that hash to it are counted elsewhere; too many after a thread has crashed. */
  readonly #displaced: Int32Array;
  readonly #taken: Int32Array;
  readonly #window: number;

  constructor({ shared, taken }: ConcurrencyMemory) {
    const slots = shared.byteLength / bytesPerSlot;
    this.#words = new BigUint64Array(shared, 0, slots);
    this.#displaced = new Int32Array(shared, slots * 8, slots);
    this.#taken = new Int32Array(taken);
    this.#window = Math.min(maxWindow, slots);
  }

  take(name: bigint, start: number, most: number): Release | undefined {
    const home = this.#slotAt(start, 0);
    const taken = this.#hasDisplaced(home) ? 'elsewhere' : this.#takeIn(home, { name, start, most });
    if (taken !== 'elsewhere') return taken;
    for (;;) {
      const slot = this.#find(name, start);
      if (slot === -1) return undefined;
      const isDisplaced = slot !== home;
      // Before the slot is taken, so that whoever takes the key's first slot sees it.
      if (isDisplaced) Atomics.add(this.#displaced, home, 1);
      const release = this.#takeIn(slot, { name, start, most });
      if (typeof release === 'function' && isDisplaced)
        return () => {
          release();
          Atomics.sub(this.#displaced, home, 1);
        };
      if (isDisplaced) Atomics.sub(this.#displaced, home, 1);
      if (release !== 'elsewhere') return release;
    }
  }

  /** Returns `elsewhere` if another key has the slot, or another slot has calls of the key. */
  #takeIn(slot: number, { name, start, most }: Wanted): Release | 'elsewhere' | undefined {
    for (;;) {
      const word = this.#read(slot);
      const count = countOf(word);
      if (count > 0 && nameOf(word) !== name) return 'elsewhere';
      if (count >= most) return undefined;
      if (!this.#replace(slot, word, (name << countBits) | BigInt(count + 1))) continue;
      this.#taken[slot] = (this.#taken[slot] ?? 0) + 1;
      // Another thread may have taken a second slot for the same key meanwhile.
      if (count > 0 || this.#isOnlySlotInUse(name, start, slot)) return () => this.release(slot, 1);
      this.release(slot, 1);
      return 'elsewhere';
    }
  }

  /** Gives so many calls of a slot back; its key stays as long as any are left. */
  release(slot: number, count: number): void {
    if (count === 0) return;
    for (;;) {
      const word = this.#read(slot);
      if (this.#replace(slot, word, word - BigInt(count))) break;
    }
    this.#taken[slot] = (this.#taken[slot] ?? 0) - count;
  }

  #replace(slot: number, expected: bigint, next: bigint): boolean {
    return Atomics.compareExchange(this.#words, slot, expected, next) === expected;
  }

  #read(slot: number): bigint {
    return Atomics.load(this.#words, slot);
  }

  #hasDisplaced(slot: number): boolean {
    return Atomics.load(this.#displaced, slot) !== 0;
  }

  #slotAt(start: number, step: number): number {
    return (start + step) % this.#words.length;
  }

  /**
   * The slot of a key: one with calls if there is one, otherwise the first one that the key may take over; -1 if
   * there is none.
   */
  #find(name: bigint, start: number): number {
    let [own, free] = [-1, -1];
    for (let step = 0; step < this.#window; step++) {
      const slot = this.#slotAt(start, step);
      const word = this.#read(slot);
      if (nameOf(word) === name) {
        if (countOf(word) > 0) return slot;
        if (own === -1) own = slot;
      } else if (free === -1 && countOf(word) === 0) free = slot;
    }
    return own === -1 ? free : own;
  }

  /** Whether no other slot has calls of the key. */
  #isOnlySlotInUse(name: bigint, start: number, own: number): boolean {
    const home = this.#slotAt(start, 0);
    if (own === home && !this.#hasDisplaced(home)) return true;
    for (let step = 0; step < this.#window; step++) {
      const slot = this.#slotAt(start, step);
      const word = this.#read(slot);
      if (slot !== own && nameOf(word) === name && countOf(word) > 0) return false;
    }
    return true;
  }
}

function nameOf(word: bigint): bigint {
  return word >> countBits;
}

function countOf(word: bigint): number {
  return Number(word & countMask);
}
