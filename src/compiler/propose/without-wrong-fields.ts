import { apiKey } from '#compiled/api-key.ts';
import type { OwnerNames } from '#compiled/ownership.ts';
import type {
  ChangeField,
  NewApi,
  NewApplication,
  ProposedChange,
  ProposedContacts,
} from '#compiled/proposals/proposed-change.ts';
import type { Workspace } from '#compiler/workspace/workspace.ts';
import { fitsLine } from './checked-text.ts';
import { nameFromText, proposeContext } from './propose-api.ts';

/** What the fields of a change are replaced by. */
interface Replacing {
  readonly workspace: Workspace;
  readonly person: OwnerNames | undefined;
  /** `2026-01-31`. */
  readonly today: string;
  readonly wrong: ReadonlySet<string>;
  readonly isWrong: (field: ChangeField) => boolean;
}

/**
 * A change with other texts in place of those in wrong fields, so that lint finds what is wrong with its other fields.
 * Undefined for a change without other fields.
 */
export function withoutWrongFields(
  change: ProposedChange,
  wrong: ReadonlySet<string>,
  given: Omit<Replacing, 'wrong' | 'isWrong'>,
): ProposedChange | undefined {
  const replacing = { ...given, wrong, isWrong: (field: ChangeField) => wrong.has(field) };
  const { isWrong, today } = replacing;
  switch (change.change) {
    case 'application_added':
      return replaceInApplication(change, replacing);
    case 'application_changed':
      return {
        ...change,
        callbackUrls: fitting('callbackUrls', change.callbackUrls, replacing),
        grants: fitting('grants', change.grants, replacing),
        contacts: withoutWrongContacts(change.contacts, wrong),
      };
    case 'api_added':
      return replaceInApi(change, replacing);
    case 'api_version_added':
      return { ...change, ...replaceInVersion(change, freeVersion(change.follows, replacing), isWrong) };
    case 'api_changed': {
      const endpoints = Object.entries(change.endpoints);
      return {
        ...change,
        description: isWrong('description') ? '' : change.description,
        tags: fitting('tags', change.tags, replacing),
        endpoints: Object.fromEntries(endpoints.filter(([keySet]) => !wrong.has(keySet))),
      };
    }
    case 'api_deprecated':
      return {
        ...change,
        since: isWrong('since') ? today : change.since,
        sunset: isWrong('sunset') ? undefined : change.sunset,
        successor: isWrong('successor') ? undefined : change.successor,
        link: isWrong('link') ? undefined : change.link,
      };
    case 'application_renamed':
    case 'application_transferred':
    case 'application_removed':
    case 'keys_added':
    case 'secrets_retired':
    case 'subscription_added':
    case 'subscriptions_added':
    case 'subscription_changed':
    case 'subscription_removed':
    case 'api_definition_replaced':
    case 'api_published':
    case 'api_blocked':
    case 'api_unblocked':
    case 'api_retired':
    case 'finding_suppressed':
      return undefined;
  }
}

/** The items of a list without those that are wrong. */
function fitting(
  field: ChangeField,
  items: readonly string[],
  { isWrong }: Pick<Replacing, 'isWrong'>,
): readonly string[] {
  return isWrong(field) ? items.filter(fitsLine) : items;
}

function replaceInApplication(
  change: NewApplication,
  { workspace, person, wrong, isWrong }: Replacing,
): NewApplication {
  const { name, owner, description, callbackUrls, grants, subscriptions } = change;
  // Findings about other fields contain the name, so it is close to what was typed.
  const near = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^[_-]+|-+$/g, '');
  const free = freeName(near.slice(0, 60) || 'Application', workspace.names.Application);
  return {
    ...change,
    name: isWrong('name') ? free : name,
    owner: isWrong('owner') ? nameOf(person, owner) : owner,
    description: isWrong('description') ? undefined : description,
    callbackUrls: fitting('callbackUrls', callbackUrls, { isWrong }),
    grants: fitting('grants', grants, { isWrong }),
    contacts: withoutWrongContacts(change.contacts, wrong),
    subscriptions: isWrong('api') || isWrong('scopes') ? [] : subscriptions,
  };
}

function withoutWrongContacts(
  contacts: ProposedContacts | undefined,
  wrong: ReadonlySet<string>,
): ProposedContacts | undefined {
  return contacts && Object.fromEntries(Object.entries(contacts).filter(([channel]) => !wrong.has(channel)));
}

function replaceInApi(change: NewApi, replacing: Replacing): NewApi {
  const { workspace, person, isWrong } = replacing;
  const names = new Set(workspace.apis.map(({ value }) => value.name));
  const path = `/${change.context.replace(/^\//, '')}`;
  const isTaken = isWrong('name') && workspace.apis.some(({ value }) => value.context === path);
  const hasContext = !isWrong('context') && !isTaken;
  // A rule compares the name with the context, so each is made from the other.
  const fromContext = hasContext ? nameFromText(change.context.replaceAll('_', ' ')) : undefined;
  const name = isWrong('name') ? freeName(fromContext ?? 'Proposed', names) : change.name;
  return {
    ...change,
    name,
    context: hasContext ? change.context : proposeContext(name),
    owner: isWrong('owner') ? nameOf(person, change.owner) : change.owner,
    ...replaceInVersion(change, 'v1', isWrong),
  };
}

function replaceInVersion(
  { version, definition, endpoints }: Pick<NewApi, 'version' | 'definition' | 'endpoints'>,
  freeVersionNumber: string,
  isWrong: Replacing['isWrong'],
): Pick<NewApi, 'version' | 'definition' | 'endpoints'> {
  return {
    version: isWrong('version') ? freeVersionNumber : version,
    definition,
    endpoints: {
      production: isWrong('production') ? 'https://proposed.example.org' : endpoints.production,
      sandbox: isWrong('sandbox') ? undefined : endpoints.sandbox,
    },
  };
}

/** A version that an API does not have; `follows` is the key of one that it has. */
function freeVersion(follows: string, { workspace }: Replacing): string {
  const name = workspace.apis.find(({ value }) => apiKey(value) === follows)?.value.name ?? '';
  const isFree = (number: number) => !workspace.names.Api.has(apiKey({ name, version: `v${number}` }));
  return `v${firstNumber(isFree)}`;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? `${name}${firstNumber((number) => !taken.has(`${name}${number}`))}` : name;
}

/** The first number from 2 for which something is true. */
function firstNumber(isTrue: (number: number) => boolean): number {
  let number = 2;
  while (!isTrue(number)) number += 1;
  return number;
}

/** A name under which a person may own something; the typed one if nobody knows the person. */
function nameOf(person: OwnerNames | undefined, typed: string): string {
  return person?.username ?? person?.subject ?? typed;
}
