import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { openGateway } from '../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { openStreamingUpstream } from './streaming-upstream.ts';

const count = 600;
const atOnce = 250;
const tooLate = 3_600_000;

/** Opens a gateway with so many calls in flight that no upstream has answered. */
async function openWithCalls() {
  const now = Date.UTC(2026, 10, 22);
  const upstream = await openStreamingUpstream();
  onTestFinished(upstream.close);
  const endpoints = { production: { targets: [upstream.url] } };
  const table = buildTable({
    apis: [defineApi({ endpoints, operations: ['GET /cats'] })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  const calls: { readonly rejected: string | undefined }[] = [];
  const observer = { callBegan: (call: (typeof calls)[number]) => void calls.push(call) };
  const gateway = await openGateway(table, { clock: () => now, observer });
  onTestFinished(() => gateway.close(0));
  const answers = Array.from({ length: count }, () =>
    gateway.call('/dog_park/v1/cats', { as: 'DogWalker-production' }),
  );
  await eventually(() => expect(upstream.openCount()).toBe(count));
  const ended = () => calls.filter(({ rejected }) => rejected !== undefined).length;
  return { gateway, now, ended, answers };
}

test('calls that are overdue are ended part by part, so that other calls have their turn', async () => {
  const { gateway, now, ended, answers } = await openWithCalls();
  gateway.serving.inFlight.endOverdue(now + tooLate, performance.now() + tooLate);
  expect(ended()).toBe(atOnce);
  await nextTurn();
  expect(ended()).toBeLessThanOrEqual(2 * atOnce);
  const codes = (await Promise.all(answers)).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(['token_invalid']));
  expect(ended()).toBe(count);
});
