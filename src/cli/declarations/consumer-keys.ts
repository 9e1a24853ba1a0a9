import { isPublicClient } from '../../compiled/is-public-client.ts';
import { randomBytes } from 'node:crypto';
import { digestOf } from '../../compiled/digest.ts';
import type { KeySetName } from '../../compiled/manifest.ts';
import type { ApplicationDeclaration } from '../../compiler/declaration/application.ts';

/** A consumer key, and a new secret for it unless the application is one that cannot keep any. */
export interface ConsumerKeys {
  readonly keySet: KeySetName;
  readonly consumerKey: string;
  readonly secret?: string;
}

/** The consumer key that an application has, or a new one, and a new secret of 256 bits. */
export function makeConsumerKeys(application: ApplicationDeclaration, keySet: KeySetName): ConsumerKeys {
  const consumerKey = application.keys?.[keySet]?.consumerKey ?? randomBytes(16).toString('base64url');
  if (isPublicClient(application)) return { keySet, consumerKey };
  return { keySet, consumerKey, secret: randomBytes(32).toString('base64url') };
}

/** The key set of an application once it has these keys; of a secret, only its digest. */
export function keySetWith(
  application: ApplicationDeclaration,
  { keySet, consumerKey, secret }: ConsumerKeys,
) {
  const digests = application.keys?.[keySet]?.secretDigests ?? [];
  const secretDigests = secret === undefined ? digests : [...digests, digestOf(secret)];
  return { consumerKey, ...(secretDigests.length > 0 && { secretDigests }) };
}
