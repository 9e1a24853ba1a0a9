import { usualGrants, type NewApplication, type ProposedKeys } from '#compiled/proposals/proposed-change.ts';
import type { ApplicationType, KeySetName } from '#compiled/manifest.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from '../change-error.ts';
import { checkLines, checkName, toSnakeCase } from '../checked-text.ts';
import { declarationsFolder } from '../declarations-folder.ts';
import { subscriptionsOf } from '../find-declared.ts';
import { type ChangeContext, type ProposedEdit, refuseKnown } from '../proposed-edit.ts';
import { type NewDeclaration, renderDeclaration } from '../render-declaration.ts';
import { changeContacts } from './edit-contacts.ts';
import { checkKeys, keySetWith } from './key-set.ts';
import { addSubscriptions } from './subscription.ts';

/** The fields of a new application. If `grants` is empty, it gets the usual grants of its type. */
export type DescribedApplication = Omit<NewApplication, 'change' | 'subscriptions' | 'type'> & {
  readonly type: string;
};

/** The declaration of a new application. Throws a ChangeError if a field is not valid, or if the name is taken. */
export function declareApplication(
  workspace: Pick<Workspace, 'names' | 'applications' | 'apis'>,
  { name, type: writtenType, owner, description, callbackUrls, grants, keys, contacts }: DescribedApplication,
): NewDeclaration & { readonly declaration: { readonly grants: readonly string[] } } {
  checkApplicationName(name);
  const type = findType(writtenType);
  if (workspace.names.Application.has(name))
    throw new ChangeError(`The application ${name} already exists.`, 'Choose another name.', 'name');
  checkLines('owner', [owner], 'owner');
  checkLines('description', description === undefined ? [] : [description], 'description');
  checkLines('callback URL', callbackUrls, 'callbackUrls');
  checkLines('grant type', grants, 'grants');
  const notices = changeContacts(undefined, contacts);
  const declaration = {
    kind: 'Application',
    name,
    ...(description !== undefined && { description }),
    type,
    owner,
    ...(callbackUrls.length > 0 && { callbackUrls }),
    grants: grants.length > 0 ? grants : usualGrants[type],
    ...(notices && { notices: { ...notices } }),
    ...(keys && { keys: declareKeys(type, keys) }),
  } as const;
  const folder = declarationsFolder(workspace);
  return { declaration, file: `${folder}applications/${toSnakeCase(name)}.yaml` };
}

/**
 * Throws a ChangeError if subscriptions of an application that is not declared have this name: an application of that
 * name would get their access, without anybody having approved it.
 */
export function refuseLeftSubscriptions(workspace: Workspace, name: string): void {
  if (subscriptionsOf(workspace, name).length === 0) return;
  throw new ChangeError(
    `Subscriptions of a former application ${name} are still declared.`,
    'Choose another name.',
    'name',
  );
}

/** Throws a ChangeError unless a name is valid for an application. */
export function checkApplicationName(name: string): void {
  const help = 'Use letters, digits, hyphens and underscores, with a letter or a digit in front.';
  const format = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
  checkName(name, { noun: 'application name', field: 'name', format, help });
}

function findType(type: string): ApplicationType {
  const types = Object.keys(usualGrants) as readonly ApplicationType[];
  const found = types.find((one) => one === type);
  if (found) return found;
  const help = suggestName(type, types, `Types are ${types.join(', ')}.`);
  throw new ChangeError(`Unknown application type: ${JSON.stringify(type)}.`, help);
}

function declareKeys(type: ApplicationType, keys: NonNullable<NewApplication['keys']>) {
  const keySets: readonly KeySetName[] = ['production', 'sandbox'];
  return Object.fromEntries(
    keySets.flatMap((keySet) => {
      const given: ProposedKeys | undefined = keys[keySet];
      if (!given) return [];
      checkKeys({ type }, given);
      return [[keySet, keySetWith({}, keySet, given)]];
    }),
  );
}

/** Adds an application with its first subscriptions. */
export function addApplication(
  workspace: Workspace,
  change: NewApplication,
  context: ChangeContext,
): ProposedEdit {
  const added = declareApplication(workspace, change);
  refuseKnown(workspace, [added.file]);
  refuseLeftSubscriptions(workspace, change.name);
  const { name, subscriptions = [] } = change;
  const subscribed = addSubscriptions(workspace, name, subscriptions, context);
  return {
    files: { [added.file]: renderDeclaration(added, context.schemas), ...subscribed.files },
    declares: [{ list: 'applications', key: name, value: added.declaration }, ...subscribed.declares],
  };
}
