import { expect, test } from 'vitest';
import type { Drift } from '#runtime/ports/drift.ts';
import { driftReporter } from '#serve/observability/report-drift.ts';

test('drift is counted each time, and told once in a while for each operation and direction', () => {
  let now = 0;
  const counted: Drift[] = [];
  const told: string[] = [];
  const report = driftReporter(
    (drift) => counted.push(drift),
    (message) => told.push(message),
    () => now,
  );
  const response: Drift = {
    api: 'DogPark/v1',
    operation: 'GET /dogs',
    direction: 'response',
    status: 418,
    violations: ['The status 418 is not declared.', 'b.', 'c.', 'd.'],
  };
  const request: Drift = { ...response, direction: 'request', violations: ['The body is missing.'] };
  for (const drift of [response, response, request]) report(drift);
  now = 599_999;
  report(response);
  now = 600_000;
  report(response);
  expect(counted).toHaveLength(5);
  const first =
    'A response with 418 of DogPark/v1, GET /dogs, differs from what the API declares: The status 418 is not declared. b. c.';
  expect(told).toEqual([
    first,
    'A request of DogPark/v1, GET /dogs, differs from what the API declares: The body is missing.',
    first,
  ]);
});

const drift: Drift = { api: 'DogPark/v1', operation: 'GET /dogs', direction: 'request', violations: ['a.'] };

function openTelling() {
  const told: string[] = [];
  const time = { now: 0 };
  const report = driftReporter(
    () => undefined,
    (message) => told.push(message),
    () => time.now,
  );
  const tell = (from: number, to: number) => {
    for (let index = from; index < to; index++) report({ ...drift, operation: `GET /${index}` });
    return told.splice(0);
  };
  return { time, tell };
}

const of = (index: number) =>
  `A request of DogPark/v1, GET /${index}, differs from what the API declares: a.`;
const others =
  'More operations differ from what their APIs declare; further reports suppressed for a minute.';

test('of drift of many operations at once some is reported, and the rest a minute later', () => {
  const { time, tell } = openTelling();
  const first = Array.from({ length: 20 }, (_, index) => of(index));
  expect(tell(0, 50)).toEqual([...first, others]);
  time.now = 59_999;
  expect(tell(0, 50)).toEqual([]);
  time.now = 60_000;
  expect(tell(18, 23)).toEqual([of(20), of(21), of(22)]);
  time.now = 0;
  expect(tell(30, 31)).toEqual([of(30)]);
});

test('reports no operation again too soon, even if more were reported than can be remembered', () => {
  const { time, tell } = openTelling();
  for (let minute = 0; minute < 50; minute++) {
    time.now = minute * 60_000;
    expect(tell(20 * minute, 20 * minute + 20)).toHaveLength(20);
  }
  time.now = 50 * 60_000;
  expect(tell(1000, 1001)).toEqual([of(1000)]);
  expect(tell(980, 1001)).toEqual([]);
  expect(tell(0, 1)).toEqual([of(0)]);
});
