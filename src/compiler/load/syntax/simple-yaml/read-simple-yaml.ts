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
  /** Its number among the places. */
  readonly root: number;
}

/**
 * Reads a YAML 1.2 file that is written as most are, in a fraction of the time that a reader of all YAML takes: with
 * neither anchors, aliases, tags, directives, explicit keys nor tabs between its parts. Undefined for all others, and
 * for anything invalid: what it reads is exactly what the full YAML reader reads.
 */
export function readSimpleYaml(text: string): SimpleYaml | undefined {
  const read = readOrDoubt(text);
  return 'places' in read ? read : undefined;
}

/** The approximate offset at which the reader gives up on a text. */
export interface DoubtfulPlace {
  readonly at: number;
  /** Where the flow collection begins that contains the place, if one does. */
  readonly flowAt: number | undefined;
}

/** Finds where the reader gives up on a text; undefined if it reads all of it. */
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

/** Whether a carriage return is not part of a line break of two characters. */
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
