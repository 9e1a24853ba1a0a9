import { digestOf } from '../compiled/digest.ts';
import type { ApplicationDeclaration } from '../compiler/declaration/application.ts';
import { appendItem } from '../compiler/edit/append-item.ts';
import { setMember } from '../compiler/edit/set-member.ts';
import type { TextEdit } from '../compiler/edit/text-edit.ts';
import type { Declared } from '../compiler/workspace/workspace.ts';
import { placeOf } from '../source/place.ts';
import { keySetWith, type ConsumerKeys } from './consumer-keys.ts';

/** The edits that write keys, of a secret only the digest, into the text of the application's file. Throws an EditError. */
export function editKeySet(
  text: string,
  { value: application, place }: Declared<ApplicationDeclaration>,
  keys: ConsumerKeys,
): readonly TextEdit[] {
  const { keySet, secret } = keys;
  const existing = application.keys?.[keySet];
  const after = keySetWith(application, keys);
  if (!application.keys) return setMember(text, place, 'keys', { [keySet]: after });
  if (!existing) return setMember(text, placeOf(place, 'keys'), keySet, after);
  if (secret === undefined) return [];
  const at = placeOf(place, 'keys', keySet);
  if (!existing.secretDigests) return setMember(text, at, 'secretDigests', [digestOf(secret)]);
  return appendItem(text, placeOf(at, 'secretDigests'), digestOf(secret));
}
