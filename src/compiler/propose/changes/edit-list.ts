import type { Place } from '#source/place.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { addMembers, appendItem } from '#compiler/edit/insert-content.ts';
import { removeItems } from '#compiler/edit/remove-items.ts';
import { removeMember } from '#compiler/edit/remove-member.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { EditStep } from '../proposed-edit.ts';
import { placeOf } from '#source/place.ts';

/** Whether two lists have the same items, in any order. */
export function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === new Set(other).size && one.every((item) => other.includes(item));
}

/** The items of `before` that stay, in their order, and then the new items. */
export function mergeItems(before: readonly string[], after: readonly string[]): readonly string[] {
  const added = new Set(after.filter((item) => !before.includes(item)));
  return [...before.filter((item) => after.includes(item)), ...added];
}

/**
 * The steps that change the items of the sequence at a place. They add new items before they remove old ones, since a
 * block sequence cannot be empty.
 */
export function editList(
  at: Place,
  before: readonly string[],
  after: readonly string[],
): readonly EditStep[] {
  if (before.length === 0 || after.length === 0) {
    const isSame = before.length === after.length;
    return isSame ? [] : [(text) => replaceValue(new EditableText(text), at, [...after])];
  }
  const added = after.filter((item) => !before.includes(item));
  const removed = [...before.keys()].filter((index) => !after.includes(before[index] ?? ''));
  return [
    ...added.map(
      (item): EditStep =>
        (text) =>
          appendItem(new EditableText(text), at, item),
    ),
    (text) => (removed.length === 0 ? [] : removeItems(new EditableText(text), at, removed)),
  ];
}

/**
 * The steps that change an optional list of strings of a declaration. A list that becomes empty is removed, and one that
 * is not declared is undefined.
 */
export function editOptionalList(
  declaration: Place,
  name: string,
  before: readonly string[] | undefined,
  after: readonly string[],
): readonly EditStep[] {
  if (!before) {
    if (after.length === 0) return [];
    return [(text) => addMembers(new EditableText(text), declaration, { [name]: [...after] })];
  }
  const at = placeOf(declaration, name);
  if (before.length > 0 && after.length === 0) return [(text) => removeMember(new EditableText(text), at)];
  return editList(at, before, after);
}
