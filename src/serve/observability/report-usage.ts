import type { Clock } from '#runtime/ports/clock.ts';
import { startOfPeriod } from '#runtime/ports/usage.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import type { UsageCounter } from '#runtime/telemetry/usage-counter.ts';

/** How often usage is reported, in milliseconds; a minute is a multiple of it, so that no report spans two minutes. */
const reportEveryMs = 5000;

/** Receives the usage of a thread; it never throws. */
export type AddUsage = (increments: readonly UsageIncrement[]) => void;

export interface UsageReportOptions {
  readonly add: AddUsage;
  readonly clock: Clock;
}

/** Reports what a thread has counted every few seconds, and at last when `opened` is disposed of. */
export function reportUsage(
  counter: UsageCounter,
  { add, clock }: UsageReportOptions,
  opened: AsyncDisposableStack,
): void {
  let since = clock();
  let timer: NodeJS.Timeout;
  const report = () => {
    // A timer may fire a moment before the minute begins.
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
