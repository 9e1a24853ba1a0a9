import { apiKey, subscriptionKey } from './api-key.ts';
import type { Digest } from './digest.ts';
import type { GatewaySettings } from './settings/gateway-settings.ts';
import type { NoticeContacts } from './settings/notice-settings.ts';
import type { ManifestIdentityProvider } from './settings/identity-providers.ts';
import { isJsonObject } from './json.ts';

/** The version of the route table's format; a runtime refuses one that it does not know. */
export const tableFormat = 6;

export type KeySetName = 'production' | 'sandbox';
export type LifecycleState = 'created' | 'published' | 'deprecated' | 'blocked' | 'retired';
export type ApplicationType = 'single-page' | 'native' | 'web' | 'service' | 'command-line';

/** Everything in a route table except the parts of APIs, which the manifest refers to by digest. */
export interface Manifest extends ManifestLists {
  readonly format: typeof tableFormat;
  readonly organisation: string;
  readonly deployment: string;
  readonly gateway: GatewaySettings;
}

/** The compiled declarations of each kind, sorted. */
export type ManifestLists = { readonly [Name in ListName]: readonly ManifestEntry<Name>[] };

export type ListName = keyof typeof manifestLists;

/** The kinds of declarations that have a list. */
export type ListedKind = (typeof manifestLists)[ListName]['kind'];

export type ManifestEntry<Name extends ListName> = (typeof manifestLists)[Name]['isEntry'] extends ((
  value: unknown,
) => value is infer Entry)
  ? Entry
  : never;

/** One list of the manifest. */
export interface ManifestList<Entry> {
  /** The kind of declaration that the entries are compiled from. */
  readonly kind: string;
  /** The noun for one entry, for people. */
  readonly noun: string;
  /** The key of an entry. It also identifies the declaration that the entry is compiled from. */
  readonly keyOf: (entry: Entry) => string;
  /** Identifies an entry across states of a table, if the key is not enough. */
  readonly identityOf?: (entry: Entry) => string;
  /** The sort key of the entries, if it is not their key. */
  readonly sortKeyOf?: (entry: Entry) => string;
  /** Whether a value has the members that the invariants of a table need (`invariants.ts`). */
  readonly isEntry: (value: unknown) => boolean;
  /** The fields that the gateway reads as they are declared, each with its default. */
  readonly passedOn?: Readonly<Record<string, unknown>>;
  /** Whether counts for people omit the list if it is empty. */
  readonly isOftenEmpty?: boolean;
}

/**
 * The registry of kinds: every kind of declaration except the gateway has a list, in the order in which people see
 * them.
 */
export const manifestLists = {
  apis: {
    kind: 'Api',
    noun: 'API',
    keyOf: apiKey,
    identityOf: ({ name, context, version }: ManifestApi) => `${name} ${context} ${version}`,
    sortKeyOf: ({ context, version }: ManifestApi) => `${context}/${version}`,
    isEntry: hasTexts<ManifestApi>('name', 'context', 'version', 'part'),
    passedOn: { name: undefined, version: undefined, state: undefined },
  },
  applications: {
    kind: 'Application',
    noun: 'application',
    keyOf: nameOf,
    isEntry: isApplication,
    passedOn: {
      name: undefined,
      description: undefined,
      type: undefined,
      owner: undefined,
      notices: undefined,
    },
  },
  subscriptions: {
    kind: 'Subscription',
    noun: 'subscription',
    keyOf: subscriptionKey,
    isEntry: isSubscription,
    passedOn: { application: undefined, api: undefined, tier: undefined, state: 'active' },
  },
  tiers: {
    kind: 'Tier',
    noun: 'tier',
    keyOf: nameOf,
    isEntry: hasTexts<ManifestTier>('name'),
    passedOn: { name: undefined, maxConcurrentCalls: undefined },
  },
  users: {
    kind: 'User',
    noun: 'user',
    keyOf: nameOf,
    isEntry: hasTexts<ManifestUser>('name', 'passwordDigest', 'state'),
    passedOn: {
      name: undefined,
      displayName: undefined,
      email: undefined,
      passwordDigest: undefined,
      state: 'active',
    },
    isOftenEmpty: true,
  },
  teams: {
    kind: 'Team',
    noun: 'team',
    keyOf: nameOf,
    isEntry: isTeam,
    passedOn: { name: undefined, displayName: undefined },
    isOftenEmpty: true,
  },
  identityProviders: {
    kind: 'IdentityProvider',
    noun: 'identity provider',
    keyOf: nameOf,
    identityOf: ({ name, type }: ManifestIdentityProvider) => `${name} ${type}`,
    isEntry: hasTexts<ManifestIdentityProvider>('name', 'type'),
    isOftenEmpty: true,
  },
} as const satisfies Readonly<Record<string, ManifestList<never>>>;

interface NamedList extends ManifestList<unknown> {
  readonly name: ListName;
  readonly kind: ListedKind;
}

/** The lists of the manifest, each with its name. Call the functions of a list only with entries of that list. */
// `Object.entries` loses which name belongs to which list.
export const allLists = Object.entries<ManifestList<never>>(manifestLists).map(([name, list]) => ({
  name,
  ...list,
})) as unknown as readonly NamedList[];

/** The lists of a table that has no entries. */
// `Object.fromEntries` loses the names; there is one entry for each list.
export const emptyLists = Object.fromEntries(
  allLists.map(({ name }) => [name, []]),
) as unknown as ManifestLists;

/** The lists whose entries are identified only by their name. */
export const namedLists = allLists.filter(({ keyOf }) => keyOf === nameOf);

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/** Whether a value has every member of a manifest that its invariants need. */
export function isManifest(value: unknown): value is Manifest {
  return isJsonObject(value) && allLists.every(({ name, isEntry }) => isListOf(value[name], isEntry));
}

function isApplication(value: unknown): value is ManifestApplication {
  if (!isJsonObject(value) || !isText(value['name'])) return false;
  const { keySets, identityProviders = [] } = value;
  return isListOf(keySets, hasTexts<ManifestKeySet>('consumerKey')) && isListOf(identityProviders, isText);
}

const namesItsParts = hasTexts<ManifestSubscription>('application', 'api', 'tier');

function isSubscription(value: unknown): value is ManifestSubscription {
  return namesItsParts(value) && isListOf(value.scopes, isText);
}

function isTeam(value: unknown): value is ManifestTeam {
  if (!isJsonObject(value) || !isText(value['name']) || !isListOf(value['members'], isText)) return false;
  const { groups } = value;
  return isJsonObject(groups) && Object.values(groups).every((names) => isListOf(names, isText));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

/** A test whether a value has a text in each of the given members. */
function hasTexts<Entry>(...names: readonly (keyof Entry & string)[]): (value: unknown) => value is Entry {
  return (value): value is Entry => isJsonObject(value) && names.every((name) => isText(value[name]));
}

export interface ManifestApi {
  readonly name: string;
  /** Without its leading slash. */
  readonly context: string;
  /** As written in the path of a call. */
  readonly version: string;
  readonly state: LifecycleState;
  /** When callers may try again while it is blocked; seconds since 1970-01-01T00:00:00Z. */
  readonly blockedUntil?: number;
  /** The deprecation headers for callers while it is deprecated. */
  readonly deprecation?: Deprecation;
  /** Its further addresses, sorted by path; absent if it has none. */
  readonly alsoAt?: readonly FurtherAddress[];
  readonly part: Digest;
}

/** Whether calls of an API are forwarded; other APIs need neither their upstreams nor their secrets. */
export function forwardsCalls({ state }: Pick<ManifestApi, 'state'>): boolean {
  return state === 'published' || state === 'deprecated';
}

export interface Deprecation {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** The earliest time of retirement; seconds since 1970-01-01T00:00:00Z. */
  readonly sunset?: number;
  /** The URL of a page for people. */
  readonly link?: string;
  /** The context and version of the API to move to: `dog_park/v2`. */
  readonly successor?: string;
}

/** An address that leads to one version of an API, whichever style of versions the gateway uses. */
export interface FurtherAddress {
  /** One to three segments, with the leading slash: `/order-service/v2`. */
  readonly path: string;
  /** The deprecation headers for callers at this address. */
  readonly deprecation?: Omit<Deprecation, 'successor'>;
}

export interface ManifestApplication {
  readonly name: string;
  /** Its owner's description, for the pages on which its users log in. */
  readonly description?: string;
  readonly type: ApplicationType;
  readonly owner: string;
  readonly grants: readonly string[];
  readonly callbackUrls: readonly string[];
  readonly keySets: readonly ManifestKeySet[];
  /** The identity providers whose users may log in to it, by name, and `users` for declared users. Default: all. */
  readonly identityProviders?: readonly string[];
  /** Tokens issued before this time are refused; seconds since 1970-01-01T00:00:00Z. */
  readonly tokensNotBefore?: number;
  /** Applies to all calls of the application together. */
  readonly limit?: RateLimit;
  /** Where its people receive notices. */
  readonly notices?: NoticeContacts;
}

export interface ManifestKeySet {
  readonly keySet: KeySetName;
  readonly consumerKey: string;
  readonly secretDigests: readonly Digest[];
}

export interface ManifestSubscription {
  readonly application: string;
  /** `Name/version`. */
  readonly api: string;
  readonly tier: string;
  readonly state: 'active' | 'blocked';
  /** The scopes of the API that the application may have; sorted. */
  readonly scopes: readonly string[];
}

export interface RateLimit {
  readonly requests: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
  /** How many requests may arrive at once. */
  readonly burst: number;
  /** The treatment of a call that cannot be counted. */
  readonly whenUnavailable: 'allow' | 'refuse';
}

export interface ManifestTier {
  readonly name: string;
  /** The limit of each subscription; absent if the tier is unlimited. */
  readonly limit?: RateLimit;
  /** How many calls of each subscription may be in progress at the same time; absent if any number. */
  readonly maxConcurrentCalls?: number;
}

/** A person who logs in with a password that the gateway itself checks. */
export interface ManifestUser {
  readonly name: string;
  /** The user's name on pages. Default: the name. */
  readonly displayName?: string;
  /** The e-mail address, by which owners and teams may refer to the user. */
  readonly email?: string;
  /** An Argon2id digest in the PHC string format. */
  readonly passwordDigest: string;
  readonly state: 'active' | 'disabled';
  /** Tokens issued before this time are refused; seconds since 1970-01-01T00:00:00Z. */
  readonly tokensNotBefore?: number;
}

/** People who own APIs and applications together. */
export interface ManifestTeam {
  readonly name: string;
  /** The team's name on pages. Default: the name. */
  readonly displayName?: string;
  /** Names of declared users, e-mail addresses and subjects; sorted. */
  readonly members: readonly string[];
  /** Groups whose members belong to it, by the name of the identity provider; each list is sorted. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}
