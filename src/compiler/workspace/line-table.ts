/** Finds the line and column of offsets in one text; the table is made at the first look-up. */
export class LineTable {
  readonly #text: string;
  #starts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Line and column from 1, the column in UTF-16 units. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  }

  /** The offset of a line and column; the end of the text where it has fewer lines. */
  offsetOf(line: number, column: number): number {
    return (this.#lineStarts()[line - 1] ?? this.#text.length) + column - 1;
  }

  #lineStarts(): readonly number[] {
    return (this.#starts ??= findLineStarts(this.#text));
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
