import { generateKeyPairSync } from 'node:crypto';
import { dirname } from 'node:path';
import { makePrivateFolder } from './make-private-folder.ts';
import { readFileIfPresent } from './read-file-if-present.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** The P-256 key that is kept in a file, in PKCS#8 PEM; made where there is none. */
export async function readOrMakeSigningKey(file: string): Promise<string> {
  const kept = await readFileIfPresent(file);
  if (kept !== undefined) return kept;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await makePrivateFolder(dirname(file));
  await writeFileAtomically(file, made, 0o600);
  return made;
}
