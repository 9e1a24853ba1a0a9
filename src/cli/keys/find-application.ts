import type { ApplicationDeclaration } from '../../compiler/declaration/application.ts';
import { suggestName } from '../../compiler/workspace/suggest-name.ts';
import type { Declared, Workspace } from '../../compiler/workspace/workspace.ts';
import { CommandError } from '../command-error.ts';

/** The application of a name. Throws a CommandError where none is declared, or where its declaration has errors. */
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
