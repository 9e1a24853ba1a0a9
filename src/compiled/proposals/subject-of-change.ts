import { apiKey, nameOfKey } from '../api-key.ts';
import { canonicalJson } from '../canonical-json.ts';
import { digestOf } from '../digest.ts';
import type {
  NewApi,
  NewApiVersion,
  ProposalSubject,
  ProposedChange,
  ReplacedDefinition,
  SuppressedFinding,
} from './proposed-change.ts';

/** A change, whose document does not matter. */
type DescribedChange =
  | Exclude<ProposedChange, NewApi | NewApiVersion | ReplacedDefinition>
  | Omit<NewApi, 'definition'>
  | Omit<NewApiVersion, 'definition'>
  | Omit<ReplacedDefinition, 'definition'>;

/** The subject of a change. */
export function subjectOfChange(change: DescribedChange): ProposalSubject {
  switch (change.change) {
    case 'application_added':
      return { aspect: 'application', application: change.name };
    case 'application_changed':
      return { aspect: 'settings', application: change.application };
    case 'application_renamed':
      return { aspect: 'name', application: change.application };
    case 'application_transferred':
      return { aspect: 'owner', application: change.application };
    case 'application_removed':
      return { aspect: 'removal', application: change.application };
    case 'subscriptions_added':
      return { aspect: 'subscriptions', application: change.application };
    case 'keys_added':
    case 'secrets_retired':
      return { aspect: `${change.keySet}-keys`, application: change.application };
    case 'subscription_added':
    case 'subscription_changed':
    case 'subscription_removed':
      return { aspect: 'subscription', application: change.application, api: change.api };
    case 'api_added':
      return { aspect: 'api', api: apiKey(change) };
    case 'api_version_added':
      return { aspect: 'api', api: apiKey({ name: nameOfKey(change.follows), version: change.version }) };
    case 'api_changed':
      return { aspect: 'details', api: change.api };
    case 'api_definition_replaced':
      return { aspect: 'definition', api: change.api };
    case 'api_published':
    case 'api_deprecated':
    case 'api_blocked':
    case 'api_unblocked':
    case 'api_retired':
      return { aspect: 'lifecycle', api: change.api };
    case 'finding_suppressed':
      return { aspect: 'finding', api: change.api, finding: identify(change) };
  }
}

/** Each finding has a proposal of its own, whatever reason is given. */
function identify({ rule, file, pointer }: SuppressedFinding): string {
  return digestOf(canonicalJson([rule, file, pointer]))
    .slice('sha256:'.length)
    .slice(0, 12);
}
