import type { Clock } from '#runtime/ports/clock.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';

/** How often the same failure is reported, in milliseconds. */
const reportEveryMs = 60_000;

/** How many failures are remembered; the number is limited because a directory may word each one differently. */
const maxKnown = 100;

/** Reports a failing directory or identity provider immediately, and then once a minute while logins fail. */
export function unavailableReporter(warn: (message: string) => void, clock: Clock): ReportUnavailable {
  const reportedAt = new Map<string, number>();
  return (message) => {
    const elapsed = clock() - (reportedAt.get(message) ?? -Infinity);
    // The clock may have been set back.
    if (elapsed >= 0 && elapsed < reportEveryMs) return;
    reportedAt.delete(message);
    reportedAt.set(message, clock());
    const [oldest] = reportedAt.keys();
    if (reportedAt.size > maxKnown && oldest !== undefined) reportedAt.delete(oldest);
    warn(message);
  };
}
