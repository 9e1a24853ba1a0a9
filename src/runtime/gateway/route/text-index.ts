/** Finds values by slices of a text, without creating a string for each slice, which V8 would have to hash. */
export class TextIndex<Value> {
  /** One entry per text. Arrays are compact in memory, which matters since there are many small indexes. */
  readonly #hashes: number[] = [];
  readonly #texts: string[] = [];
  readonly #values: Value[] = [];
  /** The positions of the texts by hash, once there are too many for a linear search. */
  #byHash: Map<number, number[]> | undefined;

  /** The value of a text, created by `make` if it does not exist yet. */
  open(text: string, make: () => Value): Value {
    const known = this.find(text, 0, text.length);
    if (known !== undefined) return known;
    const value = make();
    this.#add(hashOf(text, 0, text.length), text, value);
    return value;
  }

  /** The value of the slice from `start` to `end`, exclusive. */
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

/** The most hashes for a linear search. */
const mostInList = 16;

/** A simple hash is enough: the texts of an index are declared, so no caller can provoke collisions. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let index = start; index < end; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0;
  return hash;
}
