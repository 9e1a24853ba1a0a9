const closers: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

interface OpenBracket {
  readonly at: number;
  /** The indentation of the bracket's line. */
  readonly indent: number;
}

/** Tracks the open brackets of a text, and the one that is probably not closed. */
export class OpenBrackets {
  readonly #text: string;
  readonly #open: OpenBracket[] = [];
  #suspect: number | undefined;
  /** The line of the last bracket: its start, the start of its content, and its end. */
  #line = { start: 0, content: 0, end: -1 };

  constructor(text: string) {
    this.#text = text;
  }

  /** Processes the bracket at an offset; offsets must ascend. Other characters are ignored. */
  take(at: number): void {
    const character = this.#text.charAt(at);
    if (character in closers) this.#open.push({ at, indent: this.#indentAt(at) });
    else if (Object.values(closers).includes(character)) this.#close(at);
  }

  /** The offset of the outermost open bracket. */
  get outermost(): number | undefined {
    return this.#open[0]?.at;
  }

  /** The two innermost open brackets, such as `[{`; shorter if fewer are open. */
  get innermost(): string {
    return this.#open
      .slice(-2)
      .map(({ at }) => this.#text.charAt(at))
      .join('');
  }

  /**
   * The offset of the probably unclosed bracket: the first whose closing bracket is indented less than its line, or the
   * innermost open one. Undefined if no bracket is open.
   */
  get unclosed(): number | undefined {
    return this.#open.length === 0 ? undefined : (this.#suspect ?? this.#open.at(-1)?.at);
  }

  /**
   * Closes the innermost bracket. A closing bracket at the start of a line should be indented like the line of its
   * opening bracket.
   */
  #close(at: number): void {
    const opening = this.#open.pop();
    if (opening === undefined || this.#suspect !== undefined) return;
    const indent = this.#indentAt(at);
    if (this.#line.content === at && indent < opening.indent) this.#suspect = opening.at;
  }

  /** The indentation of a bracket's line. Each line is read once, since one line may be the whole text. */
  #indentAt(at: number): number {
    if (at > this.#line.end) {
      const start = at === 0 ? 0 : this.#text.lastIndexOf('\n', at - 1) + 1;
      const end = this.#text.indexOf('\n', at);
      let content = start;
      while (content < at && this.#text.charAt(content).trim() === '') content += 1;
      this.#line = { start, content, end: end === -1 ? this.#text.length : end };
    }
    return this.#line.content - this.#line.start;
  }
}
