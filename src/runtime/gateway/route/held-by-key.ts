/** Things that are shared by key: each is opened by the first who holds it, and closed by the last who lets it go. */
export class HeldByKey<T> {
  readonly #close: (value: T) => void;
  readonly #held = new Map<string, { readonly value: T; holders: number }>();

  constructor(close: (value: T) => void) {
    this.#close = close;
  }

  hold(key: string, open: () => T): T {
    const held = this.#held.get(key) ?? { value: open(), holders: 0 };
    held.holders += 1;
    this.#held.set(key, held);
    return held.value;
  }

  letGo(key: string): void {
    const held = this.#held.get(key);
    if (!held) return;
    held.holders -= 1;
    if (held.holders > 0) return;
    this.#held.delete(key);
    this.#close(held.value);
  }

  values(): readonly T[] {
    return [...this.#held.values()].map(({ value }) => value);
  }

  /** Closes everything, whoever holds it. */
  closeAll(): void {
    for (const { value } of this.#held.values()) this.#close(value);
    this.#held.clear();
  }
}
