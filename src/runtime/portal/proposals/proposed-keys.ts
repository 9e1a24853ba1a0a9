import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ApplicationType, KeySetName } from '#compiled/manifest.ts';
import type { ProposedKeys, ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import { Seal } from '#runtime/identity/seal.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { declareKeys, makeConsumerKeys, type ConsumerKeys } from '#runtime/token/consumer-keys.ts';
import { texts } from '../texts/texts.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { proposerOf, type FilledForm } from './proposal-form.ts';

const { replaces } = texts.proposals.preview;

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

/** The proposals that may contain keys, by what they are about. */
const replaced: Readonly<Partial<Record<ProposalSubject['aspect'], string>>> = {
  application: replaces.application,
  'production-keys': replaces.keys,
  'sandbox-keys': replaces.keys,
};

/**
 * A warning for the preview of a change that would replace an open proposal of the user whose keys were shown already.
 * Undefined if there is none, or if that is not known now.
 */
export async function warnOfReplacedKeys(
  visit: StoreVisit,
  { aspect, application }: ProposalSubject,
): Promise<string | undefined> {
  const warning = replaced[aspect];
  if (warning === undefined) return undefined;
  const listed = await visit.portal.services.proposals.list(proposerOf(requireUser(visit)));
  if (isProposalProblem(listed)) return undefined;
  const isReplaced = listed.some(
    ({ state, subject }) =>
      state === 'open' && subject?.aspect === aspect && subject.application === application,
  );
  return isReplaced ? warning : undefined;
}
