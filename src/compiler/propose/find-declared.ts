import { apiKey } from '#compiled/api-key.ts';
import type { ApplicationDeclaration } from '#compiler/kinds/application/declaration.ts';
import type { SubscriptionDeclaration } from '#compiler/kinds/subscription/declaration.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { DeclaredApi, Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from './change-error.ts';

/** The application with a name. Throws a ChangeError if it is not declared, or if its declaration has errors. */
export function findApplication(
  { applications, names }: Workspace,
  name: string,
): Declared<ApplicationDeclaration> {
  const found = applications.find(({ value }) => value.name === name);
  if (found) return found;
  if (names.Application.has(name)) throw hasErrors(name);
  const help = suggestName(name, names.Application, 'Declare it with `gatewright add application`.');
  throw unknownName('application', name, help);
}

/** The API version with a key. Throws a ChangeError if it is not declared, or if its declaration has errors. */
export function findApi({ apis, names }: Workspace, key: string): DeclaredApi {
  checkDeclared('API', key, names.Api);
  const found = apis.find(({ value }) => apiKey(value) === key);
  if (found) return found;
  throw hasErrors(key);
}

/** Throws a ChangeError unless a name is declared. */
export function checkDeclared(noun: string, name: string, names: ReadonlySet<string>): void {
  if (names.has(name)) return;
  const otherwise =
    names.size === 0 ? `No ${noun} is declared yet.` : `Declared: ${[...names].toSorted().join(', ')}.`;
  throw unknownName(noun, name, suggestName(name, names, otherwise));
}

/** The error for a name that is not declared, or that the person must not know about. */
export function unknownName(noun: string, name: string, help?: string): ChangeError {
  return new ChangeError(`Unknown ${noun} ${JSON.stringify(name)}.`, help);
}

/** The subscription of an application to an API version; undefined if it is not declared. */
export function findSubscription(
  { subscriptions }: Workspace,
  application: string,
  api: string,
): Declared<SubscriptionDeclaration> | undefined {
  return subscriptions.find(({ value }) => value.application === application && value.api === api);
}

/** All subscriptions of an application. */
export function subscriptionsOf(
  { subscriptions }: Workspace,
  application: string,
): readonly Declared<SubscriptionDeclaration>[] {
  return subscriptions.filter(({ value }) => value.application === application);
}

function hasErrors(name: string): ChangeError {
  return new ChangeError(`The declaration of ${name} has errors.`, '`gatewright lint` shows them.');
}
