import { isDeepStrictEqual } from 'node:util';
import type { UserDeclaration } from '#compiler/kinds/user/declaration.ts';
import type { TextEdit } from '#compiler/edit/text-edit.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { placeOf } from '#source/place.ts';
import { CommandError } from '../command-error.ts';
import { editSourceText, writeEditedSource } from '../declarations/edit-source-text.ts';
import { previewChange } from '../declarations/preview-change.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';

/** The members of a user's declaration that commands change. */
export type UserChange = Partial<Pick<UserDeclaration, 'passwordDigest' | 'state' | 'tokensNotBefore'>>;

/**
 * Changes members of a user's declaration in place, adds missing ones, and preserves the rest of the file. Throws a
 * CommandError without writing anything if that is not possible.
 */
export async function changeUser(
  project: Project,
  user: Declared<UserDeclaration>,
  change: UserChange,
  io: Io,
): Promise<void> {
  const { file } = user.place;
  const edit = await loadEdit();
  const edited = await editSourceText(project, file, (text) => edit(text, user, change));
  await checkText(project, user, change, edited.text);
  await writeEditedSource(project, edited);
  io.stdout.write(`changed ${project.show(file)}\n`);
}

type Edit = (text: string, user: Declared<UserDeclaration>, change: UserChange) => readonly TextEdit[];

async function loadEdit(): Promise<Edit> {
  const [{ EditableText }, { addMembers }, { replaceValue }] = await Promise.all([
    import('#compiler/edit/editable-text.ts'),
    import('#compiler/edit/insert-content.ts'),
    import('#compiler/edit/replace-value.ts'),
  ]);
  return (text, { value, place }, change) => {
    const source = new EditableText(text);
    const [present, absent] = [new Map<string, string>(), new Map<string, string>()];
    for (const [name, content] of Object.entries(change))
      (Object.hasOwn(value, name) ? present : absent).set(name, content);
    const added = absent.size === 0 ? [] : addMembers(source, place, Object.fromEntries(absent));
    const replaced = [...present].flatMap(([name, content]) =>
      replaceValue(source, placeOf(place, name), content),
    );
    return [...replaced, ...added];
  };
}

/** Throws a CommandError unless the edited text declares exactly the expected user. */
async function checkText(
  project: Project,
  { value: before, place: { file } }: Declared<UserDeclaration>,
  change: UserChange,
  text: string,
): Promise<void> {
  const { workspace, newErrors } = await previewChange(project, { [file]: text });
  const after = workspace?.users.find(({ value }) => value.name === before.name)?.value;
  if (newErrors.length === 0 && isDeepStrictEqual(after, { ...before, ...change })) return;
  throw new CommandError(
    `The layout of ${project.show(file)} does not allow this edit, and nothing was written.`,
    'Write each field of the user on a separate line.',
  );
}

/** The user with a name. Throws a CommandError if the user is not declared, or if the declaration has errors. */
export function findUser({ users, names }: Workspace, name: string): Declared<UserDeclaration> {
  const found = users.find(({ value }) => value.name === name);
  if (found) return found;
  if (names.User.has(name)) {
    throw new CommandError(
      `The declaration of the user ${name} has errors.`,
      '`gatewright lint` shows them.',
    );
  }
  const help = suggestName(name, names.User, 'Declare the user with `gatewright users add`.');
  throw new CommandError(`The user ${JSON.stringify(name)} is not declared.`, help);
}

/**
 * The `tokensNotBefore` that refuses everything issued to a user until now, rounded down to seconds, so that a login
 * right afterwards is valid. A later declared time is preserved.
 */
export function revokeBefore(now: number, declared?: string): { readonly tokensNotBefore: string } {
  if (declared !== undefined && Date.parse(declared) > now) return { tokensNotBefore: declared };
  const second = new Date(Math.floor(now / 1000) * 1000);
  return { tokensNotBefore: second.toISOString().replace('.000Z', 'Z') };
}
