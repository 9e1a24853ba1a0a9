import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Http1Pool } from '#runtime/gateway/upstream/http1/http1-pool.ts';
import { eventually } from '../../../../eventually.ts';
import { ask } from '../../http1/asked-call.ts';
import {
  answer,
  openPatientUpstream,
  WatchedPool,
  type Arrived,
  type Outcome,
  type PatientUpstream,
} from '../../http1/watched-pool.ts';

let upstream: PatientUpstream;

beforeAll(async () => {
  upstream = await openPatientUpstream();
});

afterAll(() => upstream.close());

describe('a pool', () => {
  let watched: WatchedPool;

  const open = (maxConnections: number, outcomes?: readonly Outcome[]) => {
    watched = new WatchedPool(upstream, maxConnections, outcomes);
    return watched.pool;
  };

  beforeEach(() => {
    Object.assign(upstream, { arrived: [], answersAtOnce: false });
  });

  afterEach(() => watched.pool.destroy());

  const paths = () => upstream.arrived.map(({ path }) => path);

  /** The request for this path, once it has come. */
  async function arrival(path: string): Promise<Arrived> {
    await eventually(() => expect(paths()).toContain(path));
    return upstream.arrived.find((each) => each.path === path) as Arrived;
  }

  test('sends those that wait in their order, and says how many there are', async () => {
    const pool = open(2);
    const calls = ['/0', '/1', '/2', '/3', '/4'].map((path) => ask(pool, { path }));
    expect(pool.queued).toBe(3);
    const first = await arrival('/0');
    await arrival('/1');
    upstream.answersAtOnce = true;
    const settled: string[] = [];
    for (const { settled: each } of calls) void each.then(({ body }) => settled.push(body));
    answer(first, '');
    await Promise.all(calls.toSpliced(1, 1).map((call) => call.settled));
    expect([settled, pool.queued, watched.sockets.size]).toEqual([['/0', '/2', '/3', '/4'], 0, 2]);
  });

  test('says whether there is a connection for the next request', async () => {
    const pool = open(2);
    const idle = { onResponseError: () => undefined };
    const free = Array.from({ length: 3 }, () => pool.dispatch({ method: 'GET', path: '/' }, idle));
    expect(free).toEqual([true, false, false]);
  });

  test('sends nothing of a request whose body is lost while it waits', async () => {
    const pool = open(1);
    ask(pool, { path: '/first' });
    const body = new Readable({ read: () => undefined });
    const waiting = ask(pool, { path: '/lost', method: 'POST', body });
    const last = ask(pool, { path: '/last' });
    const first = await arrival('/first');
    body.destroy();
    expect((await waiting.settled).failure).toBe('UND_ERR_ABORTED');
    upstream.answersAtOnce = true;
    answer(first, '');
    expect([(await last.settled).body, watched.sockets.size]).toEqual(['/last', 1]);
  });

  test.each([
    ['ends', (socket: Socket) => socket.end()],
    ['is reset', (socket: Socket) => socket.resetAndDestroy()],
    ['says what nobody has asked for', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n\r\npoisoned')],
  ])('asks on another connection where one that rests %s', async (_what, happens) => {
    upstream.answersAtOnce = true;
    const pool = open(1);
    const first = await ask(pool, { path: '/first' }).settled;
    for (const socket of upstream.open) happens(socket);
    await eventually(() => expect(watched.alive).toBe(0));
    const second = await ask(pool, { path: '/second', method: 'POST', body: Buffer.from('a') }).settled;
    expect([first.body, second.body, watched.sockets.size]).toEqual(['/first', '/second', 2]);
  });

  test.each([
    ['ends', (socket: Socket) => socket.end(), 'UND_ERR_SOCKET'],
    ['is reset', (socket: Socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  ])('fails a request whose connection %s when it is sent', async (_what, happens, failure) => {
    const pool = open(1);
    const call = ask(pool, { path: `/${failure}` });
    happens((await arrival(`/${failure}`)).socket);
    expect((await call.settled).failure).toBe(failure);
    expect(watched.sockets.size).toBe(1);
  });

  test('fails each waiting request if no connection can be opened', async () => {
    const pool = open(2, ['refused']);
    const calls = Array.from({ length: 5 }, () => ask(pool));
    const failures = await Promise.all(calls.map(async ({ settled }) => (await settled).failure));
    expect(failures).toEqual(Array.from({ length: 5 }, () => 'ECONNREFUSED'));
  });

  test('takes a connector that throws for one that cannot connect', async () => {
    const connect = () => {
      throw new Error('no connection');
    };
    const pool = new Http1Pool({
      origin: upstream.origin,
      maxConnections: 1,
      connect,
      connected: () => undefined,
    });
    expect((await ask(pool).settled).failure).toBe('Error');
    await pool.close();
  });

  test.each([
    ['Keep-Alive: timeout=2\r\n', 0],
    ['Keep-Alive: timeout=60\r\n', 1],
    ['Connection: keep-alive, Close\r\n', 0],
    ['', 1],
  ])('keeps a connection for the next request, as the upstream says: %j', async (field, alive) => {
    const pool = open(1);
    const path = `/${encodeURIComponent(field)}`;
    const call = ask(pool, { path });
    answer(await arrival(path), field);
    await call.settled;
    await turn();
    expect(watched.alive).toBe(alive);
  });

  test('closes what has rested for as long as the upstream says', async () => {
    const pool = open(1);
    const call = ask(pool, { path: '/rests' });
    answer(await arrival('/rests'), 'Keep-Alive: timeout=3\r\n');
    await call.settled;
    await turn();
    expect(watched.alive).toBe(1);
    await eventually(() => expect(watched.alive).toBe(0));
  });
});
