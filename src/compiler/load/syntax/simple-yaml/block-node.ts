import { takeKey } from './block-key.ts';
import { readBlockScalar } from './block-scalar.ts';
import {
  dash,
  folded,
  hash,
  isBlank,
  isLineEnd,
  isQuote,
  literal,
  openBrace,
  openBracket,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isLineBreak,
  space,
} from './characters.ts';
import { giveUp } from './doubt.ts';
import { readPlain, findPlainEnd, isPlainStart } from './plain-scalar.ts';
import { readQuoted, decodeKey, findQuotedEnd } from './quoted-scalar.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** The largest name that counts as an array index. */
const farIndex = '4294967294';

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

  /** Reads a key and its colon, and returns the key's name. */
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

  /** Skips the comma after a value, unless the collection ends here. */
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

  /** Checks the indentation of a line; empty lines and comments may have any. */
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

/**
 * Reads the node that begins here, at `column`, in a block collection at `parent`. The cursor moves to the next
 * content.
 */
export function readBlockNode(cursor: YamlCursor, column: number, parent: number): unknown {
  const node = cursor.open();
  if (isAtDash(cursor)) return readSequence(cursor, node, column);
  const name = takeKey(cursor, parent + 1);
  if (name !== undefined) return readMapping(cursor, node, column, name);
  // Comments may affect which further lines the library reads as part of the scalar.
  if (cursor.commentColumn !== -1) giveUp();
  return readLeaf(cursor, node, parent);
}

function isAtDash(cursor: YamlCursor): boolean {
  return cursor.code() === dash && isBlank(cursor.code(1));
}

function readSequence(cursor: YamlCursor, sequence: number, column: number): unknown {
  cursor.enter();
  const items: unknown[] = [];
  cursor.commentColumn = -1;
  do items.push(readItem(cursor, column));
  while (cursor.column === column && isAtDash(cursor));
  cursor.leave(sequence, column);
  return items;
}

/** Reads an item, which may begin a collection on the line of its dash. */
function readItem(cursor: YamlCursor, column: number): unknown {
  const start = cursor.at;
  cursor.at += 1;
  cursor.skipSpaces();
  if (isAtLineEnd(cursor)) return readBelow(cursor, column, column + 1);
  cursor.commentColumn = -1;
  return readBlockNode(cursor, column + cursor.at - start, column);
}

function readMapping(cursor: YamlCursor, mapping: number, column: number, firstName: string): unknown {
  cursor.enter();
  const members: Record<string, unknown> = {};
  let name: string | undefined = firstName;
  do {
    addMember(members, name, readMemberValue(cursor, column));
    name = cursor.column === column ? takeKey(cursor, column) : undefined;
  } while (name !== undefined);
  cursor.leave(mapping, column);
  return members;
}

/** Reads the value of a member whose key, at `column`, was already read. The cursor moves to the next content. */
export function readMemberValue(cursor: YamlCursor, column: number): unknown {
  cursor.skipSpaces();
  return isAtLineEnd(cursor) ? readBelow(cursor, column, column) : readLeaf(cursor, cursor.open(), column);
}

/** Whether only a comment, or nothing, follows on the line. */
function isAtLineEnd(cursor: YamlCursor): boolean {
  const code = cursor.code();
  return code === hash || isLineEnd(code);
}

/**
 * Reads the node on the lines below a key or a dash at `column`. The node is indented more, but a sequence may begin at
 * the column of its key.
 */
function readBelow(cursor: YamlCursor, column: number, sequenceColumn: number): unknown {
  const end = cursor.at;
  const isAfterComment = cursor.commentColumn !== -1;
  cursor.commentColumn = -1;
  const hasComment = cursor.finishLine();
  cursor.toContent(Infinity);
  const isSequence = cursor.column === sequenceColumn && isAtDash(cursor);
  if (cursor.column > column || isSequence) return readBlockNode(cursor, cursor.column, column);
  finishEmpty(cursor, end, isAfterComment || hasComment || cursor.commentColumn !== -1);
  return null;
}

/**
 * Ends an empty value. As in the library, it extends to the next content if a comment follows it or precedes its dash.
 */
function finishEmpty(cursor: YamlCursor, end: number, hasComment: boolean): void {
  cursor.tape.close(cursor.open(end), end);
  // If another document follows, the library omits some of the comments.
  if (hasComment && cursor.isAtDocumentMark()) giveUp();
  cursor.extent = hasComment ? cursor.at : end;
  cursor.commentColumn = -1;
}

/** Reads a scalar or a flow collection in a block collection at `parent`. */
function readLeaf(cursor: YamlCursor, leaf: number, parent: number): unknown {
  const code = cursor.code();
  if (code !== literal && code !== folded) {
    const value = readFlowNode(cursor, code, parent + 1);
    cursor.finish(leaf, parent);
    return value;
  }
  const value = readBlockScalar(cursor, parent);
  cursor.tape.close(leaf, cursor.at);
  cursor.endValue(Infinity);
  return value;
}

function readFlowNode(cursor: YamlCursor, code: number, indent: number): unknown {
  if (code === openBracket || code === openBrace) return readFlowCollection(cursor, indent);
  return isQuote(code) ? readQuoted(cursor, indent) : readPlain(cursor, indent, false);
}

/**
 * Reads a flow collection (section 7.4). Its further lines have at least the indentation `indent`; the closing bracket
 * may be one column less.
 */
function readFlowCollection(cursor: YamlCursor, indent: number): unknown {
  cursor.flowAt = cursor.at;
  const collection = new FlowReader(cursor, indent).readCollection();
  cursor.flowAt = undefined;
  return collection;
}

/**
 * Adds a member to a mapping. Gives up on repeated keys, merge keys and `__proto__`, which the `yaml` package reads.
 */
function addMember(mapping: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '<<' || name === '__proto__' || Object.hasOwn(mapping, name)) giveUp();
  if (mayBeIndex(name)) expectFewIndexes(mapping);
  mapping[name] = value;
}

function mayBeIndex(name: string): boolean {
  const first = name.charCodeAt(0);
  return name.length > 2 && first > 0x30 && first <= 0x39;
}

/**
 * Makes V8 store members with numeric names in a hash table. As array elements, the default for small numbers, the
 * responses of an operation, 200 to 404, take 5 kB for three members.
 */
function expectFewIndexes(mapping: Record<string, unknown>): void {
  if (Object.hasOwn(mapping, farIndex)) return;
  mapping[farIndex] = undefined;
  delete mapping[farIndex];
}
