import type { TokenSettings } from '#compiled/settings/gateway-settings.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { readOrMakeSigningKey } from '#platform/keys/own-secret-file.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';
import {
  joinKeyRing,
  type KeyRing,
  readSigningKey,
  type SigningKey,
  SigningKeyError,
} from '#runtime/token/key-ring.ts';
import type { OpenGeneratedKey } from '../served/served-generation.ts';

/**
 * Opens the declared signing keys, or the generated key if none is declared. Rejects with an error that names the key
 * with the problem.
 */
export async function openKeyRing(
  { signingKeys }: TokenSettings,
  secretOf: SecretOf,
  openGeneratedKey: OpenGeneratedKey,
): Promise<KeyRing> {
  if (signingKeys.length === 0) return joinKeyRing([await openGeneratedKey()]);
  const keys = signingKeys.map(({ key, use }) =>
    nameInError(readSigningKey(secretOf(key), use), nameOf(key)),
  );
  return joinKeyRing(await Promise.all(keys));
}

/**
 * Returns a function that reads the gateway's own key on its first call, and returns the same key from then on. Reading
 * the file at every reload would generate a new key if the file is missing, so that all tokens in use would be refused.
 */
export function holdGeneratedKey(file: string, read: () => Promise<string>): OpenGeneratedKey {
  let held: SigningKey | undefined;
  return async () => (held ??= await nameInError(readSigningKey(await read(), 'sign'), file));
}

/**
 * Returns a function that reads the gateway's own key file once, or generates the file, so that all threads get the
 * same key, including restarted ones.
 */
export function holdGeneratedKeyFile(file: string): () => Promise<string> {
  let held: string | undefined;
  return async () => (held ??= await readOrMakeSigningKey(file));
}

function nameInError<Key>(reading: Promise<Key>, name: string): Promise<Key> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof SigningKeyError)) throw error;
    throw new SigningKeyError(
      `The signing key ${name} cannot be used: ${error.message}. Replace it with a P-256 private key in PEM.`,
    );
  });
}

function nameOf({ fromEnv, fromFile }: SecretReference): string {
  return fromFile ?? `in the environment variable ${fromEnv ?? ''}`;
}
