import type { ProposedChange } from '#compiled/proposals/proposed-change.ts';
import { apiKey } from '#compiled/api-key.ts';

/** The first line of the commit for a change, as a person would write it. */
export function titleOfChange(change: ProposedChange): string {
  switch (change.change) {
    case 'application_added':
      return `Add the application ${change.name}`;
    case 'application_changed':
      return `Change the callback URLs and grants of ${change.application}`;
    case 'keys_added':
      return change.retiresOlder
        ? `Replace the ${change.keySet} secrets of ${change.application}`
        : `Add ${change.keySet} keys to ${change.application}`;
    case 'secrets_retired':
      return `Retire the older ${change.keySet} secrets of ${change.application}`;
    case 'subscription_added':
      return `Subscribe ${change.application} to ${change.api}`;
    case 'subscription_removed':
      return `Withdraw ${change.application} from ${change.api}`;
    case 'api_added':
      return `Add the API ${apiKey(change)}`;
    case 'api_version_added':
      return `Add ${change.version} of ${nameOf(change.follows)}`;
    case 'api_deprecated':
      return `Deprecate ${change.api}`;
    case 'api_retired':
      return `Retire ${change.api}`;
  }
}

function nameOf(api: string): string {
  return api.split('/')[0] ?? '';
}
