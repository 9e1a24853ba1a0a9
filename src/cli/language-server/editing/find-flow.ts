import { type CST, Parser } from 'yaml';
import { readYamlLine } from './yaml-line.ts';

/** A flow collection of a document in blocks, or one that is the whole document, as JSON is. */
export interface Flow {
  readonly root: CST.FlowCollection;
  /** Its first line, from the start of the document. */
  readonly line: number;
  /** The position that was searched for, from the start of the collection. */
  readonly cursor: number;
}

/** Finds the outermost flow collection around a position, a line of a document and a character. */
export function findFlow(lines: readonly string[], at: number, character: number): Flow | undefined {
  for (let line = 0; line <= at; line += 1) {
    const opening = findOpening(lines[line] ?? '');
    if (!opening) continue;
    const end = findDedent(lines, line + 1, opening.indent);
    const root = parseFlow(lines.slice(line, end).join('\n').slice(opening.start));
    if (!root) continue;
    const before = [...lines.slice(line, at), (lines[at] ?? '').slice(0, character)].join('\n');
    const cursor = before.length - opening.start;
    const closing = root.end[0];
    if (cursor > 0 && at < end && !(closing && cursor > closing.offset)) return { root, line, cursor };
    line = closing ? line + linesIn(lines, line, opening.start + closing.offset) : end - 1;
  }
  return undefined;
}

/** Where a collection begins in a line, and the column that its other lines have to exceed. */
function findOpening(text: string): { readonly start: number; readonly indent: number } | undefined {
  if (!/[[{]/.test(text)) return undefined;
  const { keyEnd, key, column, dashes } = readYamlLine(text);
  const between = /^[\s:]*(?=[[{])/.exec(text.slice(keyEnd));
  if (!between) return undefined;
  return { start: keyEnd + between[0].length, indent: key === undefined ? (dashes.at(-1) ?? -1) : column };
}

/** The next line that continues the block around a collection, whether or not that is closed. */
function findDedent(lines: readonly string[], from: number, indent: number): number {
  const rest = lines.slice(from).findIndex((text) => {
    const { isEmpty, column } = readYamlLine(text);
    return !isEmpty && column <= indent && !/^\s*[\]}]/.test(text);
  });
  return rest === -1 ? lines.length : from + rest;
}

function parseFlow(text: string): CST.FlowCollection | undefined {
  const [document] = new Parser().parse(text);
  const value = document?.type === 'document' ? document.value : undefined;
  return value?.type === 'flow-collection' ? value : undefined;
}

/** How many line breaks a number of characters from the start of a line contains. */
function linesIn(lines: readonly string[], from: number, length: number): number {
  let line = from;
  for (let rest = length; rest > (lines[line] ?? '').length && line < lines.length; line += 1)
    rest -= (lines[line] ?? '').length + 1;
  return line - from;
}
