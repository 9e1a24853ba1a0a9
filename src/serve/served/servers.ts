import type { Digest } from '#compiled/digest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { FollowedStore } from '#runtime/oauth/revoke-until-now.ts';
import type { CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import type { LoadedTable } from './loaded-table.ts';

/** The address of a listener, and the option with which the user can choose another port. */
export interface ListenAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly option: '--port' | '--admin-port' | '--control-plane' | 'externalAuthorization.port';
  /** Whether other threads listen on the same port. The system then distributes the connections. */
  readonly isShared?: boolean;
}

/** A value for the listener of calls, and one for the authorization listener if there is one. */
export interface PerListener<Value> {
  readonly calls: Value;
  readonly authorization?: Value;
}

/** The TLS material of each listener; undefined for plain HTTP. */
export type CallTls = PerListener<TlsMaterial | undefined>;

/** The state of a thread that serves calls. */
export interface WorkerState {
  /** The digest of the table that it serves; undefined before the first table and while the worker restarts. */
  readonly digest: Digest | undefined;
}

/** The threads that serve calls: either this thread or workers. */
export interface Servers {
  /** Opens the ports, and resolves with their numbers. Rejects with a StartupError. */
  open(
    declared: GatewaySettings,
    addresses: PerListener<ListenAddress>,
    tls: CallTls,
  ): Promise<PerListener<number>>;
  /** Makes all threads serve a table. If one of them cannot build a generation of it, rejects and changes nothing. */
  load(table: LoadedTable): Promise<void>;
  /** Starts to accept calls; requires a loaded table. Rejects with a StartupError. */
  listen(): Promise<void>;
  /** Uses another certificate for new connections. */
  takeTls(material: TlsMaterial): void;
  /** Reports from now on that no more calls are wanted. */
  drain(): void;
  /**
   * Returns the metrics of all threads since the start, including workers that have ended. Rejects if a worker does not
   * answer.
   */
  metrics(): Promise<readonly CallMetrics[]>;
  /** Returns this thread's store, once it is open. Absent if workers serve, which have their own stores. */
  readonly store?: () => FollowedStore;
  /** The states of the workers; absent if this thread serves. */
  readonly workers?: () => readonly WorkerState[];
}
