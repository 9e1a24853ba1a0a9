import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { addApi, addApiVersion } from './changes/api.ts';
import { addApplication } from './changes/application.ts';
import { changeApplication } from './changes/application-settings.ts';
import { addKeys, retireSecrets } from './changes/key-set.ts';
import { deprecateApi, retireApi } from './changes/lifecycle.ts';
import { addSubscription, withdrawSubscription } from './changes/subscription.ts';
import type { ChangeContext, ProposedEdit } from './proposed-edit.ts';

type Proposer<Change extends ProposedChange> = (
  workspace: Workspace,
  change: Change,
  context: ChangeContext,
) => ProposedEdit;

const proposers: {
  readonly [Name in ProposedChange['change']]: Proposer<Extract<ProposedChange, { readonly change: Name }>>;
} = {
  application_added: addApplication,
  application_changed: changeApplication,
  keys_added: addKeys,
  secrets_retired: retireSecrets,
  subscription_added: addSubscription,
  subscription_removed: withdrawSubscription,
  api_added: addApi,
  api_version_added: addApiVersion,
  api_deprecated: deprecateApi,
  api_retired: retireApi,
};

/** Edits the sources for a change, as a person would by hand. Throws a ChangeError if the change does not fit them. */
export function proposeChange(
  workspace: Workspace,
  change: ProposedChange,
  context: ChangeContext,
): ProposedEdit {
  // The name of the change selects the function, so it accepts the change.
  return (proposers[change.change] as Proposer<ProposedChange>)(workspace, change, context);
}
