import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateFolder } from './make-private-folder.ts';
import { readFileIfPresent } from './read-file-if-present.ts';
import { createFileAtomically } from './write-file-atomically.ts';

/** The P-256 key that is kept in a file, in PKCS#8 PEM; made where there is none. */
export async function readOrMakeSigningKey(file: string): Promise<string> {
  const kept = await readFileIfPresent(file);
  if (kept !== undefined) return kept;
  await makePrivateFolder(dirname(file));
  return keepSigningKey(file, makeSigningKey());
}

/** Of two gateways that start on one folder both go by the key that was kept first. */
async function keepSigningKey(file: string, made: string): Promise<string> {
  try {
    await createFileAtomically(file, made, 0o600);
    return made;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(file, 'utf8');
    throw error;
  }
}

/** A new P-256 key, in PKCS#8 PEM. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
}
