const closers: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/** The brackets of a text that are open, and the one that is probably not closed. */
export class OpenBrackets {
  readonly #text: string;
  readonly #open: number[] = [];
  #suspect: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes a bracket at an offset; ignores any other character. */
  take(at: number): void {
    const character = this.#text.charAt(at);
    if (character in closers) this.#open.push(at);
    else if (Object.values(closers).includes(character)) this.#close(at);
  }

  /** The offset of the outermost bracket that is open. */
  get outermost(): number | undefined {
    return this.#open[0];
  }

  /** The bracket that is not closed: the first whose closing bracket is further out than its line, or the innermost open one. */
  get unclosed(): number | undefined {
    return this.#open.length === 0 ? undefined : (this.#suspect ?? this.#open.at(-1));
  }

  /** A closing bracket that begins its line should be as far in as the line of its opening bracket. */
  #close(at: number): void {
    const opening = this.#open.pop();
    if (opening === undefined || this.#suspect !== undefined) return;
    const indent = this.#indentOf(at);
    const isFirst = this.#text.slice(this.#lineStart(at), at).trim() === '';
    if (isFirst && indent < this.#indentOf(opening)) this.#suspect = opening;
  }

  #indentOf(at: number): number {
    const line = this.#text.slice(this.#lineStart(at), at + 1);
    return line.length - line.trimStart().length;
  }

  #lineStart(at: number): number {
    return at === 0 ? 0 : this.#text.lastIndexOf('\n', at - 1) + 1;
  }
}
