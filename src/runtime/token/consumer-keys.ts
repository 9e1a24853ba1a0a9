import { randomBytes } from 'node:crypto';
import { digestOf } from '#compiled/digest.ts';
import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ApplicationType, KeySetName } from '#compiled/manifest.ts';
import type { ProposedKeys } from '#compiled/proposals/proposed-change.ts';

/** A consumer key, and a new secret for it unless the application is a public client. */
export interface ConsumerKeys {
  readonly keySet: KeySetName;
  readonly consumerKey: string;
  readonly secret?: string;
}

/**
 * Generates a secret of 256 bits for the given consumer key, or for a new one of 128 bits. A public client gets no
 * secret.
 */
export function makeConsumerKeys(
  type: ApplicationType,
  keySet: KeySetName,
  consumerKey = makeConsumerKey(),
): ConsumerKeys {
  if (isPublicClient({ type })) return { keySet, consumerKey };
  return { keySet, consumerKey, secret: randomBytes(32).toString('base64url') };
}

/** A random key. It must not begin with a hyphen, which a command would read as an option. */
function makeConsumerKey(): string {
  const key = randomBytes(16).toString('base64url');
  return key.startsWith('-') ? makeConsumerKey() : key;
}

/** The keys as they are declared, with only the digest of the secret. */
export function declareKeys({ consumerKey, secret }: ConsumerKeys): ProposedKeys {
  return { consumerKey, ...(secret !== undefined && { secretDigest: digestOf(secret) }) };
}
