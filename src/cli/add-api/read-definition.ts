import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { CommandError } from '../command-error.ts';

/** An OpenAPI document, and the texts of all its files. */
export interface DefinitionFiles {
  readonly document: JsonObject;
  /** Texts by absolute path, the document's own first; byte order marks are included. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether the paths exist on this machine; the paths of a fetched document begin at the document's folder. */
  readonly isOnDisk: boolean;
}

/** Reads the files of a document, by absolute path. */
export interface DefinitionReader {
  readonly isOnDisk: boolean;
  /** The text of a file; messages call it by `shownPath`. Rejects with a CommandError if it cannot be read. */
  readonly read: (path: string, shownPath: string) => Promise<string>;
  /**
   * The path of the file that a reference in the file `from` leads to. Rejects with a CommandError if it must not be
   * read.
   */
  readonly resolve: (from: string, reference: string) => Promise<string>;
}

/**
 * Reads an OpenAPI document and every file that it refers to. `shownPath` is its path as the user wrote it. Throws a
 * CommandError if a file is missing or malformed.
 */
export async function readDefinition(
  path: string,
  shownPath: string,
  reader: DefinitionReader,
): Promise<DefinitionFiles> {
  const texts = new Map<string, string>();
  const document = await readParts(path, shownPath, reader, texts);
  const isOpenApi = isJsonObject(document) && ('openapi' in document || 'swagger' in document);
  if (isOpenApi) return { document, texts, isOnDisk: reader.isOnDisk };
  throw new CommandError(
    `${shownPath} is not an OpenAPI document: it has neither \`openapi\` nor \`swagger\` at its top level.`,
  );
}

async function readParts(
  path: string,
  shownPath: string,
  reader: DefinitionReader,
  texts: Map<string, string>,
): Promise<Json | undefined> {
  if (texts.has(path)) return undefined;
  const text = await reader.read(path, shownPath);
  texts.set(path, text);
  const value = await parse(path, text, shownPath);
  for (const reference of listReferences(value)) {
    const target = await reader.resolve(path, reference);
    await readParts(target, `${reference} (referred to by ${shownPath})`, reader, texts);
  }
  return value;
}

async function parse(file: string, text: string, shownPath: string): Promise<Json> {
  const { parseSource } = await import('#compiler/load/syntax/parse-source.ts');
  const source = await parseSource(file, text.replace(/^\uFEFF/, ''));
  const [problem] = source.problems;
  if (!problem) return (source.documents[0]?.value ?? null) as Json;
  const { line, column } = source.toLocation(problem.span, '');
  throw new CommandError(
    `${shownPath} is broken at line ${line}, column ${column}: ${problem.message}`,
    problem.help,
  );
}

/** The files named by the `$ref` members in a value, relative to the file that contains the value. */
function listReferences(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, member]: [string, Json]) =>
    key === '$ref' && typeof member === 'string' ? fileOf(member) : listReferences(member),
  );
  return [...new Set(inside)];
}

/** The file that a reference names; empty for a reference into the same file, or to a URL, which lint reports. */
function fileOf(reference: string): readonly string[] {
  const path = reference.split('#')[0] ?? '';
  if (path === '' || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return [];
  return [decodePath(path)];
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
