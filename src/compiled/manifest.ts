import type { Digest } from './digest.ts';

/** The version of the route table's format; a runtime refuses one that it does not know. */
export const tableFormat = 4;

/** Where a secret is read from when the gateway starts; never the secret itself. */
export interface SecretReference {
  /** The name of an environment variable. */
  readonly fromEnv?: string;
  /** A file, relative to the folder of the configuration. */
  readonly fromFile?: string;
}

export type KeySetName = 'production' | 'sandbox';
export type LifecycleState = 'created' | 'published' | 'deprecated' | 'blocked' | 'retired';
export type ApplicationType = 'single-page' | 'native' | 'web' | 'service' | 'command-line';
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
  /** Sorted by name. */
  readonly users: readonly ManifestUser[];
  /** Sorted by name. */
  readonly identityProviders: readonly ManifestIdentityProvider[];
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
  readonly limits: LimitSettings;
  readonly versioning: VersioningStyle;
  /** Prefix of the page that explains an error code; `moreInformation` is left out without it. */
  readonly errorDocsUrl?: string;
  /** Whether answers to calls name the route table that they were served by. */
  readonly digestHeader?: boolean;
  /** Where calls are logged; nowhere without it. A file is relative to the folder of the configuration. */
  readonly accessLog?: 'stdout' | { readonly file: string };
  readonly tracing?: TracingSettings;
  /** Without it calls may last as long as their token is good. */
  readonly streams?: StreamSettings;
}

/** How long a call may last that stays open, as a WebSocket or an event stream does. */
export interface StreamSettings {
  readonly maxAgeSeconds: number;
}

/** Where spans of calls are sent. */
export interface TracingSettings {
  /** The base URL of an OTLP receiver over HTTP; without it the one that the environment names, if any. */
  readonly endpoint?: string;
  /** How many of the calls are traced that no trusted proxy has decided on, from 0 to 1. */
  readonly ratio: number;
}

export interface ListenerSettings {
  readonly host: string;
  readonly port: number;
  /** Without it, a certificate that the gateway has generated. */
  readonly tls?: { readonly certificate: SecretReference; readonly key: SecretReference };
  /** Whether clients may choose HTTP/2 over TLS. */
  readonly http2: boolean;
  readonly limits: ListenerLimits;
}

/** What a client may ask of the listener at most. */
export interface ListenerLimits {
  /** Of the head of a request: the request line and all headers. */
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
  /** Requests at a time on one connection of HTTP/2. */
  readonly maxConcurrentStreams: number;
}

interface AdminSettings {
  readonly host: string;
  readonly port: number;
}

export interface TokenSettings {
  readonly lifetimeSeconds: number;
  /** A refresh token that is not used for so long is refused. */
  readonly refreshIdleSeconds: number;
  /** So long after its login a user has to log in again. */
  readonly refreshLifetimeSeconds: number;
  /** Tokens issued before are refused; seconds since 1970-01-01T00:00:00Z. */
  readonly tokensNotBefore?: number;
  /** PEM keys on P-256, the first one that signs in front. Without any, a key that the gateway has generated. */
  readonly signingKeys: readonly SigningKeySettings[];
}

interface SigningKeySettings {
  readonly key: SecretReference;
  readonly use: 'sign' | 'verify';
}

/** Where authorization codes, refresh tokens and revocations are kept. */
export interface StateSettings {
  readonly store: 'memory' | 'sqlite' | 'redis';
  /** For redis: the URL, which may hold a password. */
  readonly url?: SecretReference;
}

/** Where calls are counted. */
export interface LimitSettings {
  readonly counters: 'local' | 'redis';
  /** For redis: the URL, which may hold a password. */
  readonly url?: SecretReference;
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
  /** What callers see in headers while it is deprecated. */
  readonly deprecation?: Deprecation;
  readonly part: Digest;
}

export interface Deprecation {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** From when on it may be retired; seconds since 1970-01-01T00:00:00Z. */
  readonly sunset?: number;
  /** The URL of a page for people. */
  readonly link?: string;
  /** The context and version of the API to move to: `dog_park/v2`. */
  readonly successor?: string;
}

export interface ManifestApplication {
  readonly name: string;
  /** What its owner says of it, for the pages on which its users log in. */
  readonly description?: string;
  readonly type: ApplicationType;
  readonly owner: string;
  readonly grants: readonly string[];
  readonly callbackUrls: readonly string[];
  readonly keySets: readonly ManifestKeySet[];
  /** Whose users may log in to it: names of identity providers, and `users` for the declared ones. All without it. */
  readonly identityProviders?: readonly string[];
  /** Tokens issued before are refused; seconds since 1970-01-01T00:00:00Z. */
  readonly tokensNotBefore?: number;
  /** All its calls together. */
  readonly limit?: RateLimit;
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
  /** How many requests may come at once. */
  readonly burst: number;
  /** What happens to a call that cannot be counted. */
  readonly whenUnavailable: 'allow' | 'refuse';
}

export interface ManifestTier {
  readonly name: string;
  /** Of each subscription by itself; without it the tier is unlimited. */
  readonly limit?: RateLimit;
}

/** Somebody who logs in with a password that the gateway itself checks. */
export interface ManifestUser {
  readonly name: string;
  /** What pages call the user; the name without it. */
  readonly displayName?: string;
  /** An Argon2id digest in the PHC string format. */
  readonly passwordDigest: string;
  readonly state: 'active' | 'disabled';
  /** Tokens issued before are refused; seconds since 1970-01-01T00:00:00Z. */
  readonly tokensNotBefore?: number;
}

export type ManifestIdentityProvider = LdapProvider | OidcProvider | SamlProvider;

/** When users who have logged in by a directory or a provider are looked at again. */
export interface UserCheckSettings {
  /** So long after its last confirmation of a user it is asked again, at a refresh or another use of the login. */
  readonly recheckSeconds: number;
  /** So long after that nothing that the user has granted is refreshed unless it confirms the user. */
  readonly maximumUncheckedSeconds: number;
}

/** A directory that checks passwords (RFC 4513 section 5.1.3). */
export interface LdapProvider extends UserCheckSettings {
  readonly type: 'ldap';
  readonly name: string;
  /** `ldaps://`, or `ldap://` with `startTls` or on loopback. */
  readonly url: string;
  readonly startTls: boolean;
  /** PEM certificates that the directory's own is checked against, beside the usual ones. */
  readonly ca?: SecretReference;
  /** Who searches; anonymous without it. */
  readonly bind?: { readonly dn: string; readonly password: SecretReference };
  readonly searchBase: string;
  /** An RFC 4515 filter in which `{username}` stands for the escaped name. */
  readonly searchFilter: string;
  /** The attribute that tokens name the user by. */
  readonly subjectAttribute: string;
  readonly displayNameAttribute: string;
  readonly timeoutMs: number;
}

/** An OpenID Connect provider that users are sent to for their login. */
export interface OidcProvider extends UserCheckSettings {
  readonly type: 'oidc';
  readonly name: string;
  /** What the button on the login page says. */
  readonly displayName: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: SecretReference;
  readonly scopes: readonly string[];
  readonly ca?: SecretReference;
}

/** A single sign-on server whose SAML 2.0 assertions are exchanged for tokens (RFC 7522). */
export interface SamlProvider {
  readonly type: 'saml';
  readonly name: string;
  /** The entity id that assertions name as their Issuer. */
  readonly issuer: string;
  /** PEM certificates that it signs with, several while one takes over from another. */
  readonly certificates: readonly SecretReference[];
  /** What assertions may call the gateway in an Audience, beside its issuer and its token URLs. */
  readonly audiences: readonly string[];
  readonly clockSkewSeconds: number;
  /** An assertion that is good for longer is refused. */
  readonly maximumLifetimeSeconds: number;
  /** The formats that a NameID may have; unspecified and persistent without it. */
  readonly nameIdFormats?: readonly string[];
  /** Whether a NameID has to be the name of a declared user. */
  readonly onlyDeclaredUsers: boolean;
}
