import type { EnvoyListener, EnvoyOptions, ServiceAddress } from '#export/envoy/envoy-options.ts';

/** The files of the control plane's TLS material, in PEM, as absolute paths. */
export interface ControlPlaneFiles {
  readonly certificate: string;
  readonly key: string;
  /** The CAs that issue the certificates of Envoys. */
  readonly clientAuthorities: string;
}

/** Where the control plane listens for Envoys. */
export interface ControlPlaneSettings {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly files: ControlPlaneFiles;
}

/** The addresses and files of Gatewright from the Envoys' point of view. Absent values are as declared. */
export interface EnvoySettings extends Pick<EnvoyOptions, 'authz' | 'folder' | 'authorities' | 'accepted'> {
  readonly listen?: { readonly host: string; readonly port: number };
  readonly tls: EnvoyListener['tls'];
  /** The key manager from which Envoys fetch the public keys; absent if the gateway publishes its own keys. */
  readonly keyManager?: ServiceAddress;
}

/** A control plane that publishes the tables of a gateway. */
export interface EnvoyControlPlane extends ControlPlaneSettings {
  readonly envoy: EnvoySettings;
}

/**
 * How long an Envoy is remembered after its last poll, in milliseconds. After that, what is stored for it is discarded.
 */
export const nodeLifetimeMs = 10 * 60_000;

/**
 * How often a control plane saves which tables its Envoys have, for other control planes with the same state folder; in
 * milliseconds.
 */
export const noteInUseEveryMs = nodeLifetimeMs / 10;
