import { posix } from 'node:path';
import { escapeToken } from '#source/place.ts';
import { componentSection, type NodeType } from '#openapi/grammar.ts';
import type { OpenapiVersion } from '#openapi/plain-parts.ts';
import type { FolderFiles } from '../../folder-files.ts';
import { namesAt, operationsOf } from './document-names.ts';
import { readVersionIn } from './read-version.ts';

/** The document in which a reference is written. */
export interface ReferringDocument {
  readonly text: string;
  readonly version: OpenapiVersion;
  /** Relative to the root of `files`. */
  readonly file: string;
  readonly files: FolderFiles;
}

/**
 * What a reference to an object of a type can lead to: components or operations of the document, files beside it and,
 * behind the name of another file, what that file contains. `typed` is what is written by now.
 */
export async function listTargets(
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

/** The pointers to the objects of a type that other places may refer to. */
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

const pathItems = { PathItem: ['components', 'pathItems'] };

/** Sections that only some versions have. */
const furtherSections: Readonly<
  Partial<Record<OpenapiVersion, Partial<Record<NodeType, readonly string[]>>>>
> = { '3.1': pathItems, '3.2': { ...pathItems, MediaType: ['components', 'mediaTypes'] } };

/** The files and folders in a folder that is written relative to a file. */
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
