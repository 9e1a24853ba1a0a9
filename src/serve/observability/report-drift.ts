import type { Clock } from '#runtime/ports/clock.ts';
import type { Drift, ReportDrift } from '#runtime/ports/drift.ts';

/** The minimum time between two reports of an operation, in milliseconds. */
const minIntervalMs = 600_000;
/** The maximum number of remembered operations; beyond it, the oldest are forgotten and may be reported sooner. */
const maxRemembered = 1000;
/** In milliseconds, and the most reports in that time: one release can cause drift in thousands of operations. */
const windowMs = 60_000;
const maxInWindow = 20;

/**
 * Counts all drift, and reports for each operation at intervals how it violates its declaration. If there are too many at once, the rest is reported later if it still occurs.
 */
export function driftReporter(
  countDrift: ReportDrift,
  warn: (message: string) => void,
  clock: Clock,
): ReportDrift {
  const reportedAt = new Map<string, number>();
  const mayReport = limitReports(warn);
  return (drift) => {
    countDrift(drift);
    const now = clock();
    const key = `${drift.api} ${drift.operation} ${drift.direction}`;
    if (isWithin(minIntervalMs, reportedAt.get(key), now) || !mayReport(now)) return;
    remember(reportedAt, key, now);
    warn(describeDrift(drift));
  };
}

/** A clock may have been set back. */
function isWithin(time: number, since: number | undefined, now: number): boolean {
  return since !== undefined && now >= since && now - since < time;
}

/** A Map keeps insertion order, so its first key was reported longest ago. */
function remember(reportedAt: Map<string, number>, key: string, now: number): void {
  reportedAt.delete(key);
  const [oldest] = reportedAt.keys();
  if (reportedAt.size >= maxRemembered && oldest !== undefined) reportedAt.delete(oldest);
  reportedAt.set(key, now);
}

/** Whether another report is allowed now; each window reports once that others are suppressed. */
function limitReports(warn: (message: string) => void): (now: number) => boolean {
  let begunAt: number | undefined;
  let count = 0;
  return (now) => {
    if (!isWithin(windowMs, begunAt, now)) [begunAt, count] = [now, 0];
    count += 1;
    if (count === maxInWindow + 1)
      warn('More operations differ from what their APIs declare; further reports suppressed for a minute.');
    return count <= maxInWindow;
  };
}

function describeDrift({ api, operation, direction, status, violations }: Drift): string {
  const what = direction === 'request' ? 'A request' : `A response${status ? ` with ${status}` : ''}`;
  return `${what} of ${api}, ${operation}, differs from what the API declares: ${violations.slice(0, 3).join(' ')}`;
}
