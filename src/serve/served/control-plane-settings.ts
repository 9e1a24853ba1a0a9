import type { EnvoyListener, EnvoyOptions, ServiceAddress } from '#export/envoy/envoy-options.ts';

/** The files of the control plane's TLS material, absolute, in PEM. */
export interface ControlPlaneFiles {
  readonly certificate: string;
  readonly key: string;
  /** The authorities that issue the certificates of Envoys. */
  readonly clientAuthorities: string;
}

/** Where Envoys poll for their resources. */
export interface ControlPlaneSettings {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  readonly files: ControlPlaneFiles;
}

/** How the Envoys of a control plane see their machines and Gatewright; what is absent is as declared. */
export interface EnvoySettings extends Pick<EnvoyOptions, 'authz' | 'folder' | 'authorities' | 'accepted'> {
  readonly listen?: { readonly host: string; readonly port: number };
  readonly tls: EnvoyListener['tls'];
  /** From which Envoys fetch the public keys; absent if those of the gateway are published. */
  readonly keyManager?: ServiceAddress;
}

/** A control plane that publishes the tables of a gateway. */
export interface EnvoyControlPlane extends ControlPlaneSettings {
  readonly envoy: EnvoySettings;
}

/** An Envoy is forgotten after this long without a poll, with what is kept for it; in milliseconds. */
export const nodeLifetimeMs = 10 * 60_000;

/** How often a control plane notes in its state folder which tables its Envoys have, for others on that folder; in milliseconds. */
export const noteInUseEveryMs = nodeLifetimeMs / 10;
