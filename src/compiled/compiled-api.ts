import type { Guide } from './settings/guide.ts';
import type { Defaults, JsonObject } from './json.ts';
import type { RateLimit } from './manifest.ts';
import type { NumberTexts } from './contract/number-texts.ts';
import type { StreamSettings } from './settings/gateway-settings.ts';
import type { SecretReference } from './settings/secret-reference.ts';

/** The declared fields of an API that the gateway reads. */
export interface ApiSettings {
  /** A request with a longer body is refused. */
  readonly maxBodyBytes: number;
  readonly pathEncoding: PathEncoding;
  readonly validation: ValidationSettings;
  /** How long a call may last. Default: as declared for the gateway. */
  readonly streams?: StreamSettings;
  /** The description of the API in the store. Default: that of its document. */
  readonly description?: string;
  /** The groups of the API in the store. Default: the tags of its document. */
  readonly tags?: readonly string[];
  /** Who can see it in the store. Default: everyone. */
  readonly visibility?: 'public' | 'owners';
}

export const apiDefaults: Defaults<ApiSettings> = {
  maxBodyBytes: 10 * 1024 * 1024,
  pathEncoding: 'strict',
  validation: { requests: 'enforce', responses: 'off' },
  streams: undefined,
  description: undefined,
  tags: undefined,
  visibility: undefined,
};

/** The limit for the public operations of an API that declares none. */
export const defaultAddressLimit: RateLimit = {
  requests: 60,
  unit: 'minute',
  burst: 60,
  whenUnavailable: 'refuse',
};

/** One version of one API: served by the gateway at its address. Its lifecycle state is in the manifest. */
export interface CompiledApi extends ApiSettings {
  readonly name: string;
  readonly context: string;
  readonly version: string;
  readonly owner: string;
  readonly endpoints: CompiledEndpoints;
  /** The header, in lower case, that describes the caller to the upstream; absent if the API declares none. */
  readonly callerAssertion?: { readonly header: string };
  readonly cors?: CorsSettings;
  /** Requests to this version from all applications together. */
  readonly limit?: RateLimit;
  /** Whether the API as a whole is declared public; absent if access is declared for each operation. */
  readonly access?: 'public';
  /** Whether calls that the document does not declare are forwarded; absent if they are refused. */
  readonly undeclared?: 'pass';
  /** Requests to its public operations from one client address; present if it has public operations. */
  readonly addressLimit?: RateLimit;
  /** Descriptions of the scopes that its operations require or its document declares; a text may be empty. */
  readonly scopes: Readonly<Record<string, string>>;
  /** For the store, in their order; absent if the API declares none. */
  readonly guides?: readonly Guide[];
  /** Sorted by path and method. */
  readonly operations: readonly CompiledOperation[];
  /** The OpenAPI document, with its references to other files bundled in. */
  readonly contract: JsonObject;
  /** The texts of numbers in the contract that JSON.stringify would write differently; absent without any. */
  readonly numberTexts?: NumberTexts;
}

/**
 * The treatment of characters that some servers read as separators: `strict` refuses `;`, `%3B`, `%2F` and `%5C`,
 * `pass` treats them as part of their segment.
 */
export type PathEncoding = 'strict' | 'pass';

/** The treatment of requests and responses that the OpenAPI document does not allow. */
export interface ValidationSettings {
  readonly requests: 'enforce' | 'report' | 'off';
  readonly responses: 'report' | 'off';
}

export interface CompiledEndpoints {
  readonly production?: CompiledEndpoint;
  readonly sandbox?: CompiledEndpoint;
}

/** The declared fields of an endpoint that the gateway reads. */
export interface EndpointSettings {
  readonly auth?: EndpointAuthentication;
  /** PEM certificates that the upstream's own certificate is checked against, in addition to the default ones. */
  readonly ca?: SecretReference;
  readonly timeouts: EndpointTimeouts;
  /** How often a failed call may be retried. */
  readonly retries: number;
  /** The maximum number of connections to each target's host; as many further calls may wait for a connection. */
  readonly maxConnections: number;
  /** Whether requests to it use HTTP/2. */
  readonly http2: boolean;
  /** Why plain HTTP beyond the loopback interface is allowed; the gateway does not read it, `plan` shows it. */
  readonly allowPlainHttp?: { readonly reason: string };
}

export const endpointDefaults: Defaults<EndpointSettings> = {
  auth: undefined,
  ca: undefined,
  timeouts: { connectMs: 10_000, firstByteMs: 60_000, idleMs: 60_000 },
  retries: 1,
  maxConnections: 1024,
  http2: false,
  allowPlainHttp: undefined,
};

export interface CompiledEndpoint extends EndpointSettings {
  /** Absolute URLs without a trailing slash, which calls use in rotation. */
  readonly targets: readonly string[];
  /** Applies to each target. If absent, failing targets are still called. */
  readonly circuitBreaker?: CircuitBreaker;
  /** Applies to each target. If absent, every target counts as healthy. */
  readonly healthCheck?: HealthCheckSettings;
}

interface EndpointTimeouts {
  /** For the connection, including its TLS handshake. */
  readonly connectMs: number;
  /** From the end of the request to the headers of the response. */
  readonly firstByteMs: number;
  /** Between two parts of the response body. */
  readonly idleMs: number;
}

/**
 * When the circuit of a target opens: the number of failures within a window of time, and their share of all its calls.
 */
export interface CircuitBreaker {
  readonly failures: number;
  /** Above 0, and at most 1. */
  readonly ratio: number;
  readonly windowMs: number;
  /** After this time, one call is sent as a test. */
  readonly openMs: number;
}

export const circuitBreakerDefaults: Defaults<CircuitBreaker> = {
  failures: 20,
  ratio: 0.5,
  windowMs: 10_000,
  openMs: 10_000,
};

/** Periodic requests to a target. A healthy target responds with a status from 200 to 399. */
export interface HealthCheckSettings {
  /** On the target's host, with its leading slash. */
  readonly path: string;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** How many results in a row change the target's state. */
  readonly healthyAfter: number;
  readonly unhealthyAfter: number;
}

export const healthCheckDefaults: Defaults<Omit<HealthCheckSettings, 'path'>> = {
  intervalMs: 10_000,
  timeoutMs: 2000,
  healthyAfter: 2,
  unhealthyAfter: 3,
};

/** How the gateway authenticates to an upstream: exactly one of the three methods. */
export interface EndpointAuthentication {
  readonly basic?: { readonly username: SecretReference; readonly password: SecretReference };
  readonly header?: { readonly name: string; readonly value: SecretReference };
  readonly clientCertificate?: { readonly certificate: SecretReference; readonly key: SecretReference };
}

/** The cross-origin calls that browsers may make (Fetch standard, section 3.3). */
export interface CorsSettings {
  /** Exact origins, or only `*`. */
  readonly allowOrigins: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  readonly maxAgeSeconds: number;
}

export const corsDefaults: Defaults<Omit<CorsSettings, 'allowOrigins'>> = {
  allowHeaders: ['Authorization', 'Content-Type'],
  exposeHeaders: [],
  maxAgeSeconds: 600,
};

export interface CompiledOperation {
  readonly operationId?: string;
  /** Upper case. */
  readonly method: string;
  /** The OpenAPI path template, with its leading slash. */
  readonly path: string;
  /** Whether everyone may call it without a token; absent if it requires one. */
  readonly access?: 'public';
  /**
   * Alternative sets of scopes, each sorted: a call needs every scope of one set, so an empty list refuses every call.
   * Absent if the operation requires no scope or is public.
   */
  readonly scopes?: readonly (readonly string[])[];
  /** Requests to it from all applications together. */
  readonly limit?: RateLimit;
}
