import { newConsumerKey } from '../../runtime/token/new-consumer-key.ts';
import { randomBytes } from 'node:crypto';
import { digestOf } from '../../compiled/digest.ts';
import { isPublicClient } from '../../compiled/is-public-client.ts';
import type { KeySetName } from '../../compiled/manifest.ts';
import type { ProposedKeys } from '../../compiled/proposals/proposed-change.ts';
import type { ApplicationDeclaration } from '../../compiler/kinds/application/declaration.ts';

/** A consumer key, and a new secret for it unless the application is one that cannot keep any. */
export interface ConsumerKeys {
  readonly keySet: KeySetName;
  readonly consumerKey: string;
  readonly secret?: string;
}

/** The consumer key that an application has, or a new one, and a new secret of 256 bits. */
export function makeConsumerKeys(application: ApplicationDeclaration, keySet: KeySetName): ConsumerKeys {
  const consumerKey = application.keys?.[keySet]?.consumerKey ?? newConsumerKey();
  if (isPublicClient(application)) return { keySet, consumerKey };
  return { keySet, consumerKey, secret: randomBytes(32).toString('base64url') };
}

/** The keys as they are declared: of a secret, only its digest. */
export function declareKeys({ consumerKey, secret }: ConsumerKeys): ProposedKeys {
  return { consumerKey, ...(secret !== undefined && { secretDigest: digestOf(secret) }) };
}
