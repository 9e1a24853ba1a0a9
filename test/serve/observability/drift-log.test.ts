import { expect, test } from 'vitest';
import type { Drift } from '#runtime/ports/drift.ts';
import { DriftLog, mergeDrift } from '#serve/observability/drift-log.ts';

const response: Drift = {
  api: 'DogPark/v1',
  operation: 'GET /dogs',
  direction: 'response',
  status: 200,
  violations: ['/name must be string.'],
};
const request: Drift = {
  api: 'DogPark/v1',
  operation: 'GET /dogs',
  direction: 'request',
  violations: ['limit must be integer.'],
};

function logOf(...drifts: readonly Drift[]) {
  let now = 1000;
  const log = new DriftLog(() => (now += 1));
  for (const drift of drifts) log.note(drift);
  return log;
}

test('counts each operation by direction and status, and keeps its last violations', () => {
  const log = logOf(response, { ...response, violations: ['/age must be number.'] }, request);
  expect(log.read(['DogPark/v1'])).toEqual(
    new Map([
      [
        'DogPark/v1',
        [
          {
            operation: 'GET /dogs',
            direction: 'request',
            violations: ['limit must be integer.'],
            count: 1,
            lastAt: 1003,
          },
          {
            operation: 'GET /dogs',
            direction: 'response',
            status: 200,
            violations: ['/age must be number.'],
            count: 2,
            lastAt: 1002,
          },
        ],
      ],
    ]),
  );
});

test('returns only the APIs that it was asked for', () => {
  const log = logOf(response, { ...response, api: 'CatPark/v1' });
  expect([...log.read(['CatPark/v1', 'Unknown/v1']).keys()]).toEqual(['CatPark/v1']);
});

test('forgets the operation that was observed longest ago when it holds too many', () => {
  const log = logOf(
    ...Array.from({ length: 2001 }, (_, index) => ({ ...response, operation: `GET /${index}` })),
  );
  const operations =
    log
      .read(['DogPark/v1'])
      .get('DogPark/v1')
      ?.map(({ operation }) => operation) ?? [];
  expect(operations).toHaveLength(2000);
  expect(operations).not.toContain('GET /0');
});

test('adds up what threads have observed, with the last violations', () => {
  const [early, late] = [logOf(response), logOf(request, { ...response, violations: ['Later.'] })];
  const merged = mergeDrift([early, late].map((log) => log.read(['DogPark/v1'])));
  expect(
    merged.get('DogPark/v1')?.map(({ direction, count, violations }) => ({ direction, count, violations })),
  ).toEqual([
    { direction: 'request', count: 1, violations: request.violations },
    { direction: 'response', count: 2, violations: ['Later.'] },
  ]);
});
