import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { TextDecoder } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../../compiled/json.ts';
import { CommandError } from '../command-error.ts';

/** An OpenAPI document on the disk, and the files that it spreads over. */
export interface DefinitionFiles {
  readonly document: JsonObject;
  /** Texts by absolute path, the document's own first; byte order marks are kept. */
  readonly texts: ReadonlyMap<string, string>;
}

const maximumBytes = 64 * 1024 ** 2;

/** Reads an OpenAPI document and every file that it refers to. Throws a CommandError if one is missing or broken. */
export async function readDefinition(file: string, written: string): Promise<DefinitionFiles> {
  const texts = new Map<string, string>();
  const document = await readParts(file, written, texts);
  const isOpenApi = isJsonObject(document) && ('openapi' in document || 'swagger' in document);
  if (isOpenApi) return { document, texts };
  throw new CommandError(
    `${written} is not an OpenAPI document: it has neither \`openapi\` nor \`swagger\` at its top level.`,
  );
}

async function readParts(
  file: string,
  written: string,
  texts: Map<string, string>,
): Promise<Json | undefined> {
  if (texts.has(file)) return undefined;
  const text = await readText(file, written);
  texts.set(file, text);
  const value = await parse(file, text, written);
  for (const reference of listReferences(value)) {
    const path = resolve(dirname(file), reference);
    const target = await realpath(path).catch(() => path);
    await readParts(target, `${reference} (referred to by ${written})`, texts);
  }
  return value;
}

async function readText(file: string, written: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) throw new CommandError(`${written} does not exist.`);
  if (!stats.isFile()) throw new CommandError(`${written} is not a file.`);
  if (!/\.(ya?ml|json)$/i.test(file))
    throw new CommandError(`${written} does not have the extension of a YAML or JSON file.`);
  if (stats.size > maximumBytes) throw new CommandError(`${written} is larger than 64 MiB.`);
  const bytes = await readFile(file).catch(() => {
    throw new CommandError(`${written} cannot be read.`, 'Check its permissions.');
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandError(`${written} is not UTF-8 text.`);
  }
}

async function parse(file: string, text: string, written: string): Promise<Json> {
  const { parseSource } = await import('../../compiler/load/syntax/parse-source.ts');
  const source = await parseSource(file, text.replace(/^\uFEFF/, ''));
  const [problem] = source.problems;
  if (!problem) return (source.documents[0]?.value ?? null) as Json;
  const { line, column } = source.toLocation(problem.span, '');
  throw new CommandError(
    `${written} is broken at line ${line}, column ${column}: ${problem.message}`,
    problem.help,
  );
}

/** The files that the references of a value name, relative to the file of the value. */
function listReferences(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, member]: [string, Json]) =>
    key === '$ref' && typeof member === 'string' ? fileOf(member) : listReferences(member),
  );
  return [...new Set(inside)];
}

/** Nothing for a reference into the same file, or to a URL, which lint reports. */
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
