import { randomBytes } from 'node:crypto';
import { digestOf } from '../../../compiled/digest.ts';
import { newConsumerKey } from '../../token/new-consumer-key.ts';
import { isPublicClient } from '../../../compiled/is-public-client.ts';
import type { ApplicationType, KeySetName } from '../../../compiled/manifest.ts';
import type { ProposedKeys } from '../../../compiled/proposals/proposed-change.ts';
import type { MadeKeys } from './proposal-form.ts';

/** Keys of 128 and 256 bits; those of a public client have no secret, and an application keeps the key that it has. */
export function makeKeys(
  type: ApplicationType,
  keySet: KeySetName,
  consumerKey = newConsumerKey(),
): { readonly made: MadeKeys; readonly proposed: ProposedKeys } {
  if (isPublicClient({ type })) return { made: { keySet, consumerKey }, proposed: { consumerKey } };
  const secret = randomBytes(32).toString('base64url');
  return {
    made: { keySet, consumerKey, secret },
    proposed: { consumerKey, secretDigest: digestOf(secret) },
  };
}
