import type { Clock } from '../../runtime/ports/clock.ts';
import type { Drift, ReportDrift } from '../../runtime/ports/drift.ts';

/** In milliseconds: what is told of an operation is not told again sooner. */
const quietTime = 600_000;
/** So many operations are remembered; when there are more, those that were told first are told sooner. */
const mostRemembered = 1000;
/** In milliseconds, and how many are told in that time: a release can bring drift to thousands of operations at once. */
const windowMs = 60_000;
const mostInWindow = 20;

/**
 * Counts all drift, and tells of each operation once in a while how it and its declaration went apart. Of too many at
 * once the others are told later, if they still do.
 */
export function tellDrift(
  countDrift: ReportDrift,
  warn: (message: string) => void,
  clock: Clock,
): ReportDrift {
  const toldAt = new Map<string, number>();
  const mayTell = limitTelling(warn);
  return (drift) => {
    countDrift(drift);
    const now = clock();
    const key = `${drift.api} ${drift.operation} ${drift.direction}`;
    if (isWithin(quietTime, toldAt.get(key), now) || !mayTell(now)) return;
    remember(toldAt, key, now);
    warn(describeDrift(drift));
  };
}

/** A clock may have been set back. */
function isWithin(time: number, since: number | undefined, now: number): boolean {
  return since !== undefined && now >= since && now - since < time;
}

/** A Map keeps the order in which its keys came, so that the first one is the one that was told longest ago. */
function remember(toldAt: Map<string, number>, key: string, now: number): void {
  toldAt.delete(key);
  const [oldest] = toldAt.keys();
  if (toldAt.size >= mostRemembered && oldest !== undefined) toldAt.delete(oldest);
  toldAt.set(key, now);
}

/** Whether one more may be told now; that some are not is told once for each window. */
function limitTelling(warn: (message: string) => void): (now: number) => boolean {
  let begunAt: number | undefined;
  let count = 0;
  return (now) => {
    if (!isWithin(windowMs, begunAt, now)) [begunAt, count] = [now, 0];
    count += 1;
    if (count === mostInWindow + 1)
      warn('More operations are not what their APIs declare; within a minute no others are told.');
    return count <= mostInWindow;
  };
}

function describeDrift({ api, operation, direction, status, breaches }: Drift): string {
  const what = direction === 'request' ? 'A request' : `A response${status ? ` with ${status}` : ''}`;
  return `${what} of ${api}, ${operation}, is not what the API declares: ${breaches.slice(0, 3).join(' ')}`;
}
