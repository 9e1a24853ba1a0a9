import type { UserDeclaration } from '../../compiler/declaration/user.ts';
import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import type { Declared, Workspace } from '../../compiler/workspace/workspace.ts';
import { CommandError } from '../command-error.ts';

/** The user of a name. Throws a CommandError where the user is not declared, or where the declaration has errors. */
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
