import { expect, onTestFinished, test, vi } from 'vitest';
import { TidyWhenIdle } from '#serve/proposals/tidy-when-idle.ts';

test('is done after 20 quiet seconds, and at most once an hour', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const tidy = vi.fn(async () => undefined);
  const idle = new TidyWhenIdle(tidy);
  const counts: number[] = [];
  const wait = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000);
    counts.push(tidy.mock.calls.length);
  };
  idle.release();
  wait(19);
  idle.hold();
  wait(100);
  idle.release();
  wait(20);
  idle.hold();
  idle.release();
  wait(3599);
  wait(1);
  idle.release();
  idle.hold();
  wait(7200);
  idle.release();
  wait(20);
  expect(counts).toEqual([0, 0, 1, 1, 2, 2, 3]);
});
