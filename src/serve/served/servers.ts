import type { Digest } from '#compiled/digest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { FollowedStore } from '#runtime/oauth/revoke-until-now.ts';
import type { CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import type { LoadedTable } from './loaded-table.ts';

/** The address of a listener, and how its user can choose another port. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  readonly option: '--port' | '--admin-port' | '--control-plane' | 'externalAuthorization.port';
  /** Whether other threads listen there too; the system then hands each connection to one of them. */
  readonly isShared?: boolean;
}

/** Something of the listener of calls, and of the one at which proxies ask, if there is one. */
export interface PerListener<Value> {
  readonly calls: Value;
  readonly authorization?: Value;
}

/** The TLS material of each; undefined for plain HTTP. */
export type CallTls = PerListener<TlsMaterial | undefined>;

/** The activity of a thread that serves calls. */
export interface WorkerState {
  /** Of the table that it serves; undefined before the first one, and while it is started again. */
  readonly digest: Digest | undefined;
}

/** The servers of calls: only this thread, or workers. */
export interface Servers {
  /** Opens the ports, and resolves with them. Rejects with a StartupError. */
  open(
    declared: GatewaySettings,
    addresses: PerListener<ListenAddress>,
    tls: CallTls,
  ): Promise<PerListener<number>>;
  /** Has all of them serve a table, or none: rejects if one cannot build a generation of it, and changes nothing. */
  load(table: LoadedTable): Promise<void>;
  /** Accepts calls, after the first table. Rejects with a StartupError. */
  listen(): Promise<void>;
  /** New connections get another certificate. */
  takeTls(material: TlsMaterial): void;
  /** Reports from now on that it wants no more calls. */
  drain(): void;
  /** The counters of all workers since the start, ended ones included. Rejects if one does not answer. */
  metrics(): Promise<readonly CallMetrics[]>;
  /** What this thread keeps state in once it is open; absent if workers serve, each with its own store. */
  readonly store?: () => FollowedStore;
  /** Absent if this thread serves. */
  readonly workers?: () => readonly WorkerState[];
}
