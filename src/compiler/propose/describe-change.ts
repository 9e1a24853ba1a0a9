import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { apiKey } from '#compiled/api-key.ts';

/** The first line of the commit for a change, as a person would write it. */
export function titleOfChange(change: ProposedChange): string {
  switch (change.change) {
    case 'application_added':
      return `Add the application ${change.name}`;
    case 'application_changed':
      return `Change the ${change.contacts ? 'settings' : 'callback URLs and grants'} of ${change.application}`;
    case 'application_renamed':
      return `Rename the application ${change.application} to ${change.name}`;
    case 'application_transferred':
      return `Transfer the application ${change.application} to ${change.owner}`;
    case 'application_removed':
      return `Delete the application ${change.application}`;
    case 'keys_added':
      return change.retiresOlder
        ? `Replace the ${change.keySet} secrets of ${change.application}`
        : `Add ${change.keySet} keys to ${change.application}`;
    case 'secrets_retired':
      return `Retire the older ${change.keySet} secrets of ${change.application}`;
    case 'subscription_added':
      return `Subscribe ${change.application} to ${change.api}`;
    case 'subscriptions_added':
      return `Subscribe ${change.application} to ${nameVersions(change.subscriptions)}`;
    case 'subscription_changed':
      return `Change the subscription of ${change.application} to ${change.api}`;
    case 'subscription_removed':
      return `Withdraw ${change.application} from ${change.api}`;
    case 'api_added':
      return `Add the API ${apiKey(change)}`;
    case 'api_version_added':
      return `Add ${change.version} of ${nameOf(change.follows)}`;
    case 'api_changed':
      return `Change the details and endpoints of ${change.api}`;
    case 'api_definition_replaced':
      return `Replace the OpenAPI document of ${change.api}`;
    case 'api_published':
      return `Publish ${change.api}`;
    case 'api_deprecated':
      return `Deprecate ${change.api}`;
    case 'api_blocked':
      return `Block ${change.api}`;
    case 'api_unblocked':
      return `Unblock ${change.api}`;
    case 'api_retired':
      return `Retire ${change.api}`;
    case 'finding_suppressed':
      return `Suppress a finding of ${change.rule} in ${change.api}`;
  }
}

function nameOf(api: string): string {
  return api.split('/')[0] ?? '';
}

/** One version by its name, and several by their number. */
function nameVersions(subscriptions: readonly { readonly api: string }[]): string {
  const [first, ...others] = subscriptions;
  return first && others.length === 0 ? first.api : `${subscriptions.length} API versions`;
}
