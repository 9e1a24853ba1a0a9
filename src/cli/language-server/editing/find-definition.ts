import { posix } from 'node:path';
import type { Location, Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { parseSource } from '#compiler/load/syntax/parse-source.ts';
import type { DeclaredNames } from '#serve/folder-checks/folder-check.ts';
import { type Place, splitPointer } from '#source/place.ts';
import type { FolderFiles } from '../folder-files.ts';
import { toLspRange } from '../to-lsp-diagnostic.ts';
import { readBlockPath } from './block-path.ts';
import { readCursorPath, readDocumentIndex } from './cursor-path.ts';
import { mayDeclare } from './may-declare.ts';
import { findKeyLine } from './find-key-line.ts';
import { kindNamedBy } from './kind-named-by.ts';
import { findNamedObject } from './openapi/find-named-object.ts';

/**
 * The definition of what the line at a position refers to: by `$ref`, file, name or operationId. Texts are current;
 * names come from the last check.
 */
export async function findDefinition(
  document: TextDocument,
  { line, character }: Position,
  files: FolderFiles,
  declared: DeclaredNames | undefined,
): Promise<Location | undefined> {
  const file = files.fileOf(document.uri);
  if (file === undefined) return undefined;
  const text = document.getText();
  const lineText = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  const reference = referenceIn(lineText);
  if (reference) return locate(resolveReference(reference, file, readDocumentIndex(text, line)), files);
  const operationId = /["']?operationId["']?\s*:\s*["']?(?<id>[^\s"',}]+)/.exec(lineText)?.groups?.['id'];
  if (operationId !== undefined) return findOperation(document, operationId, line);
  const named = await findNamedObject(document, { line, character });
  if (named !== undefined) return locate(resolveReference(named, file, readDocumentIndex(text, line)), files);
  if (!mayDeclare(document, { line, character })) return undefined;
  const { kind, key, value, parents } = readCursorPath(text, line, character);
  if (key === undefined) return undefined;
  if (kind === 'Api' && key === 'definition') return locate(resolveReference(value, file, 0), files);
  const namedKind = kindNamedBy(kind, [...parents, key]);
  const place = namedKind && declared?.places.get(`${namedKind} ${value}`);
  return place && locate(place, files);
}

/** The reference in a line; its path may contain braces. */
function referenceIn(line: string): string | undefined {
  return /["']?(?:\$ref|operationRef)["']?\s*:\s*(?:"(?<a>[^"]*)"|'(?<b>[^']*)'|(?<c>(?:\{[^\s{}]*\}|[^\s,}])+))/
    .exec(line)
    ?.slice(1)
    .find((one) => one !== undefined);
}

/** The place that a relative reference names; the fragment is a JSON pointer (RFC 6901, section 6). */
function resolveReference(reference: string, file: string, document: number): Place {
  const [path = '', fragment = ''] = reference.split('#');
  const pointer = decode(fragment);
  if (path === '') return { file, document, pointer };
  return { file: posix.normalize(posix.join(posix.dirname(file), decode(path))), document: 0, pointer };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The location of a place; undefined if its file cannot be read. */
async function locate(place: Place, files: FolderFiles): Promise<Location | undefined> {
  const text = files.textOf(place.file);
  if (text === undefined) return undefined;
  const start = await findStart(place, text);
  return { uri: files.uriOf(place.file), range: { start, end: start } };
}

/**
 * The maximum length of a text that is always parsed. A longer text is searched by lines; JSON, which is parsed faster
 * than YAML, is parsed if the search fails.
 */
const maxParsed = 1024 ** 2;

async function findStart(place: Place, text: string): Promise<Position> {
  const top = { line: 0, character: 0 };
  if (place.pointer === '') return top;
  if (text.length > maxParsed) {
    const found = findKeyLine(text, place.pointer);
    if (found || !place.file.endsWith('.json')) return found ?? top;
  }
  const file = await parseSource(place.file, text);
  const span = file.documents[place.document]?.locate(splitPointer(place.pointer), 'key');
  return span ? toLspRange(file.toLocation(span, place.pointer)).start : top;
}

/** The operation that a link names: another line of the document with the same operationId. */
function findOperation(document: TextDocument, id: string, from: number): Location | undefined {
  const text = document.getText();
  const escaped = id.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const pattern = new RegExp(String.raw`["']?operationId["']?\s*:\s*["']?${escaped}(?=["'\s,}]|$)`, 'g');
  const places = [...text.matchAll(pattern)].map(({ index }) => document.positionAt(index));
  const lines = text.split(/\r?\n/);
  const start = places.find(({ line }) => line !== from && !isInLinks(lines, line));
  return start && { uri: document.uri, range: { start, end: start } };
}

function isInLinks(lines: readonly string[], line: number): boolean {
  // Reads the indentation, since a large JSON document would otherwise have to be parsed as a whole.
  return readBlockPath(lines, line, 0).parents.at(-2) === 'links';
}
