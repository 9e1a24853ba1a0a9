import { status, type ClientDuplexStream, type MethodDefinition, type StatusObject } from '@grpc/grpc-js';
import { once } from 'node:events';
import { constants } from 'node:http2';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { behindGateway, openGrpc } from '../http2-clients/grpc-dogs.ts';
import {
  connectTo,
  openHttp2Gateway,
  tableOf,
  type ChangesInTest,
  type Http2Gateway,
} from '../http2-clients/http2-gateway.ts';
import { openStreamingUpstream } from './streaming-upstream.ts';

interface Opened {
  readonly gateway: Http2Gateway;
  readonly change: (changes: ChangesInTest) => Promise<unknown>;
}

/** How a right is taken away, and the code that its calls end with. */
const takings: readonly (readonly [
  what: string,
  code: string,
  take: (opened: Opened) => Promise<unknown>,
])[] = [
  [
    'the token is revoked',
    'token_invalid',
    ({ gateway }) => gateway.store.revoke(decodeJwt(gateway.token).jti ?? '', Date.now() / 1000 + 600),
  ],
  [
    'the subscription is blocked',
    'subscription_blocked',
    ({ change }) => change({ subscription: { state: 'blocked' } }),
  ],
  ['the API is retired', 'api_retired', ({ change }) => change({ api: { state: 'retired' } })],
];

async function open() {
  const upstream = await openStreamingUpstream();
  onTestFinished(upstream.close);
  const api = {
    operations: ['GET /dogs', 'POST /cats'],
    validation: { requests: 'off', responses: 'off' },
  } as const;
  const gateway = await openHttp2Gateway(upstream.url, { api });
  const change = (changes: ChangesInTest) =>
    gateway.swap(tableOf(upstream.url, { ...changes, api: { ...api, ...changes.api } }));
  return { upstream, gateway, change };
}

const upload = { 'content-type': 'application/json' };

test.each(takings)('an answer that streams over HTTP/2 breaks off when %s', async (_what, _code, take) => {
  const opened = await open();
  const { gateway, upstream } = opened;
  const client = await connectTo(gateway);
  const stream = client.request({ ':path': '/dog_park/v1/dogs', authorization: gateway.authorization });
  stream.on('error', () => undefined);
  expect(String((await once(stream, 'data'))[0])).toBe('data: first\n\n');
  const closed = new Promise((resolve) => stream.once('close', resolve));
  await take(opened);
  await closed;
  expect(stream.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
  await eventually(() => expect(upstream.openCount()).toBe(0));
  expect([client.destroyed, gateway.faults]).toEqual([false, []]);
});

test.each(takings)('an upload over HTTP/2 ends with a refusal when %s', async (_what, code, take) => {
  const opened = await open();
  const { gateway, upstream } = opened;
  const client = await connectTo(gateway);
  const { authorization } = gateway;
  const stream = client.request({
    ':method': 'POST',
    ':path': '/dog_park/v1/cats',
    authorization,
    ...upload,
  });
  stream.write('the beginning');
  await eventually(() => expect(upstream.asked()).toBe(1));
  const answered = once(stream, 'response');
  const closed = once(stream, 'close');
  await take(opened);
  await answered;
  expect(await text(stream)).toContain(`"${code}"`);
  await closed;
  expect([stream.rstCode, client.destroyed]).toEqual([constants.NGHTTP2_NO_ERROR, false]);
  await eventually(() => expect(upstream.openCount()).toBe(0));
  expect(gateway.faults).toEqual([]);
});

test.each(takings)('an upload over HTTP/1.1 ends with a refusal when %s', async (_what, code, take) => {
  const opened = await open();
  const { gateway, upstream } = opened;
  const { ca, authorization } = gateway;
  const call = request(`${gateway.url}/dog_park/v1/cats`, {
    method: 'POST',
    ca,
    headers: { authorization, ...upload },
  });
  call.on('error', () => undefined).write('the beginning');
  await eventually(() => expect(upstream.asked()).toBe(1));
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const closed = once(call, 'close');
  await take(opened);
  const [answer] = await answered;
  expect([answer.headers.connection, await text(answer)]).toEqual([
    'close',
    expect.stringContaining(`"${code}"`),
  ]);
  await closed;
  await eventually(() => expect(upstream.openCount()).toBe(0));
  expect(gateway.faults).toEqual([]);
});

test.each(takings)('a gRPC stream in both directions breaks off when %s', async (_what, _code, take) => {
  const opened = await openGrpc();
  const { client, metadata, cancelled } = opened;
  const { path, requestSerialize, responseDeserialize } = behindGateway['talk'] as MethodDefinition<
    string,
    string
  >;
  const call: ClientDuplexStream<string, string> = client.makeBidiStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    metadata,
  );
  call.on('error', () => undefined).write('Rex');
  expect(String((await once(call, 'data'))[0])).toBe('hello Rex');
  const ended = new Promise<StatusObject>((resolve) => call.once('status', resolve));
  await take(opened);
  expect(await ended).toMatchObject({ code: status.INTERNAL });
  await eventually(() => expect(cancelled()).toBe(1));
  expect(opened.gateway.faults).toEqual([]);
});
