import { randomBytes } from 'node:crypto';
import { digestOf } from '../../compiled/digest.ts';
import { isPublicClient } from '../../compiled/is-public-client.ts';
import type { KeySetName } from '../../compiled/manifest.ts';
import type { ApplicationDeclaration } from '../../compiler/kinds/application/declaration.ts';
import { addMembers } from '../../compiler/edit/insert-content.ts';
import { appendItem } from '../../compiler/edit/insert-content.ts';
import { EditableText } from '../../compiler/edit/editable-text.ts';
import type { TextEdit } from '../../compiler/edit/text-edit.ts';
import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import type { Declared } from '../../compiler/workspace/declared.ts';
import type { Workspace } from '../../compiler/workspace/workspace.ts';
import { placeOf } from '../../source/place.ts';
import { CommandError } from '../command-error.ts';

/** A consumer key, and a new secret for it unless the application is one that cannot keep any. */
export interface ConsumerKeys {
  readonly keySet: KeySetName;
  readonly consumerKey: string;
  readonly secret?: string;
}

/** The consumer key that an application has, or a new one, and a new secret of 256 bits. */
export function makeConsumerKeys(application: ApplicationDeclaration, keySet: KeySetName): ConsumerKeys {
  const consumerKey = application.keys?.[keySet]?.consumerKey ?? randomBytes(16).toString('base64url');
  if (isPublicClient(application)) return { keySet, consumerKey };
  return { keySet, consumerKey, secret: randomBytes(32).toString('base64url') };
}

/** The key set of an application once it has these keys; of a secret, only its digest. */
export function keySetWith(
  application: ApplicationDeclaration,
  { keySet, consumerKey, secret }: ConsumerKeys,
) {
  const digests = application.keys?.[keySet]?.secretDigests ?? [];
  const secretDigests = secret === undefined ? digests : [...digests, digestOf(secret)];
  return { consumerKey, ...(secretDigests.length > 0 && { secretDigests }) };
}

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

/** The application of a name. Throws a CommandError if none is declared, or if its declaration has errors. */
export function findApplication(
  { applications, names }: Workspace,
  name: string,
): Declared<ApplicationDeclaration> {
  const found = applications.find(({ value }) => value.name === name);
  if (found) return found;
  if (names.Application.has(name)) {
    throw new CommandError(`The declaration of ${name} has errors.`, '`gatewright lint` shows them.');
  }
  const help = suggestName(name, names.Application, 'Declare it with `gatewright add application`.');
  throw new CommandError(`There is no application ${JSON.stringify(name)}.`, help);
}
