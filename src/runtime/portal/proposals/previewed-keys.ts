import { Seal } from '#runtime/identity/seal.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { ConsumerKeys } from '#runtime/token/consumer-keys.ts';

/** The keys that a preview was made with, kept in its form: what is proposed has the same ones. */
interface PreviewedKeys {
  readonly session: string;
  /** The name of the form. */
  readonly form: string;
  readonly keys: readonly ConsumerKeys[];
}

/** The field of a preview that contains its keys. */
export const previewedKeysField = 'previewed-keys';

const previewSeconds = 30 * 60;
const previewedKeysSeal = new Seal<PreviewedKeys>('store-previewed-keys-1');

/** Seals the keys of a preview, whose secrets only the gateway can read, for its session and its form. */
export function sealPreviewedKeys(visit: StoreVisit, keys: readonly ConsumerKeys[]): Promise<string> {
  const { sealing } = visit.portal.sessions;
  const content = { session: requireUser(visit).sessionId, form: visit.parameters['form'] ?? '', keys };
  return previewedKeysSeal.seal(sealing, content, sealing.clock() / 1000 + previewSeconds);
}

/** The keys of the preview that a form comes from; empty if it has none, or those of another session or form. */
export async function openPreviewedKeys(visit: StoreVisit): Promise<readonly ConsumerKeys[]> {
  const sealed = visit.form.get(previewedKeysField);
  if (sealed === undefined) return [];
  const opened = await previewedKeysSeal.open(visit.portal.sessions.sealing, sealed);
  if (opened?.isExpired !== false) return [];
  const { session, form, keys } = opened.content;
  return session === requireUser(visit).sessionId && form === visit.parameters['form'] ? keys : [];
}
