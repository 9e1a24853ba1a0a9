import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { LoginLimits } from '#runtime/identity/login-queue.ts';
import type { LoginResult } from '#runtime/identity/failed-logins.ts';
import type { LoginSource } from '#runtime/identity/login-keys.ts';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import type { DriftByApi, ReadDrift } from '#runtime/ports/drift.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';
import type { ReadReport } from '#runtime/ports/reports.ts';
import type { ConcurrencyMemory } from '#runtime/state/concurrent-calls.ts';
import type { UsageReader } from '#runtime/ports/usage.ts';
import type { AddUsage } from '../observability/report-usage.ts';
import type { MetricsChunk } from './metrics-chunks.ts';
import type { CallProposals } from '../proposals/proposal-questions.ts';
import type { CompareVersions } from '../sources/thread/contract-comparisons.ts';
import type { ListenAddress, CallTls, PerListener } from '../served/servers.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import type { SentLines } from './line-batch.ts';
import type { ThreadOptions } from '../served/gateway-options.ts';
import type { TableCalls } from '../served/table-transfer.ts';

/** A login that a worker asks for. */
export interface RequestedLogin {
  /** Of all logins that the worker asks for. */
  readonly number: number;
  readonly login: LoginSource;
}

/** A login that is no longer in progress. */
export interface EndedLogin {
  readonly number: number;
  readonly result: LoginResult;
}

/** The initial data of a worker. */
export interface ServingThreadData {
  readonly options: ThreadOptions;
  readonly declared: GatewaySettings;
  /** Their ports are never 0. */
  readonly addresses: PerListener<ListenAddress>;
  /** Whether an access log is kept. */
  readonly isLogged: boolean;
  /** The table in which all workers count calls. */
  readonly counterMemory?: SharedArrayBuffer;
  /** In which all workers count calls in progress. */
  readonly concurrency: ConcurrencyMemory;
}

/** The calls that a worker answers. */
export type ServingCalls = TableCalls & {
  readonly open: (tls: CallTls) => Promise<void>;
  /** Builds a generation of the table that was sent last, and keeps it aside. */
  readonly prepare: (nothing: undefined) => Promise<void>;
  /** Serves it. */
  readonly enter: (nothing: undefined) => void;
  /** Releases it, if there is one. */
  readonly discard: (nothing: undefined) => void;
  readonly listen: (nothing: undefined) => Promise<void>;
  readonly takeTls: (material: TlsMaterial) => void;
  readonly drain: (nothing: undefined) => void;
  /** A chunk of its metrics since its start, by index; undefined if it is not open yet. */
  readonly metrics: (index: number) => MetricsChunk | undefined;
  /** The drift of some APIs that it has observed. */
  readonly drift: (apis: readonly string[]) => DriftByApi;
  readonly close: (nothing: undefined) => Promise<void>;
};

/** Its requests to the thread that has started it. */
export type ServingOwnerCalls = {
  /** In PEM. */
  readonly readOwnKey: (nothing: undefined) => Promise<string>;
  /** Reads a secret of the settings that are read only at start. */
  readonly resolveSecret: (reference: SecretReference) => Promise<string>;
  readonly audit: (event: AuditEvent) => void;
  /** Reported there, so that several workers report a failure once. */
  readonly reportUnavailable: ReportUnavailable;
  /** Logins are counted there, and wait there, for all workers together. */
  readonly beginLogin: (login: RequestedLogin) => ReturnType<LoginLimits['begin']>;
  /** Its client has hung up, so that it need not wait longer. */
  readonly leaveLogin: (number: number) => void;
  readonly endLogin: (login: EndedLogin) => void;
  readonly secondsToWait: LoginLimits['secondsToWait'];
  /** The drift that all workers have observed. */
  readonly readDrift: ReadDrift;
  readonly readReport: ReadReport;
  /** Lines for the access log, and how many they are. */
  readonly writeLines: (batch: SentLines) => void;
  /** The usage of all workers is kept there. */
  readonly addUsage: AddUsage;
  readonly readUsage: UsageReader['read'];
  readonly compareVersions: CompareVersions;
  readonly callProposals: CallProposals;
  readonly report: (event: GatewayEvent) => void;
};
