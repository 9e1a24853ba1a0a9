import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  hash,
  isLineBreak,
  isQuote,
  openBrace,
  openBracket,
  space,
} from './characters.ts';
import { giveUp } from './doubt.ts';
import { addMember } from './add-member.ts';
import { findPlainEnd, isPlainStart, readPlain } from './plain-scalar.ts';
import { decodeKey, findQuotedEnd, readQuoted } from './quoted-scalar.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/**
 * Reads a flow collection (section 7.4). Its further lines are indented by at least `indent`; the closing bracket may
 * be one column before.
 */
export function readFlowCollection(cursor: YamlCursor, indent: number): unknown {
  cursor.flowAt = cursor.at;
  const collection = new FlowReader(cursor, indent).readCollection();
  cursor.flowAt = undefined;
  return collection;
}

class FlowReader {
  readonly #cursor: YamlCursor;
  readonly #indent: number;
  #level = 0;

  constructor(cursor: YamlCursor, indent: number) {
    this.#cursor = cursor;
    this.#indent = indent;
  }

  readCollection(): unknown {
    const isMapping = this.#cursor.code() === openBrace;
    this.#level += 1;
    this.#cursor.enter();
    this.#cursor.at += 1;
    this.#skipBlanks();
    const collection = isMapping ? this.#readMembers() : this.#readItems();
    this.#cursor.at += 1;
    this.#cursor.exit();
    this.#level -= 1;
    return collection;
  }

  #readMembers(): unknown {
    const mapping = {};
    while (this.#cursor.code() !== closeBrace) {
      const name = this.#readKey();
      this.#skipBlanks();
      addMember(mapping, name, this.#readNode());
      this.#skipComma(closeBrace);
    }
    return mapping;
  }

  #readItems(): unknown {
    const items: unknown[] = [];
    while (this.#cursor.code() !== closeBracket) {
      items.push(this.#readNode());
      this.#skipComma(closeBracket);
    }
    return items;
  }

  #readNode(): unknown {
    const cursor = this.#cursor;
    const node = cursor.open();
    const value = this.#readValue(cursor.code());
    cursor.tape.close(node, cursor.at);
    this.#skipBlanks();
    return value;
  }

  #readValue(code: number): unknown {
    if (code === openBracket || code === openBrace) return this.readCollection();
    return isQuote(code)
      ? readQuoted(this.#cursor, this.#indent)
      : readPlain(this.#cursor, this.#indent, true);
  }

  /** Steps over a key and its colon. */
  #readKey(): string {
    const cursor = this.#cursor;
    const { text, at: start } = cursor;
    const isQuoted = isQuote(cursor.code());
    if (!isQuoted && !isPlainStart(text, start, true)) giveUp();
    const end = isQuoted ? findQuotedEnd(text, start, this.#indent) : findPlainEnd(text, start, true);
    cursor.at = end;
    cursor.skipSpaces();
    if (cursor.code() !== colon) giveUp();
    cursor.at += 1;
    cursor.setKey(start, end);
    return decodeKey(text, start, end);
  }

  /** Steps over the comma after a value, unless the collection ends here. */
  #skipComma(end: number): void {
    const code = this.#cursor.code();
    if (code !== comma && code !== end) giveUp();
    if (code === end) return;
    this.#cursor.at += 1;
    this.#skipBlanks();
  }

  #skipBlanks(): void {
    const cursor = this.#cursor;
    for (;;) {
      cursor.skipSpaces();
      const code = cursor.code();
      // The library rejects a comment in the first column.
      const isComment = code === hash && cursor.code(-1) === space;
      if (!isComment && !isLineBreak(code)) return;
      cursor.skipLine();
      this.#checkIndentation();
    }
  }

  /** Empty lines and comments may be indented as they like. */
  #checkIndentation(): void {
    const cursor = this.#cursor;
    const lineStart = cursor.at;
    cursor.skipSpaces();
    const column = cursor.at - lineStart;
    const code = cursor.code();
    const isEnd = this.#level === 1 && (code === closeBracket || code === closeBrace);
    const least = isEnd ? this.#indent - 1 : this.#indent;
    if (column < least && !isLineBreak(code) && code !== hash) giveUp();
    if (column === 0 && cursor.isAtDocumentMark()) giveUp();
  }
}
