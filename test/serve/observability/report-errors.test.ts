import { expect, test } from 'vitest';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { errorReporter } from '#serve/observability/report-errors.ts';

test('a store outage is reported every ten seconds, and every other error each time', () => {
  let now = 1_000_000;
  const reported: GatewayEvent[] = [];
  const report = errorReporter(
    (event) => reported.push(event),
    () => now,
  );
  const [unreachable, full, ours] = [
    new StoreError('It is unreachable.'),
    new StoreError('It is full.'),
    new Error('ours'),
  ];
  const event = (error: Error) => ({ type: 'error', message: error.message, stack: error.stack });
  for (const error of [unreachable, unreachable, full, unreachable, ours, ours, 'thrown']) report(error);
  expect(reported.splice(0)).toEqual([
    event(unreachable),
    event(full),
    event(ours),
    event(ours),
    { type: 'error', message: 'thrown' },
  ]);
  now += 9_999;
  report(unreachable);
  expect(reported).toEqual([]);
  now += 1;
  for (const error of [unreachable, unreachable]) report(error);
  expect(reported.splice(0)).toEqual([event(unreachable)]);
  now -= 3_600_000;
  for (const error of [unreachable, unreachable]) report(error);
  expect(reported).toEqual([event(unreachable)]);
});
