import type { ChangedApplication } from '#compiled/proposals/proposed-change.ts';
import { placeOf, type Place } from '#source/place.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers, appendItem } from '#compiler/edit/insert-content.ts';
import { removeItems } from '#compiler/edit/remove-items.ts';
import { removeMember } from '#compiler/edit/remove-member.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { TextEdit } from '#compiler/edit/text-edit.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { findApplication } from '../find-declared.ts';
import { editFile, type ProposedEdit } from '../proposed-edit.ts';

/** Replaces the callback URLs and the grants of an application. Items that stay are not rewritten. */
export function changeApplication(workspace: Workspace, change: ChangedApplication): ProposedEdit {
  const { callbackUrls, grants } = change;
  checkLines('callback URL', callbackUrls, 'callbackUrls');
  checkLines('grant type', grants, 'grants');
  const { value, place } = findApplication(workspace, change.application);
  const { callbackUrls: urls = [], grants: granted, ...others } = value;
  if (isSameSet(urls, callbackUrls) && isSameSet(granted, grants))
    throw new ChangeError('Nothing would change.');
  const nextUrls = mergeItems(urls, callbackUrls);
  const nextGrants = mergeItems(granted, grants);
  const text = editFile(
    workspace,
    place.file,
    ...editList(placeOf(place, 'grants'), granted, nextGrants),
    ...(value.callbackUrls
      ? editUrls(placeOf(place, 'callbackUrls'), urls, nextUrls)
      : addUrls(place, nextUrls)),
  );
  const declared = {
    ...others,
    grants: nextGrants,
    ...((nextUrls.length > 0 || (value.callbackUrls && urls.length === 0)) && { callbackUrls: nextUrls }),
  };
  return {
    files: { [place.file]: text },
    declares: [{ list: 'applications', key: value.name, value: declared }],
  };
}

type Step = (text: string) => readonly TextEdit[];

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === new Set(other).size && one.every((item) => other.includes(item));
}

/** The items of `before` that stay, in their order, and then the new items. */
function mergeItems(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = new Set(after.filter((item) => !before.includes(item)));
  return [...before.filter((item) => after.includes(item)), ...added];
}

/** Adds new items before it removes old ones, since a block sequence cannot be empty. */
function editList(at: Place, before: readonly string[], after: readonly string[]): readonly Step[] {
  if (before.length === 0 || after.length === 0) {
    const isSame = before.length === after.length;
    return isSame ? [] : [(text) => replaceValue(new EditableText(text), at, [...after])];
  }
  const added = after.filter((item) => !before.includes(item));
  const removed = [...before.keys()].filter((index) => !after.includes(before[index] ?? ''));
  return [
    ...added.map(
      (item): Step =>
        (text) =>
          appendItem(new EditableText(text), at, item),
    ),
    (text) => (removed.length === 0 ? [] : removeItems(new EditableText(text), at, removed)),
  ];
}

function editUrls(at: Place, before: readonly string[], after: readonly string[]): readonly Step[] {
  if (before.length > 0 && after.length === 0) return [(text) => removeMember(new EditableText(text), at)];
  return editList(at, before, after);
}

function addUrls(place: Place, urls: readonly string[]): readonly Step[] {
  if (urls.length === 0) return [];
  return [(text) => addMembers(new EditableText(text), place, { callbackUrls: [...urls] })];
}
