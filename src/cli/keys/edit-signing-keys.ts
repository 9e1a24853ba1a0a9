import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { addMembers, appendItem } from '#compiler/edit/insert-content.ts';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { removeItems } from '#compiler/edit/remove-items.ts';
import { replaceValue } from '#compiler/edit/replace-value.ts';
import type { TextEdit } from '#compiler/edit/text-edit.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { type Place, placeOf } from '#source/place.ts';
import type { DeclaredKey, KeyUse } from './signing-key-step.ts';

/** The edits that change the declared signing keys to `after`: changed uses, removals or additions. */
export function editSigningKeys(
  text: string,
  { value: { token }, place }: Declared<GatewayDeclaration>,
  after: readonly DeclaredKey[],
): readonly TextEdit[] {
  const source = new EditableText(text);
  const before = token?.signingKeys;
  const added = after.map((key) => ({ ...key, key: { ...key.key } }));
  if (!token) return addMembers(source, place, { token: { signingKeys: added } });
  if (!before) return addMembers(source, placeOf(place, 'token'), { signingKeys: added });
  const at = placeOf(place, 'token', 'signingKeys');
  const remaining = before.flatMap((key, index) => (isAmong(key, after) ? [] : [index]));
  if (remaining.length > 0) return removeItems(source, at, remaining);
  const uses = before.flatMap((key, index) => editUse(source, placeOf(at, index), key, after[index]?.use));
  return [...uses, ...added.slice(before.length).flatMap((key) => appendItem(source, at, key))];
}

function isAmong({ key }: DeclaredKey, keys: readonly DeclaredKey[]): boolean {
  return keys.some((other) => other.key.fromEnv === key.fromEnv && other.key.fromFile === key.fromFile);
}

function editUse(
  source: EditableText,
  at: Place,
  { use }: DeclaredKey,
  next: KeyUse | undefined,
): readonly TextEdit[] {
  if (next === use || next === undefined) return [];
  return use === undefined
    ? addMembers(source, at, { use: next })
    : replaceValue(source, placeOf(at, 'use'), next);
}
