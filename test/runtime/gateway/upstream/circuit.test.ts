import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { Circuit } from '#runtime/gateway/upstream/circuit.ts';

const settings = { failures: 3, ratio: 0.5, windowMs: 1000, openMs: 500 };
let now: number;
let changes: string[];
let circuit: Circuit;

beforeEach(() => {
  now = 1000;
  changes = [];
  circuit = new Circuit(
    settings,
    () => now,
    (change) => changes.push(change),
  );
});

function fail(times: number): void {
  for (let time = 0; time < times; time++) circuit.failed();
}

function succeed(times: number): void {
  for (let time = 0; time < times; time++) circuit.succeeded();
}

test('opens after so many failures, and reports it once', () => {
  fail(2);
  expect([circuit.allowsCall(), circuit.waitMs()]).toEqual([true, 0]);
  fail(1);
  expect([circuit.allowsCall(), circuit.waitMs()]).toEqual([false, 500]);
  fail(5);
  now += 499;
  expect([circuit.allowsCall(), circuit.waitMs()]).toEqual([false, 1]);
  expect(changes).toEqual(['opened']);
});

test('stays closed where failures are a small part of the calls since the first of them', () => {
  succeed(1000);
  fail(1);
  succeed(5);
  fail(3);
  expect(circuit.allowsCall()).toBe(true);
  expect(changes).toEqual([]);
  fail(1);
  expect(circuit.allowsCall()).toBe(false);
  expect(changes).toEqual(['opened']);
});

test('does not count what went well before the first failure', () => {
  succeed(1000);
  fail(3);
  expect(circuit.allowsCall()).toBe(false);
});

test('forgets failures that are too long ago', () => {
  fail(2);
  now += 1001;
  fail(2);
  expect(circuit.allowsCall()).toBe(true);
  now += 1000;
  fail(1);
  expect(circuit.allowsCall()).toBe(false);
});

test('lets one call through after a while, which closes it', () => {
  fail(3);
  now += 500;
  expect([circuit.waitMs(), circuit.allowsCall(), circuit.allowsCall()]).toEqual([0, true, false]);
  circuit.succeeded();
  expect([circuit.allowsCall(), circuit.allowsCall(), circuit.waitMs()]).toEqual([true, true, 0]);
  fail(2);
  expect(circuit.allowsCall()).toBe(true);
  expect(changes).toEqual(['opened', 'closed']);
});

test('opens again where that call fails, from then on', () => {
  fail(3);
  now += 500;
  expect(circuit.allowsCall()).toBe(true);
  now += 10_000;
  fail(1);
  expect([circuit.allowsCall(), circuit.waitMs()]).toEqual([false, 500]);
  now += 500;
  expect(circuit.allowsCall()).toBe(true);
  expect(changes).toEqual(['opened']);
});

test('lets another call through where that one has no outcome', () => {
  fail(3);
  now += 500;
  expect(circuit.allowsCall()).toBe(true);
  now += 499;
  expect(circuit.allowsCall()).toBe(false);
  now += 1;
  expect(circuit.allowsCall()).toBe(true);
});

test('is not closed by a call that began before it opened', () => {
  fail(3);
  succeed(10);
  expect(circuit.allowsCall()).toBe(false);
});

test('whatever happens, lets through at most one call in each period while it is not closed', () => {
  const step = fc.oneof(
    fc.constantFrom('failed' as const, 'succeeded' as const, 'admits' as const),
    fc.integer({ min: 1, max: 700 }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let time = 0;
      let isOpen = false;
      let lastTry = -Infinity;
      const tested = new Circuit(
        settings,
        () => time,
        (change) => {
          isOpen = change === 'opened';
          lastTry = time;
        },
      );
      for (const taken of steps) {
        if (typeof taken === 'number') time += taken;
        else if (taken !== 'admits') tested[taken]();
        else if (!isOpen) expect(tested.allowsCall()).toBe(true);
        else if (tested.allowsCall()) {
          expect(time - lastTry).toBeGreaterThanOrEqual(settings.openMs);
          lastTry = time;
        }
      }
    }),
  );
});
