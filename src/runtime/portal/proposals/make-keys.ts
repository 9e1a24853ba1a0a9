import { randomBytes } from 'node:crypto';
import { digestOf } from '../../../compiled/digest.ts';
import { newConsumerKey } from '../../token/new-consumer-key.ts';
import { isPublicClient } from '../../../compiled/is-public-client.ts';
import type { ApplicationType, KeySetName } from '../../../compiled/manifest.ts';
import type { ProposedKeys } from '../../../compiled/proposals/proposed-change.ts';
import type { FilledForm, MadeKeys } from './proposal-form.ts';

/**
 * Keys of 128 and 256 bits, or those of the preview if they fit; those of a public client have no secret, and an
 * application keeps the key that it has.
 */
export function makeKeys(
  { previewed }: Pick<FilledForm, 'previewed'>,
  type: ApplicationType,
  keySet: KeySetName,
  known?: string,
): { readonly made: MadeKeys; readonly proposed: ProposedKeys } {
  const isPublic = isPublicClient({ type });
  const fits = (keys: MadeKeys) =>
    keys.keySet === keySet &&
    isPublic === (keys.secret === undefined) &&
    (known === undefined || keys.consumerKey === known);
  const made = previewed.find(fits) ?? {
    keySet,
    consumerKey: known ?? newConsumerKey(),
    ...(!isPublic && { secret: randomBytes(32).toString('base64url') }),
  };
  const { consumerKey, secret } = made;
  return {
    made,
    proposed: { consumerKey, ...(secret !== undefined && { secretDigest: digestOf(secret) }) },
  };
}
