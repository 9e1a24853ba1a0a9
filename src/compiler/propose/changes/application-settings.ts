import type { ChangedApplication } from '#compiled/proposals/proposed-change.ts';
import { placeOf } from '#source/place.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines } from '../checked-text.ts';
import { findApplication } from '../find-declared.ts';
import { editFile, type ProposedEdit } from '../proposed-edit.ts';
import { editList, editOptionalList, isSameSet, mergeItems } from './edit-list.ts';

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
    ...editOptionalList(place, 'callbackUrls', value.callbackUrls, nextUrls),
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
