import type { Clock } from '#runtime/ports/clock.ts';
import {
  startOfPeriod,
  type UsageQuery,
  type UsageSeries,
  type UsageStep,
  type UsageSubject,
} from '#runtime/ports/usage.ts';
import type { UsageBatch, UsageIncrement, UsageStore } from '#runtime/ports/usage-store.ts';
import { collectSeries, sortSeries, type StoredCount } from './collect-series.ts';
import { addOutcome, outcomesOf } from './usage-outcomes.ts';
import { startOfRetention, rangeOf, usageSteps } from './usage-steps.ts';

/** Stores the usage in memory until the process ends. */
export function createMemoryUsage(clock: Clock): UsageStore {
  return new MemoryUsage(clock);
}

/** Counts by the start of the period, then by outcome. */
type Periods = Map<number, Map<string, number>>;

interface RecordedSubject {
  readonly subject: UsageSubject;
  readonly steps: Readonly<Record<UsageStep, Periods>>;
}

class MemoryUsage implements UsageStore {
  readonly #clock: Clock;
  readonly #subjects = new Map<string, RecordedSubject>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async add({ increments }: UsageBatch): Promise<void> {
    for (const increment of increments) this.#addOne(increment);
    this.#sweep();
  }

  async read(query: UsageQuery): Promise<readonly UsageSeries[]> {
    const { from, until } = rangeOf(query, this.#clock());
    const found = [...this.#subjects.values()].filter(({ subject }) => matchesQuery(subject, query));
    return sortSeries(
      found.map(({ subject, steps }) =>
        collectSeries(
          subject,
          countsIn(steps[query.step]).filter(({ start }) => start >= from && start < until),
        ),
      ),
    );
  }

  async close(): Promise<void> {
    this.#subjects.clear();
  }

  #addOne(increment: UsageIncrement): void {
    const { application, api, keySet, start } = increment;
    const key = JSON.stringify([application, api, keySet]);
    const recorded = this.#subjects.get(key) ?? {
      subject: { application, api, keySet },
      steps: { minute: new Map(), hour: new Map(), day: new Map() },
    };
    this.#subjects.set(key, recorded);
    for (const step of usageSteps) {
      const period = startOfPeriod(step, start);
      const outcomes = recorded.steps[step].get(period) ?? new Map<string, number>();
      for (const [outcome, number] of outcomesOf(increment)) addOutcome(outcomes, outcome, number);
      recorded.steps[step].set(period, outcomes);
    }
  }

  #sweep(): void {
    const now = this.#clock();
    for (const [key, { steps }] of this.#subjects) {
      for (const step of usageSteps)
        for (const start of steps[step].keys())
          if (start < startOfRetention(step, now)) steps[step].delete(start);
      if (steps.day.size === 0) this.#subjects.delete(key);
    }
  }
}

function matchesQuery({ application, api, keySet }: UsageSubject, query: UsageQuery): boolean {
  return (
    (query.applications?.includes(application) ?? true) &&
    (query.apis?.includes(api) ?? true) &&
    (query.keySet ?? keySet) === keySet
  );
}

function countsIn(periods: Periods): readonly StoredCount[] {
  return [...periods].flatMap(([start, outcomes]) =>
    [...outcomes].map(([outcome, number]) => ({ start, outcome, number })),
  );
}
