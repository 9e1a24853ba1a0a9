import { maxValues } from '../find-unfit-value.ts';
import type { PlaceTape } from '../place-tape.ts';
import { readBlockNode } from './block-node.ts';
import { dash } from './characters.ts';
import { Doubt, giveUp } from './doubt.ts';
import { YamlCursor } from './yaml-cursor.ts';

/** The documents of a file, and the locations of all their values. */
export interface SimpleYaml {
  readonly documents: readonly SimpleDocument[];
  readonly places: PlaceTape;
}

/** A document of plain JSON values. */
export interface SimpleDocument {
  readonly value: object;
  /** The number of the document's value among the places. */
  readonly root: number;
}

/**
 * Reads a YAML 1.2 file that uses only common features, many times faster than the full reader: no anchors, aliases,
 * tags, directives, explicit keys, or tabs between parts. Returns undefined for all other files and for invalid ones.
 * The result is always exactly that of the full reader.
 */
export function readSimpleYaml(text: string): SimpleYaml | undefined {
  const read = readOrDoubt(text);
  return 'places' in read ? read : undefined;
}

/** The approximate offset at which the reader gives up on a text. */
export interface DoubtfulPlace {
  readonly at: number;
  /** The start of the outermost flow collection that contains the place; undefined outside flow collections. */
  readonly flowAt: number | undefined;
}

/** The place at which the reader gives up on a text; undefined if it reads the whole text. */
export function findDoubt(text: string): DoubtfulPlace | undefined {
  const read = readOrDoubt(text);
  return 'doubt' in read ? read.doubt : undefined;
}

function readOrDoubt(text: string): SimpleYaml | { readonly doubt: DoubtfulPlace } {
  const cursor = new YamlCursor(text);
  try {
    return readFile(cursor);
  } catch (error) {
    if (error instanceof Doubt) return { doubt: { at: cursor.at, flowAt: cursor.flowAt } };
    throw error;
  }
}

function readFile(cursor: YamlCursor): SimpleYaml {
  const { text } = cursor;
  if (hasLoneReturn(text)) giveUp();
  cursor.toContent(Infinity);
  const documents: SimpleDocument[] = [];
  do documents.push(readDocument(cursor));
  while (cursor.at < text.length);
  return { documents, places: cursor.tape.trim() };
}

/** Whether a text contains a carriage return without a line feed after it. */
export function hasLoneReturn(text: string): boolean {
  return text.includes('\r') && /\r(?!\n)/.test(text);
}

const byteOrderMark = 0xfeff;

function readDocument(cursor: YamlCursor): SimpleDocument {
  if (cursor.column === -1) skipDocumentStart(cursor);
  if (cursor.column === -1 || cursor.code() === byteOrderMark) giveUp();
  cursor.commentColumn = -1;
  const root = cursor.tape.size;
  const value = readBlockNode(cursor, cursor.column, -1);
  if (typeof value !== 'object' || value === null || cursor.column !== -1) giveUp();
  if (cursor.tape.size - root > maxValues) giveUp();
  return { value, root };
}

function skipDocumentStart(cursor: YamlCursor): void {
  if (cursor.code() !== dash) giveUp();
  cursor.at += 3;
  cursor.finishLine();
  cursor.toContent(Infinity);
}
