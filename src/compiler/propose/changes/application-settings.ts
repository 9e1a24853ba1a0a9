import { sameJson } from '#compiled/json.ts';
import type { ChangedApplication } from '#compiled/proposals/proposed-change.ts';
import { placeOf } from '#source/place.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { findApplication } from '../find-declared.ts';
import { editFile, type ProposedEdit } from '../proposed-edit.ts';
import { changeContacts, editContacts } from './edit-contacts.ts';
import { editList, editOptionalList, isSameSet, mergeItems } from './edit-list.ts';

/** Replaces the callback URLs, the grants and the addresses for notices of an application. What stays is not rewritten. */
export function changeApplication(workspace: Workspace, change: ChangedApplication): ProposedEdit {
  const { callbackUrls, grants } = change;
  checkLines('callback URL', callbackUrls, 'callbackUrls');
  checkLines('grant type', grants, 'grants');
  const { value, place } = findApplication(workspace, change.application);
  const { callbackUrls: urls = [], grants: granted, notices, ...others } = value;
  const nextNotices = changeContacts(notices, change.contacts);
  const isSameContacts = sameJson({ ...notices }, { ...nextNotices });
  if (isSameSet(urls, callbackUrls) && isSameSet(granted, grants) && isSameContacts)
    throw new ChangeError('Nothing would change.');
  const nextUrls = mergeItems(urls, callbackUrls);
  const nextGrants = mergeItems(granted, grants);
  const text = editFile(
    workspace,
    place.file,
    ...editList(placeOf(place, 'grants'), granted, nextGrants),
    ...editOptionalList(place, 'callbackUrls', value.callbackUrls, nextUrls),
    ...editContacts(place, notices, nextNotices),
  );
  const declared = {
    ...others,
    grants: nextGrants,
    ...(nextNotices && { notices: nextNotices }),
    ...((nextUrls.length > 0 || (value.callbackUrls && urls.length === 0)) && { callbackUrls: nextUrls }),
  };
  return {
    files: { [place.file]: text },
    declares: [{ list: 'applications', key: value.name, value: declared }],
  };
}
