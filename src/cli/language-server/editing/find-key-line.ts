import type { Position } from 'vscode-languageserver/node';
import { splitPointer } from '#source/place.ts';
import { unquote } from './yaml-line.ts';

/**
 * The lines of a mapping: the offset of the first character, the offset after the last, and the indentation of the
 * keys.
 */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
}

/**
 * Finds the key that a JSON pointer leads to, in a document with each key on a separate line. Reads the indentation, so
 * that large documents need not be parsed, and malformed ones can be read. Returns the nearest enclosing key if the
 * pointer has no target; undefined if not even the first name is found. The position is relative to the start of the
 * text.
 */
export function findKeyLine(text: string, pointer: string): Position | undefined {
  let block = rootOf(text);
  let found: number | undefined;
  for (const name of splitPointer(pointer)) {
    const at = block && findKey(text, block, name);
    if (at === undefined || !block) break;
    found = at;
    block = mappingBelow(text, at, block);
  }
  return found === undefined ? undefined : positionOf(text, found);
}

/**
 * The keys of the mapping that a JSON pointer leads to, found by indentation as well; empty if the mapping does not
 * exist.
 */
export function listKeys(text: string, pointer: string): readonly string[] {
  let block = rootOf(text);
  for (const name of splitPointer(pointer)) {
    const at = block && findKey(text, block, name);
    block = at === undefined || !block ? undefined : mappingBelow(text, at, block);
  }
  if (!block) return [];
  const { start, end, indent } = block;
  const keys = text
    .slice(start, end)
    .matchAll(new RegExp(`^ {${indent}}([^\\s#-][^#\\r\\n]*?)[ \\t]*:(?=\\s|$)`, 'gm'));
  return [...keys].map(([, key = '']) => unquote(key));
}

function rootOf(text: string): Block | undefined {
  return mappingIn(text, /^\s*\{[ \t]*\r?\n/.exec(text)?.[0].length ?? 0, text.length);
}

/** The offset of a key of a mapping, not of its nested mappings; undefined if the key does not exist. */
function findKey(text: string, { start, end, indent }: Block, name: string): number | undefined {
  const escaped = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const spelled = `${escaped}|${JSON.stringify(escaped).replaceAll(String.raw`\\`, '\\')}|'${escaped}'`;
  const pattern = new RegExp(`^ {${indent}}(?:${spelled})[ \\t]*:(?=\\s|$)`, 'gm');
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match && match.index < end ? match.index + indent : undefined;
}

/** The mapping that is the value of a key; undefined if the value is not on the lines below. */
function mappingBelow(text: string, key: number, { end, indent }: Block): Block | undefined {
  const start = text.indexOf('\n', key) + 1;
  if (start === 0) return undefined;
  const next = new RegExp(`^ {0,${indent}}[^\\s#]`, 'gm');
  next.lastIndex = start;
  const below = mappingIn(text, start, Math.min(next.exec(text)?.index ?? end, end));
  return below && below.indent > indent ? below : undefined;
}

/** The mapping in a range of the text; undefined if no line of the range has content. */
function mappingIn(text: string, start: number, end: number): Block | undefined {
  const first = /^( *)[^\s#]/gm;
  first.lastIndex = start;
  const match = first.exec(text);
  return match && match.index < end ? { start, end, indent: match[1]?.length ?? 0 } : undefined;
}

function positionOf(text: string, offset: number): Position {
  let line = 0;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, character: offset - start };
}
