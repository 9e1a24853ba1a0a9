import { expect, test } from 'vitest';
import type { Drift } from '../../src/runtime/ports/drift.ts';
import { tellDrift } from '../../src/serve/tell-drift.ts';

test('drift is counted each time, and told once in a while for each operation and direction', () => {
  let now = 0;
  const counted: Drift[] = [];
  const told: string[] = [];
  const report = tellDrift(
    (drift) => counted.push(drift),
    (message) => told.push(message),
    () => now,
  );
  const response: Drift = {
    api: 'DogPark/v1',
    operation: 'GET /dogs',
    direction: 'response',
    status: 418,
    breaches: ['The status 418 is not declared.', 'b.', 'c.', 'd.'],
  };
  const request: Drift = { ...response, direction: 'request', breaches: ['The body is missing.'] };
  for (const drift of [response, response, request]) report(drift);
  now = 599_999;
  report(response);
  now = 600_000;
  report(response);
  expect(counted).toHaveLength(5);
  const first =
    'A response with 418 of DogPark/v1, GET /dogs, is not what the API declares: The status 418 is not declared. b. c.';
  expect(told).toEqual([
    first,
    'A request of DogPark/v1, GET /dogs, is not what the API declares: The body is missing.',
    first,
  ]);
});
