import type { Digest } from '#compiled/digest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { FollowedStore } from '#runtime/oauth/revoke-until-now.ts';
import type { CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import type { LoadedTable } from '../sources/source-reading.ts';
import type { CallTls, OfCallListeners } from './of-call-listeners.ts';
import type { ListenAddress } from './listen.ts';

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
    addresses: OfCallListeners<ListenAddress>,
    tls: CallTls,
  ): Promise<OfCallListeners<number>>;
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
