/** A set of bounded size, which drops the oldest entries. */
export class RecentSet {
  readonly #size: number;
  readonly #values = new Set<string>();

  constructor(size: number) {
    this.#size = size;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  /** Adds a value as the newest, even if the set already contains it. */
  add(value: string): void {
    this.#values.delete(value);
    this.#values.add(value);
    const [oldest] = this.#values;
    if (this.#values.size > this.#size && oldest !== undefined) this.#values.delete(oldest);
  }
}
