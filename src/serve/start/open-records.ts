import { systemClock } from '#platform/system-clock.ts';
import type { ApplicationCalls } from '#runtime/telemetry/application-calls.ts';
import type { WriteLines } from '../observability/observe-calls.ts';
import { openAccess } from '../observability/open-logs.ts';
import { countApplicationCalls, recordUsage, type UsageOfCalls } from '../observability/record-usage.ts';
import { openUsage } from '../services/open-usage.ts';
import type { OpenIdentity } from './open-identity.ts';
import type { OpenState } from './open-state.ts';
import type { OpenTables } from './open-tables.ts';

/** The records of calls, to which all serving threads write. */
export interface OpenRecords {
  /** Undefined if there is no access log. */
  readonly writeLines: WriteLines | undefined;
  readonly usage: UsageOfCalls;
  /** Counts the calls of applications for the metrics. */
  readonly applicationCalls: ApplicationCalls;
}

/** Opens the access log and the usage recorder; `opened` closes them. */
export function openRecords(
  { options, serving, metrics }: OpenState,
  { declared }: OpenTables,
  { resolveSecret }: OpenIdentity,
  opened: AsyncDisposableStack,
): OpenRecords {
  const writeLines = openAccess(declared, options, metrics, opened);
  const recorder = openUsage(declared, { ...options, clock: systemClock, resolveSecret }, opened);
  const applicationCalls = countApplicationCalls(serving);
  return { writeLines, usage: recordUsage(recorder, applicationCalls, serving), applicationCalls };
}
