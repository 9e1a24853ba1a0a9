const closers: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

interface OpenBracket {
  readonly at: number;
  /** The indentation of its line. */
  readonly indent: number;
}

/** The brackets of a text that are open, and the one that is probably not closed. */
export class OpenBrackets {
  readonly #text: string;
  readonly #open: OpenBracket[] = [];
  #suspect: number | undefined;
  /** Where the line of the last bracket begins, where its content does, and where it ends. */
  #line = { start: 0, content: 0, end: -1 };

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes a bracket at an offset, after those before it; ignores any other character. */
  take(at: number): void {
    const character = this.#text.charAt(at);
    if (character in closers) this.#open.push({ at, indent: this.#indentAt(at) });
    else if (Object.values(closers).includes(character)) this.#close(at);
  }

  /** The offset of the outermost bracket that is open. */
  get outermost(): number | undefined {
    return this.#open[0]?.at;
  }

  /** The innermost open bracket, and the one around it: `[{`; shorter if there are fewer. */
  get innermost(): string {
    return this.#open
      .slice(-2)
      .map(({ at }) => this.#text.charAt(at))
      .join('');
  }

  /**
   * The bracket that is not closed: the first whose closing bracket is indented less than its line, or the innermost
   * open one.
   */
  get unclosed(): number | undefined {
    return this.#open.length === 0 ? undefined : (this.#suspect ?? this.#open.at(-1)?.at);
  }

  /** A closing bracket at the start of its line should be indented like the line of its opening bracket. */
  #close(at: number): void {
    const opening = this.#open.pop();
    if (opening === undefined || this.#suspect !== undefined) return;
    const indent = this.#indentAt(at);
    if (this.#line.content === at && indent < opening.indent) this.#suspect = opening.at;
  }

  /** Each line is read once, since one line may be the whole text. */
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
