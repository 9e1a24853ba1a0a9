import { posix } from 'node:path';
import type { Location, Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Place } from '../../../source/place.ts';
import type { FolderReport } from '../lint-folder.ts';
import { toLspRange } from '../to-lsp-diagnostic.ts';
import { readBlockPath } from './block-path.ts';
import { readCursorPath, readDocumentIndex } from './cursor-path.ts';
import { mayDeclare } from './may-declare.ts';
import { findDeclaration, kindNamedBy } from './named-declarations.ts';

/** Where that is defined which the line of a position refers to: by `$ref`, by a file, by a name or by an operationId. */
export function findDefinition(
  document: TextDocument,
  { line, character }: Position,
  report: FolderReport,
): Location | undefined {
  const file = report.fileOf(document.uri);
  if (file === undefined) return undefined;
  const text = document.getText();
  const lineText = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  const reference = referenceIn(lineText);
  if (reference) return locate(resolveReference(reference, file, readDocumentIndex(text, line)), report);
  const operationId = /["']?operationId["']?\s*:\s*["']?(?<id>[^\s"',}]+)/.exec(lineText)?.groups?.['id'];
  if (operationId !== undefined) return findOperation(document, operationId, line);
  if (!mayDeclare(document, { line, character })) return undefined;
  const { kind, key, value, parents } = readCursorPath(text, line, character);
  if (key === undefined) return undefined;
  if (kind === 'Api' && key === 'definition') return locate(resolveReference(value, file, 0), report);
  const named = kindNamedBy(kind, [...parents, key]);
  const place = named && report.workspace && findDeclaration(report.workspace, named, value);
  return place && locate(place, report);
}

function referenceIn(line: string): string | undefined {
  return /["']?(?:\$ref|operationRef)["']?\s*:\s*(?:"(?<a>[^"]*)"|'(?<b>[^']*)'|(?<c>[^\s,}]+))/
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

/** Undefined if the file was not read. */
function locate(place: Place, { sources, uriOf }: FolderReport): Location | undefined {
  if (sources.text(place.file) === undefined) return undefined;
  const at = sources.locate(place, place.pointer === '' ? 'value' : 'key');
  const { start } = toLspRange(at);
  const target = place.pointer === '' ? { line: 0, character: 0 } : start;
  return { uri: uriOf(place.file), range: { start: target, end: target } };
}

/** The operation of a link: another line of the same document that has this operationId. */
function findOperation(document: TextDocument, id: string, from: number): Location | undefined {
  const escaped = id.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const pattern = new RegExp(String.raw`["']?operationId["']?\s*:\s*["']?${escaped}(?=["'\s,}]|$)`, 'g');
  const places = [...document.getText().matchAll(pattern)].map(({ index }) => document.positionAt(index));
  const start = places.find(({ line }) => line !== from && !isInLinks(document, line));
  return start && { uri: document.uri, range: { start, end: start } };
}

function isInLinks(document: TextDocument, line: number): boolean {
  // By its indentation, since all of a large JSON document would be parsed otherwise.
  return readBlockPath(document.getText().split(/\r?\n/), line, 0).parents.at(-2) === 'links';
}
