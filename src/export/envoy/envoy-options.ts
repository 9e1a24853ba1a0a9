import type { Discovery } from './secrets/discover-secret.ts';

/** The options of an export, in addition to the table. */
export interface EnvoyOptions {
  readonly listener: EnvoyListener;
  /** Where the public keys that verify tokens are. */
  readonly keys: PublicKeys;
  /** The endpoint that checks what Envoy cannot check; without it, declarations that need it are refused. */
  readonly authz?: ServiceAddress;
  readonly discovery: Discovery;
  /** The folder of the configuration, which secret files are relative to; absolute, without a trailing slash. */
  readonly folder: string;
  /** A PEM file of the authorities that are trusted if an endpoint declares none. */
  readonly authorities: string;
  /** Codes of deviations that the operator accepts, so that they are not refused. */
  readonly accepted?: readonly string[];
}

/** Where Envoy listens. */
export interface EnvoyListener {
  readonly host: string;
  readonly port: number;
  /**
   * `declared`: with the certificate that the table names. `off`: plain HTTP, for a proxy in front that terminates TLS.
   */
  readonly tls: 'declared' | 'off';
}

/** The key manager, or its public keys as a JWK Set (RFC 7517 section 5). */
export type PublicKeys = { readonly keyManager: ServiceAddress } | { readonly keySet: string };

/** The absolute URL of a service of Gatewright: scheme, host and port, and the path below which it is served. */
export interface ServiceAddress {
  readonly url: string;
  /** A PEM file of the authorities that its certificate is checked against. Default: `authorities` of the options. */
  readonly authorityFile?: string;
}
