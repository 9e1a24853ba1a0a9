import { once } from 'node:events';
import { decodeJwt } from 'jose';
import { request } from 'undici';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestApplication, ManifestSubscription } from '#compiled/manifest.ts';
import { eventually } from '../../../eventually.ts';
import { makeSigningKey, openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type ApiInTest,
  type TableInTest,
} from '../../table-builder.ts';
import { openStreamingUpstream } from './streaming-upstream.ts';

const scope = 'dogs:read';
let upstream: Awaited<ReturnType<typeof openStreamingUpstream>>;
let gateway: GatewayInTest;
let token: string;
let now: number;

interface Changes {
  readonly gateway?: TableInTest['gateway'];
  readonly api?: Partial<ApiInTest>;
  readonly application?: Partial<ManifestApplication>;
  readonly subscription?: Partial<ManifestSubscription>;
}

function defineTable({ gateway: settings, api, application, subscription }: Changes = {}): Compiled {
  const endpoints = { production: { targets: [upstream.url] } };
  return buildTable({
    ...(settings && { gateway: settings }),
    apis: [defineApi({ endpoints, operations: [`GET /dogs ${scope}`, 'GET /cats', 'POST /cats'], ...api })],
    applications: [{ ...defineApplication('DogWalker'), ...application }],
    subscriptions: [{ ...subscribe('DogWalker', 'DogPark/v1', 'active', [scope]), ...subscription }],
  });
}

beforeEach(async () => {
  now = Date.UTC(2026, 10, 22);
  upstream = await openStreamingUpstream();
  onTestFinished(upstream.close);
  gateway = await openGateway(defineTable(), { clock: () => now, secrets: { NEXT_KEY: makeSigningKey() } });
  onTestFinished(() => gateway.close(0));
  token = await gateway.tokenFor('DogWalker-production', [scope]);
});

/** Opens a WebSocket; resolves with what becomes the code and the reason of its end. */
async function openSocket() {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/dog_park/v1/dogs`, {
    headers: { authorization: `Bearer ${token}` },
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)]);
  const received = new Promise((resolve) => socket.once('message', resolve));
  await once(socket, 'open');
  return { socket, closed, received };
}

/** Begins to read an event stream; resolves with what becomes the way in which it ends. */
async function openStream() {
  const { body } = await request(`${gateway.url}/dog_park/v1/dogs`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [first] = (await once(body, 'data')) as [Buffer];
  expect(String(first)).toBe('data: first\n\n');
  const closed = new Promise((resolve) =>
    body.once('end', () => resolve('complete')).once('error', () => resolve('broken off')),
  );
  return { closed };
}

/** Makes a call that gets no answer from the upstream; resolves once the upstream was called. */
async function openWaiting() {
  const before = upstream.asked();
  const answer = gateway.call('/dog_park/v1/cats', { headers: { authorization: `Bearer ${token}` } });
  await eventually(() => expect(upstream.asked()).toBe(before + 1));
  return { answer };
}

const keys = defineApplication('DogWalker').keySets;

const rights: readonly (readonly [what: string, code: string, Changes])[] = [
  ['the subscription is blocked', 'subscription_blocked', { subscription: { state: 'blocked' } }],
  ['the subscription is for another API', 'not_subscribed', { subscription: { api: 'CatCafe/v1' } }],
  ['the API is blocked', 'api_blocked', { api: { state: 'blocked' } }],
  ['the API is retired', 'api_retired', { api: { state: 'retired' } }],
  ['the API is not served any more', 'api_unknown', { api: { state: 'created' } }],
  ['the API is removed', 'api_unknown', { api: { version: 'v2' } }],
  ['the operation is removed', 'resource_unknown', { api: { operations: ['GET /birds'] } }],
  ['the endpoint is removed', 'production_unavailable', { api: { endpoints: {} } }],
  ['the application is removed', 'token_invalid', { application: { keySets: [] } }],
  ['the key set is removed', 'token_invalid', { application: { keySets: keys.slice(1) } }],
  [
    'the tokens of the application are revoked',
    'token_invalid',
    { application: { tokensNotBefore: 2_000_000_000 } },
  ],
  [
    'the key that signed the token is removed',
    'token_invalid',
    {
      gateway: {
        token: {
          lifetimeSeconds: 600,
          refreshIdleSeconds: 3600,
          refreshLifetimeSeconds: 86_400,
          signingKeys: [{ key: { fromEnv: 'NEXT_KEY' }, use: 'sign' }],
        },
      },
    },
  ],
];

describe('a call ends with its right', () => {
  test.each(rights)('when %s', async (_what, code, changes) => {
    const { closed } = await openSocket();
    const stream = await openStream();
    const waiting = await openWaiting();
    await gateway.swap(defineTable(changes));
    expect(await closed).toEqual([1008, code]);
    expect(await stream.closed).toBe('broken off');
    expect((await waiting.answer).code).toBe(code);
    await eventually(() => expect(upstream.openCount()).toBe(0));
    expect(gateway.faults).toEqual([]);
  });

  test('in the name of the table that refuses it', async () => {
    const settings = { digestHeader: true };
    await gateway.swap(defineTable({ gateway: settings }));
    const { answer } = await openWaiting();
    const next = defineTable({ gateway: settings, subscription: { state: 'blocked' } });
    await gateway.swap(next);
    expect((await answer).headers['gatewright-digest']).toBe(next.digest);
  });

  test('when the subscription loses a scope that its operation needs, and no other call does', async () => {
    const { closed } = await openSocket();
    const waiting = await openWaiting();
    await gateway.swap(defineTable({ subscription: { scopes: [] } }));
    expect(await closed).toEqual([1008, 'scope_insufficient']);
    expect(upstream.openCount()).toBe(1);
    await gateway.swap(defineTable({ subscription: { state: 'blocked' } }));
    expect(await waiting.answer).toMatchObject({ status: 403, code: 'subscription_blocked' });
  });

  test('when its token is revoked, and no call with another token does', async () => {
    const other = await openSocket();
    token = await gateway.tokenFor('DogWalker-production', [scope]);
    const { closed } = await openSocket();
    const stream = await openStream();
    const waiting = await openWaiting();
    await gateway.store.revoke(decodeJwt(token).jti ?? '', now / 1000 + 600);
    expect(await closed).toEqual([1008, 'token_invalid']);
    expect(await stream.closed).toBe('broken off');
    expect(await waiting.answer).toMatchObject({ status: 403, code: 'token_invalid' });
    other.socket.send('still here');
    expect(String((await once(other.socket, 'message'))[0])).toBe('still here');
  });

  test('when its token expires, a WebSocket at once and another call a minute after its beginning', async () => {
    const { closed } = await openSocket();
    const stream = await openStream();
    now += 599_000;
    gateway.serving.inFlight.endOverdue(now);
    now += 1000;
    gateway.serving.inFlight.endOverdue(now);
    expect(await closed).toEqual([1008, 'token_invalid']);
    expect(upstream.openCount()).toBe(1);
    const later = performance.now() + 60_000;
    gateway.serving.inFlight.endOverdue(now, later);
    expect(await stream.closed).toBe('broken off');
  });

  test('when it has lasted as long as its API allows, or else the gateway', async () => {
    await gateway.swap(defineTable({ gateway: { streams: { maxAgeSeconds: 100 } } }));
    const socket = await openSocket();
    const stream = await openStream();
    const end = (seconds: number) =>
      gateway.serving.inFlight.endOverdue(now, performance.now() + seconds * 1000);
    end(99);
    expect(upstream.openCount()).toBe(2);
    await gateway.swap(
      defineTable({
        gateway: { streams: { maxAgeSeconds: 100 } },
        api: { streams: { maxAgeSeconds: 1000 } },
      }),
    );
    end(999);
    expect(upstream.openCount()).toBe(2);
    end(1000);
    expect(await socket.closed).toEqual([1008, 'call_too_long']);
    expect(await stream.closed).toBe('broken off');
  });

  test('and its generation is let go with it', async () => {
    const { closed } = await openSocket();
    const api = gateway.serving.generation?.gateway.served.byName.get('DogPark/v1');
    if (!api) throw new Error('the API is not served');
    const release = vi.spyOn(api.held, 'release');
    await gateway.swap(
      defineTable({ api: { endpoints: { production: { targets: ['http://127.0.0.1:9'] } } } }),
    );
    expect(release).not.toHaveBeenCalled();
    await gateway.swap(defineTable({ subscription: { state: 'blocked' } }));
    await closed;
    await eventually(() => expect(release).toHaveBeenCalledOnce());
  });
});

describe('a call goes on', () => {
  test('over a reload that leaves its right as it is', async () => {
    const { socket } = await openSocket();
    await openStream();
    await gateway.swap(defineTable({ api: { state: 'deprecated', operations: [`GET /dogs ${scope}`] } }));
    await gateway.swap(defineTable({ application: { owner: 'somebody else' } }));
    socket.send('still here');
    expect(String((await once(socket, 'message'))[0])).toBe('still here');
    expect(upstream.openCount()).toBe(2);
  });

  test('and a WebSocket in the middle of a frame is aborted without a close frame', async () => {
    // A frame of one byte, and the beginning of one of 100.
    const frames = Buffer.from([0x82, 1, 1, 0x82, 100, 1, 2]);
    upstream.sockets.on('connection', (_socket, { socket }) => socket.write(frames));
    const { closed, received } = await openSocket();
    await received;
    await gateway.swap(defineTable({ subscription: { state: 'blocked' } }));
    expect(await closed).toEqual([1006, '']);
  });
});

test('a call whose token is still being checked while its right ends is refused', async () => {
  const answer = gateway.call('/dog_park/v1/dogs', { headers: { authorization: `Bearer ${token}` } });
  await gateway.swap(defineTable({ subscription: { state: 'blocked' } }));
  expect((await answer).code).toBe('subscription_blocked');
});
