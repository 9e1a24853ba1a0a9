import type { Clock } from '#runtime/ports/clock.ts';
import type { Drift, ReportDrift } from '#runtime/ports/drift.ts';

/** The minimum time between two reports about the same operation, in milliseconds. */
const minIntervalMs = 600_000;
/** How many operations are remembered. Beyond that, the oldest is dropped and may be reported again sooner. */
const maxRemembered = 1000;
/**
 * A period in milliseconds, and the maximum number of reports within it. One release can cause drift in thousands of
 * operations.
 */
const windowMs = 60_000;
const maxInWindow = 20;

/**
 * Counts all drift, and reports at intervals how each operation violates its declaration. If too many operations are
 * affected at once, the others are reported later if they still drift.
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

/** Whether less than `time` has passed since `since`. Handles a clock that was set back. */
function isWithin(time: number, since: number | undefined, now: number): boolean {
  return since !== undefined && now >= since && now - since < time;
}

/** Map keeps insertion order, so the first key is the one reported least recently. */
function remember(reportedAt: Map<string, number>, key: string, now: number): void {
  reportedAt.delete(key);
  const [oldest] = reportedAt.keys();
  if (reportedAt.size >= maxRemembered && oldest !== undefined) reportedAt.delete(oldest);
  reportedAt.set(key, now);
}

/**
 * Returns a function that decides whether another report is allowed now. In each period, `warn` reports once that
 * further reports are suppressed.
 */
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
