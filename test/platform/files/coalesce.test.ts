import { expect, test } from 'vitest';
import { coalesce } from '#platform/files/coalesce.ts';

test('triggers during a run make one further run, and never two at once', async () => {
  let running = 0;
  let runs = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const task = coalesce(async () => {
    runs += 1;
    most = Math.max(most, ++running);
    await new Promise<void>((release) => gates.push(release));
    running -= 1;
  });
  task.trigger();
  for (let count = 0; count < 5; count++) task.trigger();
  gates.shift()?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect([runs, most]).toEqual([2, 1]);
  task.trigger();
  const stopped = task.stop();
  task.trigger();
  gates.shift()?.();
  await stopped;
  expect([runs, running]).toEqual([2, 0]);
});

test('is settled once the run for the last trigger has ended', async () => {
  let runs = 0;
  const task = coalesce(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    runs += 1;
  });
  await task.idle();
  expect(runs).toBe(0);
  task.trigger();
  task.trigger();
  await task.idle();
  expect(runs).toBe(2);
});
