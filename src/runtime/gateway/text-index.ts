interface Entry<Value> {
  readonly text: string;
  readonly value: Value;
}

/** Finds values by parts of texts, without making strings of these, which V8 would have to hash. */
export class TextIndex<Value> {
  readonly #byHash = new Map<number, Entry<Value>[]>();

  /** The value of a text, which is made where there is none yet. */
  open(text: string, make: () => Value): Value {
    const known = this.find(text, 0, text.length);
    if (known !== undefined) return known;
    const value = make();
    const hash = hashOf(text, 0, text.length);
    this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), { text, value }]);
    return value;
  }

  /** The value of what stands from `start` to before `end`. */
  find(text: string, start: number, end: number): Value | undefined {
    const entries = this.#byHash.get(hashOf(text, start, end));
    if (entries === undefined) return undefined;
    for (const { text: known, value } of entries) {
      if (known.length === end - start && text.startsWith(known, start)) return value;
    }
    return undefined;
  }
}

/** What is in an index is declared, so that no caller can bring collisions about. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}
