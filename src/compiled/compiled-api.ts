import type { Defaults, JsonObject } from './json.ts';
import type { RateLimit } from './manifest.ts';
import type { StreamSettings } from './settings/gateway-settings.ts';
import type { SecretReference } from './settings/secret-reference.ts';

/** The declared fields of an API that the gateway reads. */
export interface ApiSettings {
  /** A request with a longer body is refused. */
  readonly maxBodyBytes: number;
  readonly pathEncoding: PathEncoding;
  readonly validation: ValidationSettings;
  /** How long a call may last; by default as declared for the gateway. */
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

/** For the public operations of an API that declares no limit for them. */
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
  /** The header, in lower case, that names the caller to the upstream; absent if the API does not want it. */
  readonly callerAssertion?: { readonly header: string };
  readonly cors?: CorsSettings;
  /** Requests to this version from all applications together. */
  readonly limit?: RateLimit;
  /** Whether every operation is declared public by one word; absent if operations are declared one by one. */
  readonly access?: 'public';
  /** Whether calls that the document does not declare are forwarded; absent if they are refused. */
  readonly undeclared?: 'pass';
  /** Requests to its public operations from one client address; present if it has public operations. */
  readonly addressLimit?: RateLimit;
  /** Descriptions of the scopes that its operations require or its document declares; a text may be empty. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Sorted by path and method. */
  readonly operations: readonly CompiledOperation[];
  /** The OpenAPI document, its references into other files bundled in. */
  readonly contract: JsonObject;
}

/**
 * Whether paths may contain what some servers read as a separator: `strict` refuses `;`, `%3B`, `%2F` and `%5C`, `pass`
 * takes them for part of their segment.
 */
export type PathEncoding = 'strict' | 'pass';

/** The treatment of anything that the OpenAPI document does not allow. */
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
  /** PEM certificates that the upstream's own certificate is checked against, in addition to the usual ones. */
  readonly ca?: SecretReference;
  readonly timeouts: EndpointTimeouts;
  /** How often a call that failed may be tried again. */
  readonly retries: number;
  /** At most so many connections to each target's host; as many calls again may wait for one. */
  readonly maxConnections: number;
  /** Whether requests to it use HTTP/2. */
  readonly http2: boolean;
  /** Why calls may go unencrypted beyond the loopback interface; the gateway does not read it, `plan` shows it. */
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
  /** Absolute URLs without a trailing slash; calls take turns. */
  readonly targets: readonly string[];
  /** For each target. Without it, failing targets are still called. */
  readonly circuitBreaker?: CircuitBreaker;
  /** For each target. Without it, every target counts as healthy. */
  readonly healthCheck?: HealthCheckSettings;
}

interface EndpointTimeouts {
  /** For the connection, TLS included. */
  readonly connectMs: number;
  /** From the end of the request to the headers of the answer. */
  readonly firstByteMs: number;
  /** Between two parts of the answer's body. */
  readonly idleMs: number;
}

/**
 * When the circuit of a target opens: a number of failures, and their share of all its calls, in a window of time.
 */
export interface CircuitBreaker {
  readonly failures: number;
  /** Above 0, and at most 1. */
  readonly ratio: number;
  readonly windowMs: number;
  /** After this time one call is let through as a test. */
  readonly openMs: number;
}

export const circuitBreakerDefaults: Defaults<CircuitBreaker> = {
  failures: 20,
  ratio: 0.5,
  windowMs: 10_000,
  openMs: 10_000,
};

/** Requests that a target has to answer with a status from 200 to 399. */
export interface HealthCheckSettings {
  /** On the target's host, with its leading slash. */
  readonly path: string;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** How many results in a row change its state. */
  readonly healthyAfter: number;
  readonly unhealthyAfter: number;
}

export const healthCheckDefaults: Defaults<Omit<HealthCheckSettings, 'path'>> = {
  intervalMs: 10_000,
  timeoutMs: 2000,
  healthyAfter: 2,
  unhealthyAfter: 3,
};

/** How the gateway makes itself known to an upstream: exactly one of the three. */
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
  /** The scopes that a call needs: all of one of these sets, each sorted. Absent if it needs none, or is public. */
  readonly scopes?: readonly (readonly string[])[];
  /** Requests to it from all applications together. */
  readonly limit?: RateLimit;
}
