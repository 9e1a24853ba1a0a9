import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { makePrivateFolder } from '#platform/files/private-files.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { CommandError } from '../command-error.ts';

interface StatePart {
  /** The name in messages. */
  readonly name: string;
  /** The files of the part, relative to the state folder. */
  readonly pattern: RegExp;
}

/** The files of a state folder, other than the database, that cannot be generated again. */
const parts: readonly StatePart[] = [
  { name: 'the signing keys', pattern: /^(signing-key\.pem|keys\/[^/]+\.pem)$/ },
  { name: 'the TLS certificates', pattern: /^tls\/[^/]+\.pem$/ },
];

/** The certificates that clients have to trust. */
const isPublic = /^tls\/(cert|ca)\.pem$/;

/** Copies the existing files of all parts from one folder to another, and returns the names of the copied parts. */
export async function copyStateParts(from: string, to: string): Promise<readonly string[]> {
  const files = await listFiles(from);
  const copied: string[] = [];
  for (const { name, pattern } of parts) {
    const own = files.filter((file) => pattern.test(file));
    for (const file of own)
      await copyPart(join(from, file), join(to, file), isPublic.test(file) ? 0o644 : 0o600);
    if (own.length > 0) copied.push(name);
  }
  return copied;
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const lists = ['', 'keys', 'tls'].map(async (below) => {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => (below ? `${below}/${name}` : name));
  });
  return (await Promise.all(lists)).flat();
}

async function copyPart(from: string, to: string, mode: number): Promise<void> {
  await makePrivateFolder(dirname(to));
  await writeFileAtomically(to, await readFile(from, 'utf8'), mode);
}

/** Waits for work on a state folder, and converts file errors to a CommandError. */
export async function explainStateError<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreError) throw new CommandError(error.message);
    const { path = '', dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
    if (path === '') throw error;
    throw new CommandError(`${dest ?? path} cannot be read or written (${explainSystemError(error)}).`);
  }
}
