import type { GatewayEvent } from './gateway-event.ts';

/** Where a gateway's route table comes from: sources that are compiled and watched, or a table compiled before. */
export type GatewaySource =
  | { readonly kind: 'folder'; readonly root: string; readonly configFile: string }
  | { readonly kind: 'table'; readonly file: string };

export interface GatewayOptions {
  readonly source: GatewaySource;
  /** The name of the deployment that is served. */
  readonly deployment: string;
  /** Where the gateway keeps what it makes: its keys, its certificates and the last good table. */
  readonly stateFolder: string;
  /** Without TLS, on a loopback host only. */
  readonly plainHttp: boolean;
  /** In place of the declared ones; 0 for a free one. */
  readonly port?: number;
  readonly adminPort?: number;
  readonly report: (event: GatewayEvent) => void;
}

/** A gateway that serves. */
export interface RunningGateway {
  readonly gatewayUrl: string;
  readonly adminUrl: string;
  /** Takes no more calls, lets those in flight end, up to a limit, and frees everything. */
  readonly close: () => Promise<void>;
}
