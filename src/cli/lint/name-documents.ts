import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { looksLikeDocument } from '#serve/documents/looks-like-document.ts';
import { CommandError } from '../command-error.ts';
import type { Io } from '../io.ts';

/** The files of OpenAPI documents that a folder may contain. */
const documentGlobs = ['**/*.yaml', '**/*.yml', '**/*.json'];

/**
 * The OpenAPI documents that words of the command line name, absolute, each once: files, all that are below folders,
 * and those that globs find, which shells in pipelines often leave as they are. Throws a CommandError if a word finds
 * none.
 */
export async function nameDocuments(
  words: readonly string[],
  { cwd }: Pick<Io, 'cwd'>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const word of words) found.push(...(await findDocuments(word, cwd)));
  return [...new Set(found)];
}

async function findDocuments(word: string, cwd: string): Promise<readonly string[]> {
  const path = resolve(cwd, word);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile()) return [path];
  if (stats?.isDirectory()) {
    const documents = await keepDocuments(path, await diskSourceTree(path).list(documentGlobs));
    if (documents.length > 0) return documents;
    throw new CommandError(`${word} contains no OpenAPI document.`, whatCounts);
  }
  if (stats) throw new CommandError(`${word} is not a file.`, 'Name an OpenAPI document.');
  if (!/[*?[\]{}]/.test(word)) throw new CommandError(`${word} does not exist.`);
  const { folder, glob } = splitGlob(word);
  const root = resolve(cwd, folder);
  const files = await diskSourceTree(root).list([glob]);
  if (files.length === 0) throw new CommandError(`No file matches ${word}.`);
  const documents = await keepDocuments(root, files);
  if (documents.length > 0) return documents;
  throw new CommandError(`${word} finds no OpenAPI document.`, whatCounts);
}

const whatCounts = 'An OpenAPI document contains `openapi` or `swagger`.';

/** A glob and the folder that it begins in: its segments without special characters, which may lead up. */
function splitGlob(word: string): { readonly folder: string; readonly glob: string } {
  const segments = word.split('/');
  const start = segments.findIndex((segment) => /[*?[\]{}]/.test(segment));
  const folder = segments.slice(0, start).join('/');
  return { folder: word.startsWith('/') ? `/${folder}` : folder, glob: segments.slice(start).join('/') };
}

/** Those of some files that nobody has named one by one, so that others may be among them. */
async function keepDocuments(root: string, files: readonly string[]): Promise<readonly string[]> {
  const documents: string[] = [];
  for (const file of files) {
    const path = join(root, file);
    const text = await readFile(path, 'utf8').catch(() => '');
    if (looksLikeDocument(text)) documents.push(path);
  }
  return documents;
}
