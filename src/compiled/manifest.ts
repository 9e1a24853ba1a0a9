import type { Digest } from './digest.ts';

/** The version of the route table's format; a runtime refuses one that it does not know. */
export const tableFormat = 1;

/** Where a secret is read from when the gateway starts; never the secret itself. */
export interface SecretReference {
  /** The name of an environment variable. */
  readonly fromEnv?: string;
  /** A file, relative to the folder of the configuration. */
  readonly fromFile?: string;
}

export type KeySetName = 'production' | 'sandbox';
export type LifecycleState = 'created' | 'published' | 'deprecated' | 'blocked' | 'retired';
export type ApplicationType = 'single-page' | 'web' | 'service' | 'command-line';
export type VersioningStyle = 'url' | 'header' | 'hybrid';

/** Everything of a route table but the APIs' own parts, which it names by digest. */
export interface Manifest {
  readonly format: typeof tableFormat;
  readonly organisation: string;
  readonly deployment: string;
  readonly gateway: GatewaySettings;
  /** Sorted by context and version. */
  readonly apis: readonly ManifestApi[];
  /** Sorted by name. */
  readonly applications: readonly ManifestApplication[];
  /** Sorted by application and API. */
  readonly subscriptions: readonly ManifestSubscription[];
  /** Sorted by name. */
  readonly tiers: readonly ManifestTier[];
}

export interface GatewaySettings {
  /** Absolute URLs without a trailing slash. `keyManagerUrl` is the issuer. */
  readonly gatewayUrl: string;
  readonly authUrl: string;
  readonly keyManagerUrl: string;
  readonly listener: ListenerSettings;
  readonly admin: AdminSettings;
  /** CIDR blocks whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly token: TokenSettings;
  readonly state: StateSettings;
  readonly versioning: VersioningStyle;
  /** Prefix of the page that explains an error code; `moreInformation` is left out without it. */
  readonly errorDocsUrl?: string;
}

export interface ListenerSettings {
  readonly host: string;
  readonly port: number;
  /** Without it, a certificate of the gateway's own making. */
  readonly tls?: { readonly certificate: SecretReference; readonly key: SecretReference };
}

interface AdminSettings {
  readonly host: string;
  readonly port: number;
}

export interface TokenSettings {
  readonly lifetimeSeconds: number;
  /** PEM keys on P-256, the first one that signs in front. Without any, a key of the gateway's own making. */
  readonly signingKeys: readonly SigningKeySettings[];
}

interface SigningKeySettings {
  readonly key: SecretReference;
  readonly use: 'sign' | 'verify';
}

/** Where authorization codes, refresh tokens and revocations are kept. */
interface StateSettings {
  readonly store: 'memory' | 'sqlite' | 'redis';
  /** For redis: the URL, which may hold a password. */
  readonly url?: SecretReference;
}

export interface ManifestApi {
  readonly name: string;
  /** Without its leading slash. */
  readonly context: string;
  /** As it stands in the path of a call. */
  readonly version: string;
  readonly state: LifecycleState;
  readonly part: Digest;
}

export interface ManifestApplication {
  readonly name: string;
  readonly type: ApplicationType;
  readonly owner: string;
  readonly grants: readonly string[];
  readonly callbackUrls: readonly string[];
  readonly keySets: readonly ManifestKeySet[];
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
}

export interface RateLimit {
  readonly requests: number;
  readonly unit: 'second' | 'minute' | 'hour' | 'day';
  /** How many requests may come at once. */
  readonly burst: number;
}

interface ManifestTier {
  readonly name: string;
  /** Without it the tier is unlimited. */
  readonly limit?: RateLimit;
}
