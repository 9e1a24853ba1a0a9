import type { Defaults } from '../json.ts';
import type { NoticeSettings } from './notice-settings.ts';
import type { SecretReference } from './secret-reference.ts';
import type { StoreSettings } from './store-settings.ts';

export type VersioningStyle = 'url' | 'header' | 'hybrid';

/** The declared fields of the gateway that it reads, the same in all deployments. */
export interface GeneralSettings {
  readonly state: StateSettings;
  readonly limits: LimitSettings;
  readonly versioning: VersioningStyle;
  /** The addresses that the gateway does not call. Default: those of `ForbiddenUpstreams`. */
  readonly upstreams?: { readonly forbidden: readonly string[] };
  /** Prefix of the page that explains an error code. If absent, `moreInformation` is omitted. */
  readonly errorDocsUrl?: string;
  /** If absent, calls may last as long as their token is valid. */
  readonly streams?: StreamSettings;
}

export const generalDefaults: Defaults<GeneralSettings> = {
  state: { store: 'sqlite', url: undefined },
  limits: { counters: 'local', url: undefined },
  versioning: 'url',
  upstreams: undefined,
  errorDocsUrl: undefined,
  streams: undefined,
};

/** The settings of a gateway in one deployment, with their defaults filled in. */
export interface GatewaySettings extends GeneralSettings {
  /** Absolute URLs without a trailing slash. `keyManagerUrl` is the issuer. */
  readonly gatewayUrl: string;
  readonly authUrl: string;
  readonly keyManagerUrl: string;
  readonly listener: ListenerSettings;
  readonly admin: AdminSettings;
  /** The listener at which proxies ask whether a call is allowed; absent if there is no such listener. */
  readonly externalAuthorization?: ExternalAuthorizationSettings;
  /** CIDR blocks whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly token: TokenSettings;
  /** Whether responses to calls name the route table that served them. */
  readonly digestHeader?: boolean;
  /** The status for calls without a valid token. Default: 403. */
  readonly unauthenticatedStatus?: 401;
  /** Where calls are logged. Default: nowhere. A file is relative to the folder of the configuration. */
  readonly accessLog?: 'stdout' | { readonly file: string };
  readonly tracing?: TracingSettings;
  /** The store, and its absolute URL without a trailing slash and without `/store`; absent if there is no store. */
  readonly store?: StoreSettings;
  readonly storeUrl?: string;
  /** How notices are sent; absent if none is. */
  readonly notices?: NoticeSettings;
}

/** The maximum duration of a call, which ends calls that stay open, such as WebSockets and event streams. */
export interface StreamSettings {
  readonly maxAgeSeconds: number;
}

/** Where spans of calls are sent. */
export interface TracingSettings {
  /** The base URL of an OTLP receiver over HTTP. Default: the URL that the environment specifies, if any. */
  readonly endpoint?: string;
  /** The fraction of calls to trace, from 0 to 1, where no trusted proxy has decided whether to trace the call. */
  readonly ratio: number;
}

export interface ListenerSettings {
  readonly host: string;
  readonly port: number;
  /** Default: a certificate that the gateway has generated. */
  readonly tls?: { readonly certificate: SecretReference; readonly key: SecretReference };
  /** Whether clients may choose HTTP/2 over TLS. */
  readonly http2: boolean;
  readonly limits: ListenerLimits;
}

/** The limits for a client of the listener. */
export interface ListenerLimits {
  /** The maximum size of a request's head, which is the request line and all headers. */
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
  /** The maximum number of concurrent requests on one HTTP/2 connection. */
  readonly maxConcurrentStreams: number;
  /** How long a client may read nothing of a response before its call is aborted. */
  readonly stalledClientSeconds: number;
}

export const listenerDefaults: Defaults<ListenerSettings> = {
  host: '127.0.0.1',
  port: 8243,
  tls: undefined,
  http2: true,
  limits: {
    maxHeaderBytes: 16 * 1024,
    maxHeaders: 200,
    maxConcurrentStreams: 100,
    stalledClientSeconds: 60,
  },
};

interface AdminSettings {
  readonly host: string;
  readonly port: number;
}

export const adminDefaults: Defaults<AdminSettings> = { host: '127.0.0.1', port: 8244 };

/** How the gateway decides on calls that other proxies forward. */
export interface ExternalAuthorizationSettings {
  readonly host: string;
  readonly port: number;
  /** Addresses and CIDR blocks of the proxies that may ask; empty if their certificates suffice. */
  readonly trustedPeers: readonly string[];
  /** The authority, in PEM, of the client certificates that proxies must present. */
  readonly clientCa?: SecretReference;
  /**
   * The treatment of a call whose body would be validated and did not arrive: it is refused, it has no body, or its
   * body is not validated.
   */
  readonly missingBodies: 'refused' | 'empty' | 'unchecked';
}

export const externalAuthorizationDefaults: Defaults<ExternalAuthorizationSettings> = {
  host: '127.0.0.1',
  port: 8245,
  trustedPeers: ['127.0.0.1', '::1'],
  clientCa: undefined,
  missingBodies: 'refused',
};

/** How long tokens last. */
export interface TokenLifetimes {
  readonly lifetimeSeconds: number;
  /** How long a refresh token stays valid without use. */
  readonly refreshIdleSeconds: number;
  /** How long after a login the user must log in again. */
  readonly refreshLifetimeSeconds: number;
}

export const tokenDefaults: Defaults<TokenLifetimes> = {
  lifetimeSeconds: 3600,
  refreshIdleSeconds: 14 * 24 * 3600,
  refreshLifetimeSeconds: 90 * 24 * 3600,
};

export interface TokenSettings extends TokenLifetimes {
  /** Tokens issued before this time are refused; seconds since 1970-01-01T00:00:00Z. */
  readonly tokensNotBefore?: number;
  /**
   * PEM keys on P-256, starting with the first key that signs. If empty, the gateway uses a key that it has generated.
   */
  readonly signingKeys: readonly SigningKeySettings[];
}

interface SigningKeySettings {
  readonly key: SecretReference;
  readonly use: 'sign' | 'verify';
}

/** Where authorization codes, refresh tokens and revocations are stored. */
export interface StateSettings {
  readonly store: 'memory' | 'sqlite' | 'redis';
  /** For redis: the URL, which may contain a password. */
  readonly url?: SecretReference;
}

/** Where calls are counted. */
export interface LimitSettings {
  readonly counters: 'local' | 'redis';
  /** For redis: the URL, which may contain a password. */
  readonly url?: SecretReference;
}
