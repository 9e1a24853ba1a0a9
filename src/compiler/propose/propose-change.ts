import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { addApi, addApiVersion } from './changes/api.ts';
import { changeApi } from './changes/api-details.ts';
import { addApplication } from './changes/application.ts';
import { removeApplication } from './changes/remove-application.ts';
import { changeApplication } from './changes/application-settings.ts';
import { replaceDefinition } from './changes/definition.ts';
import { addKeys, retireSecrets } from './changes/key-set.ts';
import { blockApi, deprecateApi, publishApi, retireApi, unblockApi } from './changes/lifecycle.ts';
import { suppressFinding } from './changes/suppression.ts';
import { renameApplication } from './changes/rename-application.ts';
import { changeSubscription } from './changes/change-subscription.ts';
import { addSubscription, addSeveral, withdrawSubscription } from './changes/subscription.ts';
import { transferApplication } from './changes/transfer-application.ts';
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
  application_renamed: renameApplication,
  application_transferred: transferApplication,
  application_removed: removeApplication,
  keys_added: addKeys,
  secrets_retired: retireSecrets,
  subscription_added: addSubscription,
  subscriptions_added: addSeveral,
  subscription_changed: changeSubscription,
  subscription_removed: withdrawSubscription,
  api_added: addApi,
  api_version_added: addApiVersion,
  api_changed: changeApi,
  api_definition_replaced: replaceDefinition,
  api_published: publishApi,
  api_deprecated: deprecateApi,
  api_blocked: blockApi,
  api_unblocked: unblockApi,
  api_retired: retireApi,
  finding_suppressed: suppressFinding,
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
