import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { UsageCounter } from '#runtime/telemetry/usage-counter.ts';
import { openGateway } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream } from '../upstream-in-test.ts';

/** A gateway with an API, a subscriber whose limit is 4 calls, one that is blocked, and one without a subscription. */
async function openCounted() {
  const counter = new UsageCounter();
  const upstream = await openUpstream('dogs', (request, response) => {
    response.writeHead(request.url === '/dogs' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  onTestFinished(upstream.close);
  let open = 0;
  const gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({
          endpoints: { production: { targets: [upstream.url] } },
          operations: ['GET /dogs', 'POST /dogs', 'GET /dogs/{id}', 'public GET /birds'],
          addressLimit: { requests: 2, unit: 'day', burst: 2, whenUnavailable: 'refuse' },
        }),
      ],
      applications: [defineApplication('walker'), defineApplication('keeper'), defineApplication('stranger')],
      subscriptions: [subscribe('walker'), { ...subscribe('keeper'), state: 'blocked' }],
      tiers: [{ name: 'gold', limit: { requests: 4, unit: 'day', burst: 4, whenUnavailable: 'refuse' } }],
    }),
    {
      observer: {
        callBegan: () => void (open += 1),
        callEnded: (call) => {
          open -= 1;
          counter.ended(call, call.request.headers['x-test'] === 'console' ? 'console' : undefined);
        },
      },
    },
  );
  onTestFinished(() => gateway.close(0));
  const take = async () => {
    await eventually(() => expect(open).toBe(0));
    return counter.take();
  };
  return { ...gateway, take };
}

const nothing = { rejections: {}, responses: {}, fromConsole: 0, limitUsed: undefined };
const walker = { application: 'walker', api: 'DogPark/v1', keySet: 'production' };

test('calls are counted by application, API, key set and outcome', async () => {
  const { call, take } = await openCounted();
  for (const path of ['/dogs', '/dogs', '/dogs/rex', '/dogs', '/dogs'])
    await call(`/dog_park/v1${path}`, { as: 'walker-production' });
  await call('/dog_park/v1/cats', { as: 'walker-production' });
  await call('/dog_park/v1/dogs', { as: 'walker-sandbox' });
  expect(await take()).toEqual([
    {
      ...walker,
      requests: 6,
      rejections: { rate_limited: 1, resource_unknown: 1 },
      responses: { '2xx': 3, '4xx': 1 },
      fromConsole: 0,
      limitUsed: 1,
    },
    { ...walker, keySet: 'sandbox', requests: 1, ...nothing, rejections: { sandbox_unavailable: 1 } },
  ]);
  expect(await take()).toEqual([]);
});

test('the share of the limit is what was in use when a call came', async () => {
  const { call, take } = await openCounted();
  const shares: (number | undefined)[] = [];
  for (let round = 0; round < 5; round += 1) {
    await call('/dog_park/v1/dogs', { as: 'walker-production' });
    shares.push((await take())[0]?.limitUsed);
  }
  expect(shares).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

test('calls of the console are also counted by themselves', async () => {
  const { call, take } = await openCounted();
  await call('/dog_park/v1/dogs', { as: 'walker-production' });
  await call('/dog_park/v1/dogs', { as: 'walker-production', headers: { 'x-test': 'console' } });
  expect(await take()).toMatchObject([{ requests: 2, fromConsole: 1 }]);
});

test('calls without a subscription are counted together, and those of nobody are not', async () => {
  const { call, take } = await openCounted();
  await call('/dog_park/v1/dogs');
  await call('/dog_park/v1/dogs', { headers: { authorization: 'Bearer invented' } });
  await call('/unknown/v1/dogs', { as: 'stranger-production' });
  await call('/dog_park/v1/dogs', { as: 'stranger-production' });
  await call('/dog_park/v1/dogs', { as: 'keeper-production' });
  expect(await take()).toEqual([
    {
      application: 'stranger',
      api: '',
      keySet: 'production',
      requests: 1,
      ...nothing,
      rejections: { not_subscribed: 1 },
    },
    { ...walker, application: 'keeper', requests: 1, ...nothing, rejections: { subscription_blocked: 1 } },
  ]);
});

test('calls of public operations are counted without an application, whatever token they have', async () => {
  const { call, take } = await openCounted();
  await call('/dog_park/v1/birds');
  await call('/dog_park/v1/birds', { as: 'walker-sandbox' });
  await call('/dog_park/v1/birds');
  await call('/dog_park/v1/dogs');
  const subject = { application: '', api: 'DogPark/v1', keySet: 'production' };
  const rejections = { rate_limited: 1 };
  const responses = { '4xx': 2 };
  expect(await take()).toEqual([
    { ...subject, requests: 3, rejections, responses, fromConsole: 0, limitUsed: 1 },
  ]);
});
