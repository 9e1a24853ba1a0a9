import { apiKey } from '../api-key.ts';
import type { NewApi, NewApiVersion, ProposalSubject, ProposedChange } from './proposed-change.ts';

/** A change, whose document does not matter. */
type DescribedChange =
  | Exclude<ProposedChange, NewApi | NewApiVersion>
  | Omit<NewApi, 'definition'>
  | Omit<NewApiVersion, 'definition'>;

/** The subject of a change. */
export function subjectOfChange(change: DescribedChange): ProposalSubject {
  switch (change.change) {
    case 'application_added':
      return { aspect: 'application', application: change.name };
    case 'application_changed':
      return { aspect: 'settings', application: change.application };
    case 'keys_added':
    case 'secrets_retired':
      return { aspect: `${change.keySet}-keys`, application: change.application };
    case 'subscription_added':
    case 'subscription_removed':
      return { aspect: 'subscription', application: change.application, api: change.api };
    case 'api_added':
      return { aspect: 'api', api: apiKey(change) };
    case 'api_version_added':
      return { aspect: 'api', api: apiKey({ name: nameOf(change.follows), version: change.version }) };
    case 'api_deprecated':
    case 'api_retired':
      return { aspect: 'lifecycle', api: change.api };
  }
}

function nameOf(api: string): string {
  return api.split('/')[0] ?? '';
}
