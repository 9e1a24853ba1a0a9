import { subscriptionKey } from '#compiled/api-key.ts';
import type { ChangedSubscription } from '#compiled/proposals/proposed-change.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers } from '#compiler/edit/insert-content.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { SubscriptionDeclaration } from '#compiler/kinds/subscription/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { placeOf } from '#source/place.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { checkDeclared, findSubscription } from '../find-declared.ts';
import { editFile, type EditStep, type ProposedEdit } from '../proposed-edit.ts';
import { editList, isSameSet, mergeItems } from './edit-list.ts';

/** Replaces the tier and the scopes of a subscription in its declaration. Scopes that stay are not rewritten. */
export function changeSubscription(workspace: Workspace, change: ChangedSubscription): ProposedEdit {
  const { application, api, tier, scopes } = change;
  const found = findSubscription(workspace, application, api);
  if (!found) throw new ChangeError(`${application} is not subscribed to ${api}.`, undefined, 'api');
  checkDeclared('tier', tier, workspace.names.Tier);
  checkLines('scope', scopes, 'scopes');
  const { value, place } = found;
  const before = value.scopes ?? [];
  if (tier === value.tier && isSameSet(before, scopes)) throw new ChangeError('Nothing would change.');
  const after = mergeItems(before, scopes);
  const tierAt = placeOf(place, 'tier');
  const text = editFile(
    workspace,
    place.file,
    (source) => (tier === value.tier ? [] : replaceValue(new EditableText(source), tierAt, tier)),
    ...editScopes(found, after),
  );
  const declared = { ...value, tier, ...((value.scopes || after.length > 0) && { scopes: after }) };
  const key = subscriptionKey({ application, api });
  return {
    files: { [place.file]: text },
    declares: [{ list: 'subscriptions', key, value: declared }],
  };
}

/** Without scopes, a declared list stays as an empty one, which every layout allows. */
function editScopes(
  { value: { scopes }, place }: Declared<SubscriptionDeclaration>,
  after: readonly string[],
): readonly EditStep[] {
  if (scopes) return editList(placeOf(place, 'scopes'), scopes, after);
  if (after.length === 0) return [];
  return [(text) => addMembers(new EditableText(text), place, { scopes: [...after] })];
}
