import { readBlockPath } from './block-path.ts';
import { readFlowPath, type WrittenToken } from './flow-path.ts';
import type { PathInDocument } from './path-in-document.ts';
import { linesAround } from './lines-around.ts';
import { readYamlLine } from './yaml-line.ts';

/** The content at a position of a YAML or JSON text. */
export interface CursorPath extends PathInDocument {
  /** The `kind` of the document; undefined if it is not a declaration. */
  readonly kind: string | undefined;
  /** The number of the document in the file, from 0. */
  readonly document: number;
  /**
   * The key or value at the position; undefined if the position is not in a flow collection, such as a JSON document.
   */
  readonly written: WrittenToken | undefined;
}

/** Reads the path to a position, line and character from 0. */
export function readCursorPath(text: string, line: number, character: number): CursorPath {
  const { lines: all, at: atAll, document } = documentOf(text.split(/\r?\n/), line);
  const { lines, at } = linesAround(all, atAll, character);
  const { rootKind, written, ...path } = readFlowPath(lines, at, character) ?? {
    ...readBlockPath(lines, at, character),
    rootKind: undefined,
    written: undefined,
  };
  const kind = rootKind ?? kindOf(all);
  return { ...path, written, kind, document };
}

/** The number of the document at a line, from 0. */
export function readDocumentIndex(text: string, line: number): number {
  return documentOf(text.split(/\r?\n/), line).document;
}

function kindOf(lines: readonly string[]): string | undefined {
  const line = lines.find((one) => one.startsWith('kind:'));
  return /^kind:\s*["']?(\w+)/.exec(line ?? '')?.[1];
}

function documentOf(lines: readonly string[], line: number) {
  const isMark = (one: string) => /^---(?:\s|$)/.test(one);
  const start = lines.slice(0, line).findLastIndex(isMark) + 1;
  const length = lines.slice(start).findIndex(isMark);
  const before = lines.slice(0, start).filter(isMark).length;
  const isFirstMarked = lines.findIndex(isMark) === lines.findIndex((one) => !readYamlLine(one).isEmpty);
  return {
    lines: lines.slice(start, length === -1 ? undefined : start + length),
    at: line - start,
    document: Math.max(0, before - (isFirstMarked ? 1 : 0)),
  };
}
