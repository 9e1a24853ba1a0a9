import { expect, test } from 'vitest';
import { StoreError } from '../../../src/runtime/ports/token-store.ts';
import type { GatewayEvent } from '../../../src/serve/gateway-event.ts';
import { faultReporter } from '../../../src/serve/observability/report-faults.ts';

test('an outage that every request meets is reported every ten seconds, and each fault of our own', () => {
  let now = 1_000_000;
  const told: GatewayEvent[] = [];
  const tell = faultReporter(
    (event) => told.push(event),
    () => now,
  );
  const [away, full, ours] = [
    new StoreError('It is away.'),
    new StoreError('It is full.'),
    new Error('ours'),
  ];
  const event = (error: Error) => ({ type: 'fault', message: error.message, stack: error.stack });
  for (const error of [away, away, full, away, ours, ours, 'thrown']) tell(error);
  expect(told.splice(0)).toEqual([
    event(away),
    event(full),
    event(ours),
    event(ours),
    { type: 'fault', message: 'thrown' },
  ]);
  now += 9_999;
  tell(away);
  expect(told).toEqual([]);
  now += 1;
  for (const error of [away, away]) tell(error);
  expect(told.splice(0)).toEqual([event(away)]);
  now -= 3_600_000;
  for (const error of [away, away]) tell(error);
  expect(told).toEqual([event(away)]);
});
