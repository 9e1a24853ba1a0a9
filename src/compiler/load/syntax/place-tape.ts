/**
 * The number of cells per value: start and end of its key, its own start and end, and the next value after its content.
 */
const width = 5;
/** The maximum number of cells that are reused for the next file: 320 kB. */
const maxSpare = width * 16_384;

/**
 * The spare cells of a trimmed tape. Most files need few cells, and allocating them for each file costs more than
 * reading it.
 */
let spare: Int32Array<ArrayBuffer> | undefined;

function takeCells(): Int32Array<ArrayBuffer> {
  const cells = spare ?? new Int32Array(width * 256);
  spare = undefined;
  return cells;
}

/**
 * The locations of a file's values, as offsets in its text. They are numbers in one array instead of an object per
 * value. Values are numbered in the order of the text, each before its content.
 */
export class PlaceTape {
  #cells: Int32Array<ArrayBuffer>;
  #used = 0;

  /** `values` is the number of values, if known: growing the cells temporarily takes three times the memory. */
  constructor(values?: number) {
    this.#cells = values === undefined ? takeCells() : new Int32Array(values * width);
  }

  /** The number of values, which is also the number of the next value. */
  get size(): number {
    return this.#used / width;
  }

  /** Begins a value and returns its number. Without a key, `keyStart` and `keyEnd` are 0. */
  open(start: number, keyStart: number, keyEnd: number): number {
    const at = this.#used;
    if (at === this.#cells.length) this.#grow();
    const cells = this.#cells;
    cells[at] = keyStart;
    cells[at + 1] = keyEnd;
    cells[at + 2] = start;
    cells[at + 3] = 0;
    cells[at + 4] = 0;
    this.#used = at + width;
    return at / width;
  }

  /** Ends a value after its content. */
  close(value: number, end: number): void {
    this.#cells[value * width + 3] = end;
    this.#cells[value * width + 4] = this.#used / width;
  }

  /** Releases unused memory; returns the tape, to which values can still be added. */
  trim(): this {
    const cells = this.#cells;
    if (cells.length === this.#used) return this;
    this.#cells = cells.slice(0, this.#used);
    if (cells.length <= maxSpare) spare = cells;
    return this;
  }

  keyStart(value: number): number {
    return this.#cells[value * width]!;
  }

  /** The end of a value's key; 0 for the root and for items of sequences, which have no key. */
  keyEnd(value: number): number {
    return this.#cells[value * width + 1]!;
  }

  start(value: number): number {
    return this.#cells[value * width + 2]!;
  }

  /** The end of a value; the same as its start if the value is empty in the text. */
  end(value: number): number {
    return this.#cells[value * width + 3]!;
  }

  /** The number of the first value after this one and its content. */
  next(value: number): number {
    return this.#cells[value * width + 4]!;
  }

  /**
   * A copy in which other values with all their content replace the values from `from` to before `to`. The text after
   * them has moved by `shift` characters.
   */
  replace(from: number, to: number, others: PlaceTape, shift: number): PlaceTape {
    const more = others.size - (to - from);
    const copy = new PlaceTape(this.size + more);
    const cells = copy.#cells;
    cells.set(this.#cells.subarray(0, from * width));
    cells.set(others.#cells.subarray(0, others.#used), from * width);
    cells.set(this.#cells.subarray(to * width, this.#used), (from + others.size) * width);
    copy.#used = this.#used + more * width;
    for (let value = 0; value < from; value += 1)
      if (this.next(value) > from) copy.#extend(value, shift, more);
    for (let value = from; value < from + others.size; value += 1) cells[value * width + 4]! += from;
    for (let value = from + others.size; value < copy.size; value += 1) copy.#move(value, shift, more);
    return copy;
  }

  #extend(value: number, shift: number, more: number): void {
    this.#cells[value * width + 3]! += shift;
    this.#cells[value * width + 4]! += more;
  }

  #move(value: number, shift: number, more: number): void {
    const at = value * width;
    if (this.#cells[at + 1] !== 0) {
      this.#cells[at]! += shift;
      this.#cells[at + 1]! += shift;
    }
    this.#cells[at + 2]! += shift;
    this.#extend(value, shift, more);
  }

  #grow(): void {
    const cells = new Int32Array(Math.max(2 * this.#cells.length, width * 256));
    cells.set(this.#cells);
    this.#cells = cells;
  }
}
