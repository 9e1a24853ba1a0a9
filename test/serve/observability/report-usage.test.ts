import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import { UsageCounter } from '#runtime/telemetry/usage-counter.ts';
import { reportUsage } from '#serve/observability/report-usage.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 10, 23, 12, 0, 57, 300);

beforeEach(() => {
  vi.useFakeTimers({ now: begin });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A counter that has counted the given number of requests at the next reading. */
class CounterInTest extends UsageCounter {
  requests = 0;

  override take() {
    const { requests } = this;
    this.requests = 0;
    if (requests === 0) return [];
    const subject = { application: 'DogWalker', api: 'DogPark/v1', keySet: 'production' } as const;
    return [{ ...subject, requests, rejections: {}, responses: {}, fromConsole: 0, limitUsed: undefined }];
  }
}

function open() {
  const counter = new CounterInTest();
  const reported: string[] = [];
  const opened = new AsyncDisposableStack();
  const add = (increments: readonly UsageIncrement[]) => {
    for (const { start, requests } of increments)
      reported.push(
        `${new Date(start).toISOString().slice(11, 19)} ${requests} at ${new Date().toISOString().slice(11, 19)}`,
      );
  };
  reportUsage(counter, { add, clock: Date.now }, opened);
  return { counter, reported, opened };
}

test('usage is reported every five seconds, for the minute in which it was counted', async () => {
  const { counter, reported, opened } = open();
  for (const requests of [1, 2, 0, 4]) {
    counter.requests = requests;
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(reported).toEqual(['12:00:00 1 at 12:01:00', '12:01:00 2 at 12:01:05', '12:01:00 4 at 12:01:15']);
  await opened.disposeAsync();
});

test('what was counted since is reported at the end, and nothing after it', async () => {
  const { counter, reported, opened } = open();
  counter.requests = 3;
  await opened.disposeAsync();
  counter.requests = 5;
  await vi.advanceTimersByTimeAsync(minute);
  expect(reported).toEqual(['12:00:00 3 at 12:00:57']);
});
