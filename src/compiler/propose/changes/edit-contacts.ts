import type { NoticeContacts } from '#compiled/settings/notice-settings.ts';
import type { ProposedContacts } from '#compiled/proposals/proposed-change.ts';
import { placeOf, type Place } from '#source/place.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers } from '#compiler/edit/insert-content.ts';
import { removeMember } from '#compiler/edit/remove-member.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { TextEdit } from '#compiler/edit/text-edit.ts';
import { checkLines } from '../checked-text.ts';
import type { EditStep } from '../proposed-edit.ts';

const channels = ['email', 'webhook'] as const;

const nouns = { email: 'e-mail address', webhook: 'webhook' } as const;

/**
 * The addresses of an application after a change; undefined if it has none then. Throws a ChangeError if one of the new
 * addresses is more than a line.
 */
export function changeContacts(
  before: NoticeContacts | undefined,
  wanted: ProposedContacts = {},
): NoticeContacts | undefined {
  const after = Object.fromEntries(
    channels.flatMap((channel) => {
      const address = wanted[channel];
      if (address === undefined) return [];
      if (address !== '') checkLines(nouns[channel], [address], channel);
      return [[channel, address]];
    }),
  );
  const merged = Object.entries({ ...before, ...after }).filter(([, address]) => address !== '');
  return merged.length === 0 ? undefined : Object.fromEntries(merged);
}

/** The steps that change the addresses of the declaration of an application. Addresses that stay are not rewritten. */
export function editContacts(
  declaration: Place,
  before: NoticeContacts | undefined,
  after: NoticeContacts | undefined,
): readonly EditStep[] {
  const at = placeOf(declaration, 'notices');
  if (!before)
    return after
      ? [(text) => addMembers(new EditableText(text), declaration, { notices: { ...after } })]
      : [];
  if (!after) return [(text) => removeMember(new EditableText(text), at)];
  // New addresses come first, since a mapping in block style cannot be empty.
  return channels
    .toSorted((one, other) => Number(one in before) - Number(other in before))
    .flatMap((channel) => editContact(at, channel, before, after));
}

function editContact(
  at: Place,
  channel: (typeof channels)[number],
  before: NoticeContacts,
  after: NoticeContacts,
): readonly EditStep[] {
  const address = after[channel];
  if (before[channel] === address) return [];
  if (address === undefined) return [(text) => removeContact(new EditableText(text), at, channel, after)];
  if (before[channel] === undefined)
    return [(text) => addMembers(new EditableText(text), at, { [channel]: address })];
  return [(text) => replaceValue(new EditableText(text), placeOf(at, channel), address)];
}

/** A member of a mapping in braces has no line that could be removed, so that the others are written again. */
function removeContact(
  source: EditableText,
  at: Place,
  channel: (typeof channels)[number],
  after: NoticeContacts,
): readonly TextEdit[] {
  return source.findCollection(at).flow
    ? replaceValue(source, at, { ...after })
    : removeMember(source, placeOf(at, channel));
}
