import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ApplicationType, KeySetName } from '#compiled/manifest.ts';
import type { ProposedKeys } from '#compiled/proposals/proposed-change.ts';
import { Seal } from '#runtime/identity/seal.ts';
import { declareKeys, makeConsumerKeys, type ConsumerKeys } from '#runtime/token/consumer-keys.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { FilledForm } from './proposal-form.ts';

/**
 * Keys for a key set: the previewed keys if they fit, or else new keys. A consumer key that the application already has
 * (`known`) is reused.
 */
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

/** The keys of a preview, sealed in its form, so that the proposal contains the same keys. */
interface PreviewedKeys {
  /** Identifies the preview, which can be proposed once. */
  readonly id: string;
  readonly session: string;
  /** The name of the form. */
  readonly form: string;
  readonly keys: readonly ConsumerKeys[];
}

/** The form field that contains the keys of a preview. */
export const previewedKeysField = 'previewed-keys';

const previewSeconds = 30 * 60;
const previewedKeysSeal = new Seal<PreviewedKeys>('store-previewed-keys-2');

/** Seals the keys of a preview for the user's session and the form; only the gateway can read their secrets. */
export function sealPreviewedKeys(visit: StoreVisit, keys: readonly ConsumerKeys[]): Promise<string> {
  const { sealing, newIdentifier } = visit.portal.sessions;
  const form = visit.parameters['form'] ?? '';
  const content = { id: newIdentifier(), session: requireUser(visit).sessionId, form, keys };
  return previewedKeysSeal.seal(sealing, content, sealing.clock() / 1000 + previewSeconds);
}

/**
 * The keys of the preview that a form was sent from; empty if there are none, if they have expired, if they belong to
 * another session or form, or if the preview was proposed before, since secrets are shown only once. Rejects with a
 * StoreError.
 */
export async function openPreviewedKeys(visit: StoreVisit): Promise<readonly ConsumerKeys[]> {
  const sealed = visit.form.get(previewedKeysField);
  if (sealed === undefined) return [];
  const opened = await previewedKeysSeal.open(visit.portal.sessions.sealing, sealed);
  if (opened?.isExpired !== false) return [];
  const { id, session, form, keys } = opened.content;
  if (session !== requireUser(visit).sessionId || form !== visit.parameters['form']) return [];
  return visit.form.get('step') !== 'propose' || (await claimPreview(visit, id)) ? keys : [];
}

/** Whether a preview was not proposed before. */
function claimPreview({ portal: { sessions } }: StoreVisit, id: string): Promise<boolean> {
  return sessions.claimTicket(`preview ${id}`, sessions.sealing.clock() / 1000 + 2 * previewSeconds);
}
