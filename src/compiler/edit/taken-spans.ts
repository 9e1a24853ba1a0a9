import type { TextEdit } from './text-edit.ts';

/** Edits of one text that are not in each other's way. */
export class TakenSpans {
  readonly #edits: TextEdit[] = [];

  /** In the order of their places. */
  get edits(): readonly TextEdit[] {
    return this.#edits;
  }

  /** Whether an edit could not be made beside those that were added. */
  isTaken(edit: TextEdit): boolean {
    const index = this.#indexOf(edit.offset);
    return overlap(this.#edits[index - 1], edit) || overlap(edit, this.#edits[index]);
  }

  add(edit: TextEdit): void {
    this.#edits.splice(this.#indexOf(edit.offset), 0, edit);
  }

  /** The index of the first edit that does not begin before an offset. */
  #indexOf(offset: number): number {
    let [low, high] = [0, this.#edits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#edits[middle]!.offset < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Two insertions at one place count, since neither order is the right one. */
function overlap(first: TextEdit | undefined, second: TextEdit | undefined): boolean {
  if (!first || !second) return false;
  return second.offset < first.offset + Math.max(1, first.length);
}
