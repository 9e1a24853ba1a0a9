/** Below so many entries a map is not worth sweeping. */
const leastSize = 1024;

/** A map of what ends one day. Entries that are over are not found, and dropped before they outnumber the others. */
export class SweptMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #isOver: (value: Value) => boolean;
  #sweepBeyond = leastSize;

  constructor(isOver: (value: Value) => boolean) {
    this.#isOver = isOver;
  }

  /** How many entries take up memory, over or not. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    return value === undefined || this.#isOver(value) ? undefined : value;
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
    if (this.#entries.size > this.#sweepBeyond) this.#sweep();
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  entries(): readonly (readonly [Key, Value])[] {
    return [...this.#entries].filter(([, value]) => !this.#isOver(value));
  }

  #sweep(): void {
    for (const [key, value] of this.#entries) if (this.#isOver(value)) this.#entries.delete(key);
    this.#sweepBeyond = Math.max(leastSize, 2 * this.#entries.size);
  }
}
