import type { RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { UpstreamOverloadedError, UpstreamPool } from '#runtime/gateway/upstream/upstream-pool.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { limitConnections } from './connection-limits.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(listener?: RequestListener, maxConnections = 2, maxAgeMs = 60_000, connectMs = 1000) {
  const upstream = await openUpstream('pooled', listener);
  const pool = new UpstreamPool(
    { origin: upstream.url, connectMs, maxConnections, isHttp2: false },
    limitConnections(maxAgeMs),
  );
  closing.push(upstream.close, () => pool.abort());
  const ask = async () => {
    const { body } = await pool.request({ method: 'GET', path: '/' });
    return body.text();
  };
  return { upstream, pool, ask };
}

test('lets as many wait as there are connections, and refuses more at once', async () => {
  const held: ServerResponse[] = [];
  const { upstream, ask } = await open((_request, response) => void held.push(response));
  const asked = Array.from({ length: 4 }, ask);
  await eventually(() => expect(held).toHaveLength(2));
  const refused = await Promise.allSettled([ask(), ask()]);
  expect(refused).toEqual([1, 2].map(() => ({ status: 'rejected', reason: new UpstreamOverloadedError() })));
  for (const response of held.splice(0)) response.end('first');
  await eventually(() => expect(held).toHaveLength(2));
  const late = ask();
  for (const response of held.splice(0)) response.end('second');
  expect(await Promise.all(asked)).toEqual(['first', 'first', 'second', 'second']);
  await eventually(() => expect(held).toHaveLength(1));
  held[0]?.end('late');
  expect([await late, upstream.connections()]).toEqual(['late', 2]);
});

test('lets nobody wait for longer than a connection may take, and does not send what nobody waits for', async () => {
  const held: ServerResponse[] = [];
  const { upstream, pool, ask } = await open(
    (_request, response) => void held.push(response),
    1,
    60_000,
    100,
  );
  const stream = ask();
  await eventually(() => expect(held).toHaveLength(1));
  const body = Readable.from(['a body']);
  await expect(pool.request({ method: 'POST', path: '/', body })).rejects.toEqual(
    new UpstreamOverloadedError(),
  );
  expect(body.destroyed).toBe(true);
  held[0]?.end('streamed');
  expect(await stream).toBe('streamed');
  // A connection is free a moment after its answer.
  await new Promise(setImmediate);
  const next = ask();
  await eventually(() => expect(held).toHaveLength(2));
  held[1]?.end('next');
  expect([await next, upstream.connections()]).toEqual(['next', 1]);
});

test('is free again when it was full', async () => {
  const { ask } = await open();
  await Promise.all(Array.from({ length: 4 }, ask));
  // A connection is free a moment after its answer.
  await new Promise(setImmediate);
  const answers = await Promise.all(Array.from({ length: 4 }, ask));
  expect(answers).toEqual(Array.from({ length: 4 }, () => '{"upstream":"pooled"}'));
});

test('replaces its connections once they are old, while an answer is under way on the old one', async () => {
  const held: ServerResponse[] = [];
  const { upstream, ask } = await open((_request, response) => void held.push(response), 8, 50);
  const slow = ask();
  await eventually(() => expect(held).toHaveLength(1));
  const first = held[0];
  const answerAll = setInterval(() => {
    for (const response of held.splice(1)) response.end('quick');
  }, 5);
  closing.push(() => clearInterval(answerAll));
  // The second request would share the pool of the first; the third comes after its end.
  await ask();
  await new Promise((passed) => setTimeout(passed, 100));
  const before = upstream.connections();
  await ask();
  expect(upstream.connections()).toBe(before + 1);
  first?.end('slow');
  expect(await slow).toBe('slow');
});

test('ends after its last answer, and takes its connections with it', async () => {
  const held: ServerResponse[] = [];
  const { upstream, pool, ask } = await open((_request, response) => void held.push(response));
  const asked = ask();
  await eventually(() => expect(held).toHaveLength(1));
  let isFinished = false;
  const ended = pool.end().then(() => (isFinished = true));
  await new Promise(setImmediate);
  expect(isFinished).toBe(false);
  held[0]?.end('last');
  expect(await asked).toBe('last');
  await ended;
  await eventually(async () => expect(await upstream.openConnections()).toBe(0));
});

test('aborts requests in progress', async () => {
  const { upstream, pool, ask } = await open(() => undefined);
  const asked = ask();
  const outcome = expect(asked).rejects.toMatchObject({ code: 'UND_ERR_DESTROYED' });
  await eventually(async () => expect(await upstream.openConnections()).toBe(1));
  await pool.abort();
  await outcome;
  await eventually(async () => expect(await upstream.openConnections()).toBe(0));
});

test.each([
  ['no PEM', 'none'],
  ['no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
])('is not made where its authority is %s', (_what, ca) => {
  const settings = { origin: 'https://a.example.edu', ca, connectMs: 1, maxConnections: 1, isHttp2: false };
  expect(() => new UpstreamPool(settings, limitConnections(1))).toThrow(
    'The certificates for the upstream https://a.example.edu are not valid PEM, or its key is not theirs.',
  );
});
