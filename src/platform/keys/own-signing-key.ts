import { generateKeyPairSync } from 'node:crypto';
import { readOrMakeSecretFile } from './own-secret-file.ts';

/** The P-256 key that is kept in a file, in PKCS#8 PEM; made where there is none. */
export function readOrMakeSigningKey(file: string): Promise<string> {
  return readOrMakeSecretFile(file, makeSigningKey);
}

/** A new P-256 key, in PKCS#8 PEM. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
}
