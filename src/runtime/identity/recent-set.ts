/** A set of bounded size, which forgets the oldest entries. */
export class RecentSet {
  readonly #size: number;
  readonly #values = new Set<string>();

  constructor(size: number) {
    this.#size = size;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  /** Adding a value again makes it the newest. */
  add(value: string): void {
    this.#values.delete(value);
    this.#values.add(value);
    const [oldest] = this.#values;
    if (this.#values.size > this.#size && oldest !== undefined) this.#values.delete(oldest);
  }
}
