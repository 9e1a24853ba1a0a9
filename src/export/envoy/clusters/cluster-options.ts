import type { Discovery } from '../secrets/discover-secret.ts';

/** The paths on the machine that Envoy runs on, and the source of its configuration. */
export interface ClusterOptions {
  readonly discovery: Discovery;
  /** The folder of the configuration, which secret files are relative to; absolute, without a trailing slash. */
  readonly folder: string;
  /** A PEM file of the authorities that are trusted if an endpoint declares none. */
  readonly authorities: string;
}
