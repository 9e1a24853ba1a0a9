import type { Clock } from '../runtime/ports/clock.ts';
import type { Drift, ReportDrift } from '../runtime/ports/drift.ts';

/** In milliseconds: what is told of an operation is not told again sooner. */
const quietTime = 600_000;
/** So many operations are remembered; when there are more, some are told sooner. */
const mostRemembered = 1000;

/** Counts all drift, and tells of each operation once in a while how it and its declaration went apart. */
export function tellDrift(
  countDrift: ReportDrift,
  warn: (message: string) => void,
  clock: Clock,
): ReportDrift {
  const toldAt = new Map<string, number>();
  return (drift) => {
    countDrift(drift);
    const key = `${drift.api} ${drift.operation} ${drift.direction}`;
    const elapsed = clock() - (toldAt.get(key) ?? -Infinity);
    // A clock may have been set back.
    if (elapsed >= 0 && elapsed < quietTime) return;
    if (toldAt.size >= mostRemembered) toldAt.clear();
    toldAt.set(key, clock());
    warn(describeDrift(drift));
  };
}

function describeDrift({ api, operation, direction, status, breaches }: Drift): string {
  const what = direction === 'request' ? 'A request' : `A response${status ? ` with ${status}` : ''}`;
  return `${what} of ${api}, ${operation}, is not what the API declares: ${breaches.slice(0, 3).join(' ')}`;
}
