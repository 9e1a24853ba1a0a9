import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../files/private-files.ts';
import { readFileIfPresent } from '../files/read-file-if-present.ts';
import { createFileAtomically } from '../files/write-file-atomically.ts';

/** The secret in a file that only its owner can read; generated if the file does not exist. */
export async function readOrMakeSecretFile(file: string, make: () => string): Promise<string> {
  const saved = await readFileIfPresent(file);
  if (saved !== undefined) return saved;
  await makePrivateFolder(dirname(file));
  return keepSecret(file, make());
}

/**
 * Saves a secret, and returns the one in the file: if two gateways start in one folder, both use the secret that was
 * saved first.
 */
async function keepSecret(file: string, made: string): Promise<string> {
  try {
    await createFileAtomically(file, made, 0o600);
    return made;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(file, 'utf8');
    throw error;
  }
}

/** The P-256 key in a file, in PKCS#8 PEM; generated if the file does not exist. */
export function readOrMakeSigningKey(file: string): Promise<string> {
  return readOrMakeSecretFile(file, makeSigningKey);
}

/** A new P-256 key, in PKCS#8 PEM. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
}
