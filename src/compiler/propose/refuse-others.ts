import { owns, type OwnerNames } from '#compiled/ownership.ts';
import type { NewApi, ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { ChangeError } from './change-error.ts';
import { findApi, findApplication, unknownName } from './find-declared.ts';

/**
 * Throws a ChangeError if a change affects an application or an API that the person does not own, or declares something
 * for another owner. An API that only its owners see is reported as unknown. `person` is undefined for somebody who
 * owns nothing.
 */
export function refuseOthers(
  workspace: Workspace,
  change: ProposedChange,
  person: OwnerNames | undefined,
): void {
  switch (change.change) {
    case 'application_added':
      refuseOwner(change.owner, person);
      return change.subscriptions?.forEach(({ api }) => refuseHidden(workspace, api, person));
    case 'api_added':
      refuseOwner(change.owner, person);
      return refuseVersionOfOthers(workspace, change, person);
    case 'api_version_added':
      return refuseApi(workspace, change.follows, person);
    case 'api_deprecated':
      if (change.successor !== undefined) refuseHidden(workspace, change.successor, person);
      return refuseApi(workspace, change.api, person);
    case 'api_changed':
    case 'api_definition_replaced':
    case 'api_published':
    case 'api_blocked':
    case 'api_unblocked':
    case 'api_retired':
      return refuseApi(workspace, change.api, person);
    case 'finding_suppressed':
      refuseApi(workspace, change.api, person);
      return refuseSharedFile(workspace, change.file, person);
    case 'subscription_added':
      refuseHidden(workspace, change.api, person);
      return refuseApplication(workspace, change.application, person);
    case 'subscription_changed':
      refuseApplication(workspace, change.application, person);
      return refuseHidden(workspace, change.api, person);
    case 'subscriptions_added':
      change.subscriptions.forEach(({ api }) => refuseHidden(workspace, api, person));
      return refuseApplication(workspace, change.application, person);
    case 'application_changed':
    case 'application_renamed':
    case 'application_transferred':
    case 'application_removed':
    case 'keys_added':
    case 'secrets_retired':
    case 'subscription_removed':
      return refuseApplication(workspace, change.application, person);
  }
}

function refuseOwner(owner: string, person: OwnerNames | undefined): void {
  if (person && owns(person, owner)) return;
  throw new ChangeError(
    'The owner is neither you nor a team of yours, by the users and teams of the repository.',
    'Choose another owner.',
    'owner',
  );
}

function refuseHidden(workspace: Workspace, key: string, person: OwnerNames | undefined): void {
  const { value } = findApi(workspace, key);
  if (value.visibility === 'owners') refuseApi(workspace, key, person);
}

function refuseApplication(workspace: Workspace, name: string, person: OwnerNames | undefined): void {
  const { value } = findApplication(workspace, name);
  if (!person || !owns(person, value.owner)) throw unknownName('application', name);
}

/** Refuses to suppress what lint finds in a document that APIs of other owners have too. */
function refuseSharedFile({ apis }: Workspace, file: string, person: OwnerNames | undefined): void {
  const isOfOthers = apis.some(
    ({ value, definition }) =>
      definition?.files.includes(file) === true && !(person && owns(person, value.owner)),
  );
  if (!isOfOthers) return;
  throw new ChangeError(
    'APIs of other owners have this document too, so the finding is suppressed by hand in the repository.',
  );
}

/** Throws a ChangeError unless the person owns an API version. */
export function refuseApi(workspace: Workspace, key: string, person: OwnerNames | undefined): void {
  const { value } = findApi(workspace, key);
  if (!person || !owns(person, value.owner)) throw unknownName('API', key);
}

/**
 * Refuses a new API with the name or the context of an API of other owners, since it would be a further version of that
 * API.
 */
function refuseVersionOfOthers(
  { apis }: Workspace,
  { name, context }: NewApi,
  person: OwnerNames | undefined,
): void {
  const path = `/${context.replace(/^\//, '')}`;
  const same = apis.filter(({ value }) => value.name === name || value.context === path);
  if (same.length === 0 || (person && same.some(({ value }) => owns(person, value.owner)))) return;
  throw new ChangeError(
    `An API with the name ${name} or the context ${path} already exists.`,
    'Choose another name and context.',
    'name',
  );
}
