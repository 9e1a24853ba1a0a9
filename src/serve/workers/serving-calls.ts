import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { LoginResult } from '#runtime/identity/failed-logins.ts';
import type { LoginSource } from '#runtime/identity/login-keys.ts';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import type { DriftByApi, ReadDrift } from '#runtime/ports/drift.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';
import type { ReadRecentCalls, RecentCall } from '#runtime/ports/access-log.ts';
import type { ReadReport } from '#runtime/ports/reports.ts';
import type { ConcurrencyMemory } from '#runtime/state/concurrent-calls.ts';
import type { UsageReader } from '#runtime/ports/usage.ts';
import type { ReadLastChange } from '#runtime/ports/status/last-change.ts';
import type { ReadTargetStates, TargetStates } from '#runtime/ports/status/target-states.ts';
import type { AddUsage } from '../observability/report-usage.ts';
import type { MetricsChunk } from './metrics-chunks.ts';
import type { CallNotices } from '../notices/notice-questions.ts';
import type { CallProposals } from '../proposals/proposal-questions.ts';
import type { CompareVersions } from '../sources/thread/contract-comparisons.ts';
import type { ListenAddress, CallTls, PerListener } from '../served/servers.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import type { SentLines } from './line-batch.ts';
import type { ThreadOptions } from '../served/gateway-options.ts';
import type { TableCalls } from '../served/table-transfer.ts';

/** A login that a worker requests. */
export interface RequestedLogin {
  /** Identifies the login among those of the worker. */
  readonly number: number;
  readonly login: LoginSource;
}

/** A login that has ended. */
export interface EndedLogin {
  readonly number: number;
  readonly result: LoginResult;
}

/** The initial data of a worker. */
export interface ServingThreadData {
  readonly options: ThreadOptions;
  readonly declared: GatewaySettings;
  /** The addresses to listen on, whose ports are never 0. */
  readonly addresses: PerListener<ListenAddress>;
  /** Whether there is an access log. */
  readonly isLogged: boolean;
  /** The memory in which all workers count calls; absent if they are counted in Redis. */
  readonly counterMemory?: SharedArrayBuffer;
  /** The memory in which all workers count calls in progress. */
  readonly concurrency: ConcurrencyMemory;
}

/** The calls that a worker answers. */
export type ServingCalls = TableCalls & {
  readonly open: (tls: CallTls) => Promise<void>;
  /** Builds a generation of the table that was sent last, without serving it yet. */
  readonly prepare: (nothing: undefined) => Promise<void>;
  /** Serves the prepared generation. */
  readonly enter: (nothing: undefined) => void;
  /** Discards the prepared generation, if there is one. */
  readonly discard: (nothing: undefined) => void;
  readonly listen: (nothing: undefined) => Promise<void>;
  readonly takeTls: (material: TlsMaterial) => void;
  readonly drain: (nothing: undefined) => void;
  /** Returns a chunk of the metrics since the start of the worker, by index; undefined until the worker is open. */
  readonly metrics: (index: number) => MetricsChunk | undefined;
  /** Returns the drift of the given APIs that this worker has observed. */
  readonly drift: (apis: readonly string[]) => DriftByApi;
  /** Returns the last calls with some consumer keys that this worker has completed. */
  readonly recentCalls: (consumerKeys: readonly string[]) => readonly RecentCall[];
  /** Returns the states of targets that this worker has found. */
  readonly targetStates: (targets: readonly string[]) => TargetStates;
  readonly close: (nothing: undefined) => Promise<void>;
};

/** The calls that a worker makes to the main thread. */
export type ServingOwnerCalls = {
  /** Returns the signing key that the gateway has generated, in PEM. */
  readonly readGeneratedKey: (nothing: undefined) => Promise<string>;
  /** Resolves a secret of the settings that are read only at start. */
  readonly resolveSecret: (reference: SecretReference) => Promise<string>;
  readonly audit: (event: AuditEvent) => void;
  /** Reports a failure once for all workers. */
  readonly reportUnavailable: ReportUnavailable;
  /** Counts the login, and lets it wait, together with those of all workers. */
  readonly beginLogin: (login: RequestedLogin) => ReturnType<LoginLimits['begin']>;
  /** Stops waiting for a login whose client has disconnected. */
  readonly leaveLogin: (number: number) => void;
  readonly endLogin: (login: EndedLogin) => void;
  readonly secondsToWait: LoginLimits['secondsToWait'];
  /** Reads the drift that all workers have observed. */
  readonly readDrift: ReadDrift;
  /** Reads the last calls with some consumer keys that all workers have completed. */
  readonly readRecentCalls: ReadRecentCalls;
  /** Reads the states of targets that all workers have found. */
  readonly readTargetStates: ReadTargetStates;
  readonly readReport: ReadReport;
  /** Writes lines to the access log. */
  readonly writeLines: (batch: SentLines) => void;
  /** Adds to the usage of all workers. */
  readonly addUsage: AddUsage;
  readonly readUsage: UsageReader['read'];
  readonly compareVersions: CompareVersions;
  readonly readLastChange: ReadLastChange;
  readonly callProposals: CallProposals;
  readonly callNotices: CallNotices;
  readonly report: (event: GatewayEvent) => void;
};
