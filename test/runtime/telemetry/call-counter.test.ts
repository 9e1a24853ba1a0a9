import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '../../eventually.ts';
import { CallCounter } from '#runtime/telemetry/call-counter.ts';
import { readRequestKey, type CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import { openGateway } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe, type ApiInTest } from '../table-builder.ts';
import { openUpstream } from '../upstream-in-test.ts';

async function openCounted(api: Pick<ApiInTest, 'endpoints'> & Partial<ApiInTest>) {
  const counter = new CallCounter({ isServed: () => true, servedCount: () => 1 });
  const gateway = await openGateway(
    buildTable({
      apis: [defineApi(api)],
      applications: [defineApplication('walker')],
      subscriptions: [subscribe('walker')],
      tiers: [{ name: 'gold' }],
    }),
    {
      observer: {
        callBegan: (call) => counter.began(call),
        callEnded: (call) => counter.ended(call, performance.now()),
      },
    },
  );
  onTestFinished(() => gateway.close(0));
  const read = () => counter.read(gateway.upstreamStates());
  /** A call is over a moment after its answer. */
  const idle = () => eventually(() => expect(read().inFlight).toBe(0));
  return { ...gateway, counter, read, idle };
}

function seen({ apis }: CallMetrics) {
  return [...apis.values()].map(({ api, requests, upstreamFailures, retries }) => ({
    api,
    requests: [...requests].map(([key, number]) => {
      const { method, status } = readRequestKey(key);
      return `${number} × ${method} ${status}`;
    }),
    upstreamFailures: Object.fromEntries(upstreamFailures),
    retries,
  }));
}

const at = (...targets: string[]) => ({ production: { targets } });

describe('a counter of calls', () => {
  test('counts those at further addresses by address', async () => {
    const upstream = await openUpstream('production');
    onTestFinished(upstream.close);
    const alsoAt = [{ path: '/dog-service/v1' }, { path: '/v1/dogs' }];
    const { call, read, idle } = await openCounted({ endpoints: at(upstream.url), alsoAt });
    const as = { as: 'walker-production' };
    for (const address of ['/dog_park/v1', '/dog-service/v1', '/dog-service/v1', '/dog-service/v2'])
      await call(`${address}/dogs`, as);
    await call('/dog-service/v1/cats', as);
    await idle();
    const [counters] = read().apis.values();
    expect([...(counters?.addresses ?? [])]).toEqual([['/dog-service/v1', 3]]);
  });

  test('knows how many are under way', async () => {
    const held: ServerResponse[] = [];
    const upstream = await openUpstream('slow', (_request, response) => void held.push(response));
    onTestFinished(upstream.close);
    const { call, read, idle } = await openCounted({ endpoints: at(upstream.url) });
    const calls = [1, 2, 3].map(() => call('/dog_park/v1/dogs', { as: 'walker-production' }));
    await eventually(() => expect(held).toHaveLength(3));
    expect(read()).toMatchObject({ inFlight: 3, webSockets: 0 });
    expect(seen(read())).toEqual([]);
    for (const response of held) response.end('{}');
    await Promise.all(calls);
    await idle();
    expect(seen(read())).toEqual([
      { api: 'DogPark', requests: ['3 × GET 200'], upstreamFailures: {}, retries: 0 },
    ]);
  });

  test('knows what upstreams did not do', async () => {
    let half: ServerResponse | undefined;
    const broken = await openUpstream('broken', (_request, response) => {
      response.writeHead(200);
      response.write('half');
      half = response;
    });
    onTestFinished(broken.close);
    const { call, read, idle, url, tokenFor } = await openCounted({
      endpoints: { ...at(broken.url), sandbox: { targets: ['http://127.0.0.1:9'] } },
    });
    expect((await call('/dog_park/v1/dogs', { as: 'walker-sandbox' })).status).toBe(502);
    const headers = { authorization: `Bearer ${await tokenFor('walker-production')}` };
    const answer = await request(`${url}/dog_park/v1/dogs`, { headers });
    half?.destroy();
    await expect(answer.body.text()).rejects.toThrow();
    await idle();
    expect(seen(read())).toEqual([
      {
        api: 'DogPark',
        requests: ['1 × GET 502', '1 × GET 200'],
        upstreamFailures: { upstream_unreachable: 1, broken_off: 1 },
        retries: 1,
      },
    ]);
  });

  test('counts clients that disconnect before there is a response', async () => {
    const leaving = new AbortController();
    const upstream = await openUpstream('slow', () => leaving.abort());
    onTestFinished(upstream.close);
    const { read, idle, url, tokenFor } = await openCounted({ endpoints: at(upstream.url) });
    const headers = { authorization: `Bearer ${await tokenFor('walker-production')}` };
    const { signal } = leaving;
    await expect(request(`${url}/dog_park/v1/dogs`, { headers, signal })).rejects.toThrow();
    await idle();
    expect(seen(read())).toEqual([
      { api: 'DogPark', requests: ['1 × GET 499'], upstreamFailures: {}, retries: 0 },
    ]);
  });

  test('knows of WebSockets, and measures none', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void (sockets.close(), server.close()));
    const { port } = server.address() as AddressInfo;
    const { read, idle, url, tokenFor } = await openCounted({ endpoints: at(`http://127.0.0.1:${port}`) });
    const headers = { authorization: `Bearer ${await tokenFor('walker-production')}` };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/dog_park/v1/dogs`, { headers });
    await new Promise((opened) => socket.once('open', opened));
    expect(read()).toMatchObject({ inFlight: 1, webSockets: 1 });
    socket.close();
    await idle();
    expect(seen(read())).toMatchObject([{ requests: ['1 × GET 101'] }]);
    expect(read().webSockets).toBe(0);
    expect(
      read()
        .apis.get('DogPark/v1')
        ?.durations.every((number) => number === 0),
    ).toBe(true);
  });

  test('says how upstreams are that fail', async () => {
    const circuitBreaker = { failures: 2, ratio: 0.1, windowMs: 60_000, openMs: 60_000 };
    const { call, read } = await openCounted({
      endpoints: { production: { targets: ['http://127.0.0.1:9'], circuitBreaker } },
    });
    expect(read().upstreams).toEqual([]);
    for (let index = 0; index < 3; index++) await call('/dog_park/v1/dogs', { as: 'walker-production' });
    expect(read().upstreams).toEqual([{ url: 'http://127.0.0.1:9', isOpen: true }]);
  });

  test('counts drift before any call is complete', () => {
    const counter = new CallCounter({ isServed: () => true, servedCount: () => 1 });
    const drift = { api: 'DogPark/v1', operation: 'GET /dogs', violations: [] } as const;
    counter.drifted({ ...drift, direction: 'response' });
    counter.drifted({ ...drift, direction: 'response' });
    counter.drifted({ ...drift, direction: 'request' });
    expect(counter.read([]).apis.get('DogPark/v1')?.drift).toEqual({ request: 1, response: 2 });
  });

  test('keeps only a few removed APIs, whether its metrics are read or not', () => {
    const counter = new CallCounter({ isServed: (name) => name === 'Last/v1', servedCount: () => 1 });
    const drift = { operation: 'GET /dogs', direction: 'request', violations: [] } as const;
    for (let index = 0; index < 1000; index++) counter.drifted({ ...drift, api: `Api${index}/v1` });
    counter.drifted({ ...drift, api: 'Last/v1' });
    expect(counter.read([]).apis.size).toBeLessThan(110);
    expect([...counter.read([]).apis.keys()]).toEqual(['Last/v1']);
  });
});
