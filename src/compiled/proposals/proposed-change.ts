import type { Digest } from '../digest.ts';
import type { ApplicationType, KeySetName } from '../manifest.ts';

/** The default grants of each type of application. */
export const usualGrants: Readonly<Record<ApplicationType, readonly string[]>> = {
  'single-page': ['authorization_code'],
  native: ['authorization_code', 'refresh_token'],
  web: ['authorization_code', 'client_credentials'],
  service: ['client_credentials'],
  'command-line': ['client_credentials'],
};

/** The fields of an API as its OpenAPI document suggests them; undefined where the document has no usable value. */
export interface ProposedApi {
  readonly title: string | undefined;
  readonly name: string | undefined;
  /** With its leading slash. */
  readonly context: string | undefined;
  readonly version: string | undefined;
  readonly owner: string | undefined;
  readonly production: string | undefined;
}

/** What a person fills in for a change, by the name of its field in forms. */
export type ChangeField =
  | keyof Omit<ProposedApi, 'title'>
  | keyof Omit<DeprecatedApi, 'change'>
  | keyof Pick<NewApplication, 'description' | 'type' | 'callbackUrls' | 'grants'>
  | keyof Omit<ProposedSubscription, 'api'>
  | 'application'
  | 'definition'
  | 'sandbox'
  | 'tags'
  | 'blockedUntil'
  | keyof ProposedContacts
  | 'details'
  | 'reason';

/** A change that a user of the store may propose; all texts are as the user typed them. */
export type ProposedChange =
  | NewApplication
  | ChangedApplication
  | RenamedApplication
  | TransferredApplication
  | RemovedApplication
  | NewKeys
  | RetiredSecrets
  | NewSubscription
  | NewSubscriptions
  | ChangedSubscription
  | WithdrawnSubscription
  | NewApi
  | NewApiVersion
  | ChangedApi
  | ReplacedDefinition
  | PublishedApi
  | DeprecatedApi
  | BlockedApi
  | UnblockedApi
  | RetiredApi
  | SuppressedFinding;

export interface NewApplication {
  readonly change: 'application_added';
  readonly name: string;
  readonly type: ApplicationType;
  readonly owner: string;
  readonly description?: string | undefined;
  readonly callbackUrls: readonly string[];
  readonly grants: readonly string[];
  readonly keys?: Partial<Readonly<Record<KeySetName, ProposedKeys>>> | undefined;
  readonly contacts?: ProposedContacts | undefined;
  /** Subscriptions that are added with the application. */
  readonly subscriptions?: readonly ProposedSubscription[] | undefined;
}

export interface ProposedSubscription {
  /** `Name/version`. */
  readonly api: string;
  readonly tier: string;
  readonly scopes: readonly string[];
}

/** Where an application receives notices. An address that is absent stays as it is, and an empty one is removed. */
export interface ProposedContacts {
  readonly email?: string | undefined;
  readonly webhook?: string | undefined;
}

/** Keys that the page has generated; a secret itself is never part of a change. */
export interface ProposedKeys {
  readonly consumerKey: string;
  /** Absent for a public client. */
  readonly secretDigest?: Digest | undefined;
}

/** The new callback URLs and grants of an application, which replace the existing ones, and new addresses for notices. */
export interface ChangedApplication {
  readonly change: 'application_changed';
  readonly application: string;
  readonly callbackUrls: readonly string[];
  readonly grants: readonly string[];
  readonly contacts?: ProposedContacts | undefined;
}

/** The new name of an application, also in its subscriptions. */
export interface RenamedApplication {
  readonly change: 'application_renamed';
  readonly application: string;
  readonly name: string;
}

/** The new owner of an application: a team, a user name, a subject of tokens or an e-mail address. */
export interface TransferredApplication {
  readonly change: 'application_transferred';
  readonly application: string;
  readonly owner: string;
}

/** An application is removed with its keys and all of its subscriptions. */
export interface RemovedApplication {
  readonly change: 'application_removed';
  readonly application: string;
}

/** A further secret of a key set, or the first keys of a key set. */
export interface NewKeys {
  readonly change: 'keys_added';
  readonly application: string;
  readonly keySet: KeySetName;
  /** Used only if the key set has no consumer key yet. */
  readonly keys: ProposedKeys;
  /** Whether the previous secrets are removed at once; callers that still use them are refused. */
  readonly retiresOlder: boolean;
}

/** All secrets of a key set except the newest are removed. */
export interface RetiredSecrets {
  readonly change: 'secrets_retired';
  readonly application: string;
  readonly keySet: KeySetName;
}

export interface NewSubscription extends ProposedSubscription {
  readonly change: 'subscription_added';
  readonly application: string;
}

/** Several subscriptions of one application. */
export interface NewSubscriptions {
  readonly change: 'subscriptions_added';
  readonly application: string;
  readonly subscriptions: readonly ProposedSubscription[];
}

/** The new tier and scopes of a subscription, which replace the existing ones. */
export interface ChangedSubscription extends ProposedSubscription {
  readonly change: 'subscription_changed';
  readonly application: string;
}

export interface WithdrawnSubscription {
  readonly change: 'subscription_removed';
  readonly application: string;
  /** `Name/version`. */
  readonly api: string;
}

/** The endpoints of an API version, as absolute URLs. */
export interface ProposedEndpoints {
  readonly production: string;
  readonly sandbox?: string | undefined;
}

/** A change with an OpenAPI document. */
interface SentDocument {
  /** The OpenAPI document, in YAML or JSON, as it is committed. */
  readonly definition: string;
  /** Whether the errors of design rules in the document go into the baseline. */
  readonly acceptsErrors?: boolean | undefined;
}

export interface NewApi extends SentDocument {
  readonly change: 'api_added';
  readonly name: string;
  /** With or without its leading slash. */
  readonly context: string;
  readonly version: string;
  readonly owner: string;
  readonly endpoints: ProposedEndpoints;
  /** Whether only its owners see it until it is published. */
  readonly isDraft?: boolean | undefined;
}

/**
 * A further version of an API. It takes from the version that it follows what is neither of its document nor of its
 * endpoints.
 */
export interface NewApiVersion extends SentDocument {
  readonly change: 'api_version_added';
  /** `Name/version` of the version that it follows. */
  readonly follows: string;
  readonly version: string;
  readonly endpoints: ProposedEndpoints;
  /** Whether only its owners see it until it is published. */
  readonly isDraft?: boolean | undefined;
}

/** The new description, tags and endpoints of an API version, which replace the existing ones. */
export interface ChangedApi {
  readonly change: 'api_changed';
  /** `Name/version`. */
  readonly api: string;
  /** The digest of the `DeclaredDetails` that the person has edited; they must still be declared. */
  readonly details: string;
  /** Lines are separated by LF. Empty: the description of its document applies. */
  readonly description: string;
  /** None: the tags of its document apply. */
  readonly tags: readonly string[];
  /** The URL of each endpoint, empty if it is removed. An endpoint that is absent stays as it is. */
  readonly endpoints: Partial<Readonly<Record<KeySetName, string>>>;
}

/** A new OpenAPI document in place of the present one of a version. */
export interface ReplacedDefinition extends SentDocument {
  readonly change: 'api_definition_replaced';
  /** `Name/version`. */
  readonly api: string;
}

/** A created version is published. */
export interface PublishedApi {
  readonly change: 'api_published';
  /** `Name/version`. */
  readonly api: string;
}

export interface DeprecatedApi {
  readonly change: 'api_deprecated';
  /** `Name/version`. */
  readonly api: string;
  /** Dates such as 2026-01-31. */
  readonly since: string;
  readonly sunset?: string | undefined;
  /** `Name/version` to move to. */
  readonly successor?: string | undefined;
  /** A web page for people. */
  readonly link?: string | undefined;
}

/** A published or deprecated version is not available for a time. */
export interface BlockedApi {
  readonly change: 'api_blocked';
  /** `Name/version`. */
  readonly api: string;
  /** When it is expected to be available again: 2026-01-31T12:00:00Z. */
  readonly blockedUntil?: string | undefined;
}

/** A blocked version is available again, in the state that it had before. */
export interface UnblockedApi {
  readonly change: 'api_unblocked';
  /** `Name/version`. */
  readonly api: string;
}

export interface RetiredApi {
  readonly change: 'api_retired';
  /** `Name/version`. */
  readonly api: string;
}

/** A finding of lint about an API version that is not reported any more. */
export interface SuppressedFinding {
  readonly change: 'finding_suppressed';
  /** `Name/version`. */
  readonly api: string;
  /** The name of the rule. */
  readonly rule: string;
  /** The file with the finding, relative to the root of the sources. */
  readonly file: string;
  /** The RFC 6901 pointer of the finding in that file. */
  readonly pointer: string;
  /** One line. */
  readonly reason: string;
}

/** The subject of a proposal; a person has at most one open proposal for each aspect of it. */
export interface ProposalSubject {
  /** `settings` of an application, its `production-keys`, the `lifecycle` of an API. */
  readonly aspect:
    | 'application'
    | 'settings'
    | 'name'
    | 'owner'
    | 'removal'
    | `${KeySetName}-keys`
    | 'subscription'
    | 'subscriptions'
    | 'api'
    | 'details'
    | 'definition'
    | 'lifecycle'
    | 'finding';
  readonly application?: string;
  /** `Name/version`. */
  readonly api?: string;
  /** Identifies the finding of the API: 12 hexadecimal digits. */
  readonly finding?: string;
}
