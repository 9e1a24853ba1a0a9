import { createHash } from 'node:crypto';
import type { ConcurrentCalls, Release } from '#runtime/ports/concurrent-calls.ts';

/** The number of keys that can have calls at the same time; a power of two. */
const defaultSlots = 2 ** 16;

/** The number of slots that are searched for a key, starting with the slot that it hashes to. */
const maxWindow = 64;

/**
 * The low bits of a slot are the count, and the high bits are the key. Both change in one operation, so that counts are
 * exact.
 */
const countBits = 16n;
const countMask = (1n << countBits) - 1n;

/** Memory in which threads count calls together. */
export interface ConcurrencyMemory {
  /** The slots, shared by all threads. */
  readonly shared: SharedArrayBuffer;
  /** The places that this thread has taken in each slot, so that they can be released if the thread crashes. */
  readonly taken: SharedArrayBuffer;
}

/**
 * Shared memory for each slot: 8 bytes for the slot, and 4 for the number of its calls that are counted in other slots.
 */
const bytesPerSlot = 12;

/** Creates the memory of a first thread; 16 bytes for each slot. */
export function createConcurrencyMemory(slots = defaultSlots): ConcurrencyMemory {
  return joinConcurrencyMemory(new SharedArrayBuffer(slots * bytesPerSlot));
}

/** Creates the memory of another thread that counts in the same slots. */
export function joinConcurrencyMemory(shared: SharedArrayBuffer): ConcurrencyMemory {
  return { shared, taken: new SharedArrayBuffer((shared.byteLength / bytesPerSlot) * 4) };
}

/** Counts concurrent calls in memory that threads can share. */
export function openConcurrentCalls(memory: ConcurrencyMemory): ConcurrentCalls {
  const table = new CallTable(memory);
  return {
    prepare: (key) => {
      const hash = createHash('sha256').update(key).digest();
      const start = hash.readUInt32LE(8);
      // Never 0, which is the name in a slot without a key.
      const name = (hash.readBigUInt64LE(0) >> countBits) | 1n;
      return (most) => table.take(name, start, most);
    },
  };
}

/** Releases the places of a thread that has ended. */
export function releaseTaken(memory: ConcurrencyMemory): void {
  const table = new CallTable(memory);
  new Int32Array(memory.taken).forEach((count, slot) => table.release(slot, count));
}

/** A request for a place for one call with a key. */
interface Wanted {
  readonly name: bigint;
  /** The hash at which the search for a slot begins. */
  readonly start: number;
  readonly most: number;
}

/**
 * Each slot is 0, or a key and its count. If the count is 0, another key may take over the slot. A key is counted in
 * one slot: the slot that it hashes to, or a later one if another key was using that slot.
 */
class CallTable {
  readonly #words: BigUint64Array;
  /**
   * For each slot, the number of calls of keys that hash to it but are counted in other slots; too high after a thread
   * has crashed.
   */
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
      // Added before the slot is taken, so that a thread that takes the key's first slot sees it.
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

  /**
   * Takes a place in a slot. Returns undefined if the limit is reached, and `elsewhere` if another key uses the slot,
   * or if another slot counts calls of the key.
   */
  #takeIn(slot: number, { name, start, most }: Wanted): Release | 'elsewhere' | undefined {
    for (;;) {
      const word = this.#read(slot);
      const count = countOf(word);
      if (count > 0 && nameOf(word) !== name) return 'elsewhere';
      if (count >= most) return undefined;
      if (!this.#replace(slot, word, (name << countBits) | BigInt(count + 1))) continue;
      this.#taken[slot] = (this.#taken[slot] ?? 0) + 1;
      // Meanwhile, another thread may have taken a second slot for the same key.
      if (count > 0 || this.#isOnlySlotInUse(name, start, slot)) return () => this.release(slot, 1);
      this.release(slot, 1);
      return 'elsewhere';
    }
  }

  /** Releases a number of calls of a slot. The slot belongs to its key as long as any calls are left. */
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
   * The slot for a key: a slot that counts its calls, or else the first slot that the key may take over; -1 if there is
   * none.
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

  /** Whether no other slot counts calls of the key. */
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
