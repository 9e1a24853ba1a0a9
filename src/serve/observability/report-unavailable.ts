import type { Clock } from '#runtime/ports/clock.ts';
import type { ReportUnavailable } from '#runtime/ports/errors.ts';

/** How often the same failure is reported, in milliseconds. */
const reportEveryMs = 60_000;

/** The most failures that are remembered: no user writes them, but a directory may word each one differently. */
const maxKnown = 100;

/** Reports a failing directory or identity provider when it fails, and then once a minute as long as logins fail. */
export function unavailableReporter(warn: (message: string) => void, clock: Clock): ReportUnavailable {
  const reportedAt = new Map<string, number>();
  return (message) => {
    const elapsed = clock() - (reportedAt.get(message) ?? -Infinity);
    // A clock may have been set back.
    if (elapsed >= 0 && elapsed < reportEveryMs) return;
    reportedAt.delete(message);
    reportedAt.set(message, clock());
    const [oldest] = reportedAt.keys();
    if (reportedAt.size > maxKnown && oldest !== undefined) reportedAt.delete(oldest);
    warn(message);
  };
}
