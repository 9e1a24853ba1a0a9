import type { SecretReference, TokenSettings } from '../compiled/manifest.ts';
import { readOrMakeSigningKey } from '../platform/own-signing-key.ts';
import type { SecretOf } from '../runtime/ports/secrets.ts';
import { joinKeyRing, readSigningKey, SigningKeyError, type KeyRing } from '../runtime/token/key-ring.ts';

/** The declared signing keys, or one of the gateway's own making. Rejects with an error that names the key at fault. */
export async function openKeyRing(
  { signingKeys }: TokenSettings,
  secretOf: SecretOf,
  ownKeyFile: string,
): Promise<KeyRing> {
  if (signingKeys.length === 0) return joinKeyRing([await readOwnKey(ownKeyFile)]);
  const keys = signingKeys.map(({ key, use }) => nameFault(readSigningKey(secretOf(key), use), nameOf(key)));
  return joinKeyRing(await Promise.all(keys));
}

async function readOwnKey(file: string) {
  return nameFault(readSigningKey(await readOrMakeSigningKey(file), 'sign'), file);
}

function nameFault<Key>(reading: Promise<Key>, name: string): Promise<Key> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof SigningKeyError)) throw error;
    throw new SigningKeyError(`The signing key ${name} cannot be used: ${error.message}.`);
  });
}

function nameOf({ fromEnv, fromFile }: SecretReference): string {
  return fromFile ?? `in the environment variable ${fromEnv ?? ''}`;
}
