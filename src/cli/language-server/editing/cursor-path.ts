import { readBlockPath } from './block-path.ts';
import { readFlowPath, type WrittenToken } from './flow-path.ts';
import type { PathInDocument } from './path-in-document.ts';
import { readYamlLine } from './yaml-line.ts';

/** What is at a position of a YAML or JSON text. */
export interface CursorPath extends PathInDocument {
  /** The `kind` of the document; undefined if it is not a declaration. */
  readonly kind: string | undefined;
  /** The number of the document in the file, from 0. */
  readonly document: number;
  /** What is written there; undefined if the position is not in a flow collection, such as one of JSON. */
  readonly written: WrittenToken | undefined;
}

/** Reads the path to a position, line and character from 0. */
export function readCursorPath(text: string, line: number, character: number): CursorPath {
  const { lines, at, document } = documentOf(text.split(/\r?\n/), line);
  const { rootKind, written, ...path } = readFlowPath(lines, at, character) ?? {
    ...readBlockPath(lines, at, character),
    rootKind: undefined,
    written: undefined,
  };
  const kind = rootKind ?? lines.map(kindIn).find((one) => one !== undefined);
  return { ...path, written, kind, document };
}

/** The number of the document at a line, from 0. */
export function readDocumentIndex(text: string, line: number): number {
  return documentOf(text.split(/\r?\n/), line).document;
}

function kindIn(line: string): string | undefined {
  return /^kind:\s*["']?(\w+)/.exec(line)?.[1];
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
