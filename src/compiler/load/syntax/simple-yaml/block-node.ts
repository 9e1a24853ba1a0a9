import { addMember } from './add-member.ts';
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
} from './characters.ts';
import { giveUp } from './doubt.ts';
import { readFlowCollection } from './flow-collection.ts';
import { readPlain } from './plain-scalar.ts';
import { readQuoted } from './quoted-scalar.ts';
import type { YamlCursor } from './yaml-cursor.ts';

/** Reads the node that begins here, at `column`, in a block collection at `parent`, and steps to the next content. */
export function readBlockNode(cursor: YamlCursor, column: number, parent: number): unknown {
  const node = cursor.open();
  if (isAtDash(cursor)) return readSequence(cursor, node, column);
  const name = takeKey(cursor, parent + 1);
  if (name !== undefined) return readMapping(cursor, node, column, name);
  // Comments may affect what the library reads as further lines of the scalar.
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

/** An item may begin a collection on the line of its dash. */
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

/** Reads the value of a member whose key, at `column`, was read, and steps to the next content. */
export function readMemberValue(cursor: YamlCursor, column: number): unknown {
  cursor.skipSpaces();
  return isAtLineEnd(cursor) ? readBelow(cursor, column, column) : readLeaf(cursor, cursor.open(), column);
}

/** Whether nothing follows on the line, but for a comment. */
function isAtLineEnd(cursor: YamlCursor): boolean {
  const code = cursor.code();
  return code === hash || isLineEnd(code);
}

/**
 * Reads the node on the lines below a key or a dash at `column`: it is indented further, except that a sequence may
 * begin at the column of its key.
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

/** Ends an empty value: up to the next content if a comment comes after it or before its dash, as the library does. */
function finishEmpty(cursor: YamlCursor, end: number, hasComment: boolean): void {
  cursor.tape.close(cursor.open(end), end);
  // If another document follows, the library leaves some of the comments out.
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
