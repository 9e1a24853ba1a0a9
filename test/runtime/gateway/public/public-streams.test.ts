import { once } from 'node:events';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../../eventually.ts';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type ApiInTest,
  type TableInTest,
} from '../../table-builder.ts';
import { openStreamingUpstream } from '../in-flight/streaming-upstream.ts';
import { generous } from './park-in-test.ts';

let upstream: Awaited<ReturnType<typeof openStreamingUpstream>>;
let gateway: GatewayInTest;

function defineTable(api: Partial<ApiInTest> = {}, changes: Partial<TableInTest> = {}) {
  const endpoints = { production: { targets: [upstream.url] } };
  const operations = ['public GET /dogs', 'public GET /cats', 'GET /birds'];
  return buildTable({
    apis: [defineApi({ endpoints, operations, addressLimit: generous, ...api })],
    applications: [],
    subscriptions: [],
    ...changes,
  });
}

beforeEach(async () => {
  upstream = await openStreamingUpstream();
  onTestFinished(upstream.close);
  gateway = await openGateway(defineTable());
  onTestFinished(() => gateway.close(0));
});

/** Opens a WebSocket, by default without a token; resolves with what becomes the code and the reason of its end. */
async function openSocket(headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/dog_park/v1/dogs`, { headers });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)]);
  await once(socket, 'open');
  return { socket, closed };
}

/** Makes a call that gets no answer from the upstream; resolves once the upstream was called. */
async function openWaiting() {
  const before = upstream.asked();
  const answer = gateway.call('/dog_park/v1/cats');
  await eventually(() => expect(upstream.asked()).toBe(before + 1));
  return answer;
}

test('a WebSocket is opened without a token on a public operation only', async () => {
  const { socket } = await openSocket();
  socket.send('hello');
  expect(String((await once(socket, 'message'))[0])).toBe('hello');
  const refused = new WebSocket(`${gateway.url.replace('http', 'ws')}/dog_park/v1/birds`);
  refused.on('error', () => undefined);
  const [, { statusCode }] = (await once(refused, 'unexpected-response')) as [
    unknown,
    { statusCode: number },
  ];
  expect(statusCode).toBe(403);
});

test.each<readonly [what: string, code: string, Partial<ApiInTest>]>([
  ['its operation is no longer public', 'token_missing', { operations: ['GET /dogs', 'GET /cats'] }],
  ['its operation is removed', 'token_missing', { operations: ['public GET /birds'] }],
  ['the endpoint is removed', 'production_unavailable', { endpoints: {} }],
  ['the API is blocked', 'api_blocked', { state: 'blocked' }],
  ['the API is retired', 'api_retired', { state: 'retired' }],
  ['the API is removed', 'api_unknown', { version: 'v2' }],
])('a call without a token ends when %s', async (_what, code, api) => {
  const { closed } = await openSocket();
  const waiting = openWaiting();
  await eventually(() => expect(upstream.asked()).toBe(1));
  await gateway.swap(defineTable(api));
  expect(await closed).toEqual([1008, code]);
  expect((await waiting).code).toBe(code);
  expect(gateway.faults).toEqual([]);
});

test('a call without a token ends after an hour', async () => {
  const { closed } = await openSocket();
  const end = (seconds: number) =>
    gateway.serving.inFlight.endOverdue(Date.now(), performance.now() + seconds * 1000);
  end(3599);
  expect(upstream.openCount()).toBe(1);
  end(3600);
  expect(await closed).toEqual([1008, 'call_too_long']);
});

test.each<readonly [where: string, table: Parameters<typeof defineTable>]>([
  ['the API', [{ streams: { maxAgeSeconds: 7200 } }]],
  ['the gateway', [{}, { gateway: { streams: { maxAgeSeconds: 7200 } } }]],
])('a call without a token lasts as long as %s declares', async (_where, table) => {
  await gateway.swap(defineTable(...table));
  const { closed } = await openSocket();
  const end = (seconds: number) =>
    gateway.serving.inFlight.endOverdue(Date.now(), performance.now() + seconds * 1000);
  end(7199);
  expect(upstream.openCount()).toBe(1);
  end(7200);
  expect(await closed).toEqual([1008, 'call_too_long']);
});

test('a call that began with a token needs it to its end, even if its operation has become public', async () => {
  const parties = { applications: [defineApplication('DogWalker')], subscriptions: [subscribe('DogWalker')] };
  const operations = ['GET /dogs'];
  await gateway.swap(defineTable({ operations }, parties));
  const authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
  const { closed } = await openSocket({ authorization });
  await gateway.swap(defineTable({}, { ...parties, subscriptions: [] }));
  expect(await closed).toEqual([1008, 'not_subscribed']);
});

test('a call without a token goes on while its operation is public', async () => {
  const { socket } = await openSocket();
  await gateway.swap(defineTable({ operations: ['public GET /dogs'], owner: 'others' }));
  socket.send('still here');
  expect(String((await once(socket, 'message'))[0])).toBe('still here');
});
