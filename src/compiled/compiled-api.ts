import type { JsonObject } from './json.ts';
import type { RateLimit, SecretReference } from './manifest.ts';

/** One version of one API: what stands behind its address. Its lifecycle state is in the manifest. */
export interface CompiledApi {
  readonly name: string;
  readonly context: string;
  readonly version: string;
  readonly owner: string;
  readonly endpoints: CompiledEndpoints;
  readonly cors?: CorsSettings;
  /** Requests to this version from all applications together. */
  readonly limit?: RateLimit;
  /** What the scopes that its operations ask for allow, by scope; the text may be empty. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Sorted by path and method. */
  readonly operations: readonly CompiledOperation[];
  /** The OpenAPI document, its references into other files bundled in. */
  readonly contract: JsonObject;
}

export interface CompiledEndpoints {
  readonly production?: CompiledEndpoint;
  readonly sandbox?: CompiledEndpoint;
}

export interface CompiledEndpoint {
  /** Absolute URLs without a trailing slash; calls take turns. */
  readonly targets: readonly string[];
  readonly auth?: EndpointAuthentication;
  /** PEM certificates that the upstream's own certificate is checked against, beside the usual ones. */
  readonly ca?: SecretReference;
}

/** How the gateway makes itself known to an upstream: exactly one of the three. */
export interface EndpointAuthentication {
  readonly basic?: { readonly username: SecretReference; readonly password: SecretReference };
  readonly header?: { readonly name: string; readonly value: SecretReference };
  readonly clientCertificate?: { readonly certificate: SecretReference; readonly key: SecretReference };
}

/** The cross-origin calls that browsers may make (Fetch standard, section 3.3). */
export interface CorsSettings {
  /** Exact origins, or `*` alone. */
  readonly allowOrigins: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly exposeHeaders: readonly string[];
  readonly maxAgeSeconds: number;
}

export interface CompiledOperation {
  readonly operationId?: string;
  /** Upper case. */
  readonly method: string;
  /** The OpenAPI path template, with its leading slash. */
  readonly path: string;
  /** The scopes that a call needs: all of one of these sets, each sorted. Absent where it needs none. */
  readonly scopes?: readonly (readonly string[])[];
}
