import { digestOf } from '../../compiled/digest.ts';
import type { ApplicationDeclaration } from '../../compiler/declaration/application.ts';
import { addMembers, appendItem } from '../../compiler/edit/insert-content.ts';
import { EditableText } from '../../compiler/edit/editable-text.ts';
import type { TextEdit } from '../../compiler/edit/text-edit.ts';
import type { Declared } from '../../compiler/workspace/workspace.ts';
import { placeOf } from '../../source/place.ts';
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
  const source = new EditableText(text);
  if (!application.keys) return addMembers(source, place, { keys: { [keySet]: after } });
  if (!existing) return addMembers(source, placeOf(place, 'keys'), { [keySet]: after });
  if (secret === undefined) return [];
  const at = placeOf(place, 'keys', keySet);
  if (!existing.secretDigests) return addMembers(source, at, { secretDigests: [digestOf(secret)] });
  return appendItem(source, placeOf(at, 'secretDigests'), digestOf(secret));
}
