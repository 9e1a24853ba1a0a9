import type { Clock } from '#runtime/ports/clock.ts';
import { startOfPeriod } from '#runtime/ports/usage.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import type { UsageCounter } from '#runtime/telemetry/usage-counter.ts';

/** How often usage is reported, in milliseconds. It divides a minute, so that no report spans two minutes. */
const reportEveryMs = 5000;

/** Adds the usage of a thread; never throws. */
export type AddUsage = (increments: readonly UsageIncrement[]) => void;

export interface UsageReportOptions {
  readonly add: AddUsage;
  readonly clock: Clock;
}

/** Reports every few seconds what a thread has counted, and for the last time when `opened` is disposed. */
export function reportUsage(
  counter: UsageCounter,
  { add, clock }: UsageReportOptions,
  opened: AsyncDisposableStack,
): void {
  let since = clock();
  let timer: NodeJS.Timeout;
  const report = () => {
    // A timer may fire just before the minute starts, so the middle of the interval decides.
    const start = startOfPeriod('minute', since + reportEveryMs / 2);
    since = clock();
    const taken = counter.take();
    if (taken.length > 0) add(taken.map((usage) => ({ ...usage, start })));
  };
  const wait = () => {
    timer = setTimeout(
      () => {
        report();
        wait();
      },
      reportEveryMs - (clock() % reportEveryMs),
    ).unref();
  };
  wait();
  opened.defer(() => {
    clearTimeout(timer);
    report();
  });
}
