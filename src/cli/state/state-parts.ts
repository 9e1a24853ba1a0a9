import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../../platform/files/make-private-folder.ts';
import { writeFileAtomically } from '../../platform/files/write-file-atomically.ts';

interface StatePart {
  /** What people call it. */
  readonly name: string;
  /** The files of the part, relative to the state folder. */
  readonly pattern: RegExp;
}

/** What a state folder holds beside the database and cannot be made again. */
const parts: readonly StatePart[] = [
  { name: 'the signing keys', pattern: /^(signing-key\.pem|keys\/[^/]+\.pem)$/ },
  { name: 'the TLS certificates', pattern: /^tls\/[^/]+\.pem$/ },
];

/** What clients are given to trust. */
const isPublic = /^tls\/(cert|ca)\.pem$/;

/** Copies what there is of the parts from one folder to another, each file as a whole, and names what it copied. */
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
