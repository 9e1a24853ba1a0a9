import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeFolders } from '#platform/files/make-folders.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import { renderSchemas } from './render-schemas.ts';
import type { Io } from '../io.ts';
import { showPath } from '../project/paths.ts';
import { printable } from '../views/display-width.ts';

/** The texts of the schemas for editors, by path in a repository. */
export function listEditorSchemas(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(renderSchemas()).map(([file, text]) => [`schemas/${file}`, text]));
}

/** Writes the schemas of this version where they are missing or differ. */
export async function renewEditorSchemas(root: string, io: Io): Promise<void> {
  for (const [path, text] of Object.entries(listEditorSchemas())) {
    const shown = showPath(root, path, io.cwd);
    const existing = await readSchema(root, path);
    if (existing === text) io.stdout.write(`kept    ${printable(shown)}\n`);
    else {
      const file = join(root, path);
      const write = makeFolders(dirname(file)).then(() => writeFileAtomically(file, text));
      await explainDiskError(shown, write);
      io.stdout.write(`${existing === undefined ? 'created' : 'changed'} ${printable(shown)}\n`);
    }
  }
}

/** Reports schemas of another version, since editors use them to complete and check the files. */
export async function reportStaleSchemas(root: string, io: Io): Promise<void> {
  const [first, ...others] = await findStaleSchemas(root);
  if (first === undefined) return;
  const subject = others.length === 0 ? `${first} is` : `${first} and ${others.length} more are`;
  io.stderr.write(`${subject} not from this version: \`gatewright init --schemas\` renews them.\n`);
}

/** The paths of schemas whose JSON values differ from this version, regardless of formatting. */
async function findStaleSchemas(root: string): Promise<readonly string[]> {
  const schemas = Object.entries(listEditorSchemas());
  const checked = schemas.map(async ([path, text]) => {
    const existing = await readSchema(root, path);
    return existing !== undefined && !isSameJson(existing, text) ? [path] : [];
  });
  return (await Promise.all(checked)).flat();
}

function readSchema(root: string, path: string): Promise<string | undefined> {
  return readFile(join(root, path), 'utf8').catch(() => undefined);
}

function isSameJson(some: string, other: string): boolean {
  if (some === other) return true;
  try {
    return isDeepStrictEqual(JSON.parse(some), JSON.parse(other));
  } catch {
    return false;
  }
}
