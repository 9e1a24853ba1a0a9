import { randomBytes } from 'node:crypto';
import { digestOf } from '#compiled/digest.ts';
import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ApplicationType, KeySetName } from '#compiled/manifest.ts';
import type { ProposedKeys } from '#compiled/proposals/proposed-change.ts';

/** A consumer key, and a new secret for it unless the application cannot keep a secret. */
export interface ConsumerKeys {
  readonly keySet: KeySetName;
  readonly consumerKey: string;
  readonly secret?: string;
}

/** A secret of 256 bits for the consumer key that an application of a type has, or for a new one of 128 bits. */
export function makeConsumerKeys(
  type: ApplicationType,
  keySet: KeySetName,
  consumerKey = makeConsumerKey(),
): ConsumerKeys {
  if (isPublicClient({ type })) return { keySet, consumerKey };
  return { keySet, consumerKey, secret: randomBytes(32).toString('base64url') };
}

/** A secret that begins with a hyphen would be read as an option in a command. */
function makeConsumerKey(): string {
  const key = randomBytes(16).toString('base64url');
  return key.startsWith('-') ? makeConsumerKey() : key;
}

/** The keys as declared: only the digest of a secret. */
export function declareKeys({ consumerKey, secret }: ConsumerKeys): ProposedKeys {
  return { consumerKey, ...(secret !== undefined && { secretDigest: digestOf(secret) }) };
}
