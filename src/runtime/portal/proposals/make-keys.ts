import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ApplicationType, KeySetName } from '#compiled/manifest.ts';
import type { ProposedKeys } from '#compiled/proposals/proposed-change.ts';
import { declareKeys, makeConsumerKeys, type ConsumerKeys } from '#runtime/token/consumer-keys.ts';
import type { FilledForm } from './proposal-form.ts';

/** New keys, or those of the preview if they fit; an application keeps the consumer key that it has. */
export function makeKeys(
  { previewed }: Pick<FilledForm, 'previewed'>,
  type: ApplicationType,
  keySet: KeySetName,
  known?: string,
): { readonly made: ConsumerKeys; readonly proposed: ProposedKeys } {
  const fits = (keys: ConsumerKeys) =>
    keys.keySet === keySet &&
    isPublicClient({ type }) === (keys.secret === undefined) &&
    (known === undefined || keys.consumerKey === known);
  const made = previewed.find(fits) ?? makeConsumerKeys(type, keySet, known);
  return { made, proposed: declareKeys(made) };
}
