import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type NodeType, shapeAt, componentSection } from '#openapi/grammar.ts';
import { appendPointer, escapeToken } from '#source/place.ts';
import type { FolderFiles } from '../../folder-files.ts';
import { replaceWritten, writtenInLine } from '../insertion.ts';
import { namesAt, operationIdsIn, tagsOf, operationsOf } from './document-names.ts';
import { fieldDescription } from './field-descriptions.ts';
import { objectTypeAt } from './object-type.ts';
import { type OpenapiCursor, readOpenapiCursor } from './openapi-cursor.ts';
import { isSecurity, schemesSection, toIndex } from './openapi-places.ts';
import { posix } from 'node:path';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import { readVersionIn } from './read-version.ts';

/** The document in which a reference is written. */
interface ReferringDocument {
  readonly text: string;
  readonly version: OpenapiVersion;
  /** Relative to the root of `files`. */
  readonly file: string;
  readonly files: FolderFiles;
}

const pathItems = { PathItem: ['components', 'pathItems'] };

/** Sections that only some versions have. */
const furtherSections: Readonly<
  Partial<Record<OpenapiVersion, Partial<Record<NodeType, readonly string[]>>>>
> = { '3.1': pathItems, '3.2': { ...pathItems, MediaType: ['components', 'mediaTypes'] } };

/** Formats by type, as in the registries of OpenAPI and JSON Schema. */
const formatsByType: Readonly<Record<string, readonly string[]>> = {
  string: [
    'date-time',
    'date',
    'time',
    'duration',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'uuid',
    'byte',
    'binary',
    'password',
    'regex',
  ],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/** The usual statuses of responses. */
const usualStatuses: Readonly<Record<string, string>> = {
  '200': 'OK',
  '201': 'Created',
  '202': 'Accepted',
  '204': 'No Content',
  '304': 'Not Modified',
  '400': 'Bad Request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'Not Found',
  '409': 'Conflict',
  '412': 'Precondition Failed',
  '415': 'Unsupported Media Type',
  '422': 'Unprocessable Content',
  '429': 'Too Many Requests',
  '500': 'Internal Server Error',
  '503': 'Service Unavailable',
};

const usualMediaTypes = [
  'application/json',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/octet-stream',
  'text/plain',
] as const;

/** A completion, not yet quoted. */
interface Offer {
  readonly name: string;
  readonly kind: CompletionItemKind;
  readonly description?: string | undefined;
  /** The value to insert after a new key. */
  readonly value?: string;
}

/** The completions at a position of an OpenAPI document: fields that the object lacks, names and values. */
export async function completeOpenapi(
  document: TextDocument,
  position: Position,
  files: FolderFiles,
): Promise<readonly CompletionItem[]> {
  const cursor = await readOpenapiCursor(document, position);
  const file = files.fileOf(document.uri);
  if (!cursor || file === undefined) return [];
  const { path } = cursor;
  const written = path.written ?? writtenInLine(lineOf(document, position), position.character, path.isInKey);
  // After the dash of a list, both a value and the first key of a mapping are possible.
  const isOpen = !path.written && path.key === undefined && path.parents.at(-1) === '*';
  const keys = path.isInKey || isOpen ? await offerKeys(cursor, file) : [];
  const values = !path.isInKey || isOpen ? await offerValues(cursor, file, files) : [];
  const quote = quoteAt(document, position, written.before);
  const toItem = (offer: Offer, isKey: boolean): CompletionItem => {
    const text = writeScalar(offer.name, quote, document.uri.endsWith('.json'));
    const replaced = replaceWritten(text, written, isKey, position);
    const { textEdit } = replaced;
    return {
      label: offer.name,
      kind: offer.kind,
      ...(offer.description !== undefined && { documentation: offer.description }),
      ...replaced,
      ...(isKey &&
        !written.hasColon &&
        textEdit &&
        offer.value !== undefined && {
          textEdit: { ...textEdit, newText: `${textEdit.newText}${offer.value}` },
        }),
    };
  };
  return [...keys.map((offer) => toItem(offer, true)), ...values.map((offer) => toItem(offer, false))];
}

function lineOf(document: TextDocument, { line }: Position): string {
  const start = { line, character: 0 };
  return document.getText({ start, end: { line: line + 1, character: 0 } }).replace(/\r?\n$/, '');
}

/** The quote at the beginning of the written text; empty if the text is not quoted. */
function quoteAt(document: TextDocument, { line, character }: Position, before: number): string {
  const start = { line, character: character - before };
  const first = document.getText({ start, end: { line, character: start.character + 1 } });
  return before > 0 && /["']/.test(first) ? first : '';
}

/** Writes a text as a scalar, in quotes if YAML would read it as another value. */
function writeScalar(text: string, quote: string, isJson: boolean): string {
  if (/^(?:true|false)$/.test(text)) return text;
  if (isJson || quote === '"') return JSON.stringify(text);
  return quote === "'" || !/^[\w$./-]*[a-z][\w$./+-]*$/i.test(text) ? `'${text}'` : text;
}

async function offerKeys(
  { version, fields, text, path }: OpenapiCursor,
  file: string,
): Promise<readonly Offer[]> {
  const { parents, siblings } = path;
  const free = (offers: readonly Offer[]) => offers.filter(({ name }) => !siblings.has(name));
  if (isSecurity(parents)) {
    const names = await namesAt(text, file, appendPointer('', ...schemesSection(version)));
    return free(names.map((name) => ({ name, kind: CompletionItemKind.Reference, value: '[]' })));
  }
  const type = objectTypeAt(parents);
  const mergesSiblings =
    type === 'PathItem' || (type === 'Schema' && version.startsWith('3.') && version !== '3.0');
  if (siblings.has('$ref') && !mergesSiblings) return [];
  const own = fields
    .list(parents, siblings)
    .filter(({ name }) => name !== '$ref' || siblings.size === 0 || mergesSiblings)
    .map(({ name, description }) => ({
      name,
      kind: CompletionItemKind.Property,
      description: fieldDescription(type, name) ?? description,
    }));
  return free([...own, ...usualKeys(parents, type)]);
}

/** Usual keys of a mapping in which any key is allowed: statuses or media types. */
function usualKeys(parents: readonly string[], type: string | undefined): readonly Offer[] {
  const kind = CompletionItemKind.Value;
  if (type === 'Responses')
    return Object.entries(usualStatuses).map(([name, description]) => ({ name, kind, description }));
  const shape = shapeAt('Document', parents.map(toIndex));
  const isContent = shape?.as === 'map' && shape.type === 'MediaType' && parents.at(-1) === 'content';
  return isContent ? usualMediaTypes.map((name) => ({ name, kind })) : [];
}

async function offerValues(
  cursor: OpenapiCursor,
  file: string,
  files: FolderFiles,
): Promise<readonly Offer[]> {
  const { version, fields, text, path } = cursor;
  const { parents, key, value, siblings } = path;
  const references = (names: readonly string[]): readonly Offer[] =>
    names.map((name) => ({ name, kind: CompletionItemKind.Reference }));
  const target = targetType(parents, key);
  if (target) return references(await listTargets(target, value, { text, version, file, files }));
  const type = objectTypeAt(key === undefined ? parents.slice(0, -2) : parents);
  const list = key === undefined && parents.at(-1) === '*' ? parents.at(-2) : undefined;
  if (type === 'Operation' && list === 'tags') return references(await tagsOf(text, file));
  if (type === 'Link' && key === 'operationId') return references(operationIdsIn(text));
  if (type === 'Schema' && list === 'required' && !parents.slice(0, -2).includes('*'))
    return references(await namesAt(text, file, appendPointer('', ...parents.slice(0, -2), 'properties')));
  if (key === 'format' && fields.list(parents).some(({ name }) => name === 'format'))
    return (formatsByType[siblings.get('type') ?? ''] ?? Object.values(formatsByType).flat()).map((name) => ({
      name,
      kind: CompletionItemKind.Value,
    }));
  return fields
    .listValues(parents, key, siblings)
    .map(({ name, description }) => ({ name, kind: CompletionItemKind.EnumMember, description }));
}

/** The type of object that the value of a key refers to; undefined if it is not a reference. */
function targetType(parents: readonly string[], key: string | undefined): NodeType | undefined {
  const shape = shapeAt('Document', parents.map(toIndex));
  if (key === '$ref') return shape?.as === 'one' ? shape.type : undefined;
  if (key === 'operationRef' && objectTypeAt(parents) === 'Link') return 'Operation';
  return shape?.type === 'SchemaName' && shape.as === 'map' && key !== undefined ? 'Schema' : undefined;
}

/**
 * The possible targets of a reference to a type of object: components or operations of the document, and files in its
 * folder; after the name of another file and `#`, the components or operations of that file. `typed` is the text so
 * far.
 */
async function listTargets(
  type: NodeType,
  typed: string,
  { text, version, file, files }: ReferringDocument,
): Promise<readonly string[]> {
  const [path = '', fragment] = typed.split('#');
  if (path === '') {
    const own = await objectsIn(text, file, type, version);
    return [
      ...own.map((pointer) => `#${pointer}`),
      ...(fragment === undefined ? filesAt('', file, files) : []),
    ];
  }
  if (fragment === undefined) return filesAt(path.slice(0, path.lastIndexOf('/') + 1), file, files);
  const other = inFolderOf(file, path);
  const otherText = files.textOf(other);
  if (otherText === undefined) return [];
  const otherVersion = readVersionIn(otherText);
  const pointers = otherVersion
    ? await objectsIn(otherText, other, type, otherVersion)
    : (await namesAt(otherText, other, '')).map((name) => `/${escapeToken(name)}`);
  return pointers.map((pointer) => `${path}#${pointer}`);
}

/** JSON pointers to the objects of a type that references in a document can name. */
async function objectsIn(
  text: string,
  file: string,
  type: NodeType,
  version: OpenapiVersion,
): Promise<readonly string[]> {
  if (type === 'Operation')
    return (await operationsOf(text, file)).map((tokens) => `/${tokens.map(encodeToken).join('/')}`);
  const section = componentSection(type, version) ?? furtherSections[version]?.[type];
  if (!section) return [];
  const pointer = `/${section.join('/')}`;
  return (await namesAt(text, file, pointer)).map((name) => `${pointer}/${encodeToken(name)}`);
}

/** A token of a JSON pointer in the fragment of a URL (RFC 6901, section 6). */
function encodeToken(token: string): string {
  return encodeURI(escapeToken(token));
}

/** The files and folders in a folder whose path is relative to a file. */
function filesAt(folder: string, file: string, files: FolderFiles): readonly string[] {
  const own = posix.basename(file);
  return files
    .list(inFolderOf(file, folder === '' ? '.' : folder))
    .filter(({ name, isFolder }) => !name.startsWith('.') && (isFolder || /\.(?:ya?ml|json)$/.test(name)))
    .filter(({ name, isFolder }) => (isFolder ? name !== 'node_modules' : name !== own || folder !== ''))
    .map(({ name, isFolder }) => `${folder}${name}${isFolder ? '/' : ''}`)
    .toSorted();
}

function inFolderOf(file: string, path: string): string {
  return posix.normalize(posix.join(posix.dirname(file), path));
}
