import { isPublicClient } from '#compiled/is-public-client.ts';
import type { ApplicationType, KeySetName } from '#compiled/manifest.ts';
import type { NewKeys, ProposedKeys, RetiredSecrets } from '#compiled/proposals/proposed-change.ts';
import { placeOf } from '#source/place.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers, addMembersAbove, appendItem } from '#compiler/edit/insert-content.ts';
import { removeItems } from '#compiler/edit/remove-items.ts';
import type { TextEdit } from '#compiler/edit/text-edit.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { findApplication } from '../find-declared.ts';
import { editFile, type ProposedEdit } from '../proposed-edit.ts';

/** The maximum number of secrets in a key set, as in the schema of an application. */
const maxSecrets = 4;

type Keyed = Pick<ApplicationDeclaration, 'keys'>;

/** The key set of an application after these keys are added. */
export function keySetWith({ keys }: Keyed, keySet: KeySetName, { consumerKey, secretDigest }: ProposedKeys) {
  const digests = keys?.[keySet]?.secretDigests ?? [];
  const secretDigests = secretDigest === undefined ? digests : [...digests, secretDigest];
  return {
    consumerKey: keys?.[keySet]?.consumerKey ?? consumerKey,
    ...(secretDigests.length > 0 && { secretDigests }),
  };
}

/** The edits that add keys to the text of the application's file. Throws an EditError. */
export function editKeySet(
  text: string,
  { value, place }: Declared<ApplicationDeclaration>,
  keySet: KeySetName,
  keys: ProposedKeys,
): readonly TextEdit[] {
  const existing = value.keys?.[keySet];
  const source = new EditableText(text);
  const after = keySetWith(value, keySet, keys);
  if (!value.keys) return addMembers(source, place, { keys: { [keySet]: after } });
  if (!existing) return addMembersAbove(source, placeOf(place, 'keys'), { [keySet]: after });
  const { secretDigest } = keys;
  if (secretDigest === undefined) return [];
  const at = placeOf(place, 'keys', keySet);
  if (!existing.secretDigests) return addMembers(source, at, { secretDigests: [secretDigest] });
  return appendItem(source, placeOf(at, 'secretDigests'), secretDigest);
}

/** The edits that remove the first `count` digests of a key set. Throws an EditError. */
export function editOlderAway(
  text: string,
  { place }: Declared<ApplicationDeclaration>,
  keySet: KeySetName,
  count: number,
): readonly TextEdit[] {
  const at = placeOf(place, 'keys', keySet, 'secretDigests');
  return removeItems(new EditableText(text), at, [...Array.from({ length: count }).keys()]);
}

/** Throws a ChangeError if a key set already has the maximum number of secrets; `file` is its file, for the message. */
export function checkRoomForSecret(
  application: ApplicationDeclaration,
  keySet: KeySetName,
  file: string,
): void {
  const count = application.keys?.[keySet]?.secretDigests?.length ?? 0;
  if (isPublicClient(application) || count < maxSecrets) return;
  const help = `Delete the digest of one that is no longer used from ${file}; the oldest is first.`;
  throw new ChangeError(
    `The ${keySet} keys of ${application.name} have ${count} secrets, and no more are allowed.`,
    help,
  );
}

/** Throws a ChangeError unless the keys fit the type of an application. */
export function checkKeys(
  { type }: { readonly type: ApplicationType },
  { consumerKey, secretDigest }: ProposedKeys,
): void {
  if (!/^[A-Za-z0-9_-]{8,128}$/.test(consumerKey)) throw new ChangeError('The consumer key is not valid.');
  if (secretDigest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(secretDigest))
    throw new ChangeError('The digest of the secret is not valid.');
  if (isPublicClient({ type }) === (secretDigest === undefined)) return;
  throw new ChangeError(`A ${type} application has ${isPublicClient({ type }) ? 'no secret' : 'a secret'}.`);
}

/** Adds a secret to a key set, or adds its first keys. */
export function addKeys(workspace: Workspace, change: NewKeys): ProposedEdit {
  const application = findApplication(workspace, change.application);
  const { keySet, keys, retiresOlder } = change;
  const { value, place } = application;
  checkKeys(value, keys);
  const existing = value.keys?.[keySet];
  if (existing && keys.secretDigest === undefined)
    throw new ChangeError(`The ${keySet} keys of ${value.name} exist already.`);
  const older = existing?.secretDigests?.length ?? 0;
  if (!retiresOlder) checkRoomForSecret(value, keySet, place.file);
  const after = keySetWith(value, keySet, keys);
  const isRetiring = retiresOlder && older > 0;
  const text = editFile(
    workspace,
    place.file,
    (before) => editKeySet(before, application, keySet, keys),
    (before) => (isRetiring ? editOlderAway(before, application, keySet, older) : []),
  );
  const finished = isRetiring ? { ...after, secretDigests: after.secretDigests?.slice(older) } : after;
  return declareKeySet(application, keySet, text, finished);
}

/** Removes all secrets of a key set except the newest. */
export function retireSecrets(workspace: Workspace, change: RetiredSecrets): ProposedEdit {
  const application = findApplication(workspace, change.application);
  const { keySet } = change;
  const existing = application.value.keys?.[keySet];
  const digests = existing?.secretDigests ?? [];
  if (digests.length < 2)
    throw new ChangeError(
      `The ${keySet} keys of ${change.application} have ${digests.length === 0 ? 'no' : 'one'} secret, so there is nothing to retire.`,
    );
  const text = editFile(workspace, application.place.file, (before) =>
    editOlderAway(before, application, keySet, digests.length - 1),
  );
  return declareKeySet(application, keySet, text, { ...existing, secretDigests: digests.slice(-1) });
}

function declareKeySet(
  { value, place }: Declared<ApplicationDeclaration>,
  keySet: KeySetName,
  text: string,
  after: object,
): ProposedEdit {
  const declared = { ...value, keys: { ...value.keys, [keySet]: after } };
  return {
    files: { [place.file]: text },
    declares: [{ list: 'applications', key: value.name, value: declared }],
  };
}
