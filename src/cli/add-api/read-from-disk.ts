import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { decodeDocument } from './decode-document.ts';
import { type DefinitionFiles, readDefinition } from './read-definition.ts';

const maximumBytes = 64 * 1024 ** 2;

/** Reads a document on this machine, and all files that it refers to. Throws a CommandError if one cannot be read. */
export async function readFromDisk(written: string, folder: string): Promise<DefinitionFiles> {
  const file = await resolveFile(folder, written);
  return readDefinition(file, written, {
    isOnDisk: true,
    read: readText,
    resolve: (from, reference) => resolveFile(dirname(from), reference),
  });
}

/** Resolves symbolic links, so that no file is read twice. */
async function resolveFile(folder: string, file: string): Promise<string> {
  const path = resolve(folder, file);
  return realpath(path).catch(() => path);
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
  return decodeDocument(bytes, written);
}
