/** Finds values by parts of texts, without making strings of these, which V8 would have to hash. */
export class TextIndex<Value> {
  /** Of each text, in lists that are close in memory: there are many indexes, and each of them is small. */
  readonly #hashes: number[] = [];
  readonly #texts: string[] = [];
  readonly #values: Value[] = [];
  /** The positions of the texts of a hash, once there are too many hashes to search in sequence. */
  #byHash: Map<number, number[]> | undefined;

  /** The value of a text, created if there is none yet. */
  open(text: string, make: () => Value): Value {
    const known = this.find(text, 0, text.length);
    if (known !== undefined) return known;
    const value = make();
    this.#add(hashOf(text, 0, text.length), text, value);
    return value;
  }

  /** The value of the text from `start` to before `end`. */
  find(text: string, start: number, end: number): Value | undefined {
    const hash = hashOf(text, start, end);
    if (this.#byHash) return this.#findAmong(this.#byHash.get(hash) ?? [], text, start, end);
    for (let at = 0; at < this.#hashes.length; at++)
      if (this.#hashes[at] === hash && this.#stands(at, text, start, end)) return this.#values[at];
    return undefined;
  }

  #findAmong(places: readonly number[], text: string, start: number, end: number): Value | undefined {
    for (const at of places) if (this.#stands(at, text, start, end)) return this.#values[at];
    return undefined;
  }

  #stands(at: number, text: string, start: number, end: number): boolean {
    const known = this.#texts[at] as string;
    return known.length === end - start && text.startsWith(known, start);
  }

  #add(hash: number, text: string, value: Value): void {
    const at = this.#hashes.push(hash) - 1;
    this.#texts.push(text);
    this.#values.push(value);
    if (this.#byHash) this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), at]);
    else if (at === mostInList)
      this.#byHash = Map.groupBy(this.#hashes.keys(), (each) => this.#hashes[each] ?? 0);
  }
}

/** How many hashes are searched in sequence. */
const mostInList = 16;

/** The texts of an index are declared, so no caller can cause collisions. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}
