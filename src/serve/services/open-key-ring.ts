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
import type { OpenOwnKey } from '../served/served-generation.ts';

/** The declared signing keys, or one that the gateway has generated. Rejects with an error that names the key with the problem. */
export async function openKeyRing(
  { signingKeys }: TokenSettings,
  secretOf: SecretOf,
  openOwnKey: OpenOwnKey,
): Promise<KeyRing> {
  if (signingKeys.length === 0) return joinKeyRing([await openOwnKey()]);
  const keys = signingKeys.map(({ key, use }) =>
    nameInError(readSigningKey(secretOf(key), use), nameOf(key)),
  );
  return joinKeyRing(await Promise.all(keys));
}

/**
 * Reads the gateway's own key when it is first needed, or makes it, and then keeps it: if its file were read at every
 * reload, a missing one would be generated again, and all tokens in use be refused.
 */
export function holdOwnKey(file: string, read: () => Promise<string>): OpenOwnKey {
  let held: SigningKey | undefined;
  return async () => (held ??= await nameInError(readSigningKey(await read(), 'sign'), file));
}

/** Reads the gateway's own key for all of its threads, so that each of them, also one that starts again, has the same. */
export function holdOwnKeyFile(file: string): () => Promise<string> {
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
