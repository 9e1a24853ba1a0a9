import fc from 'fast-check';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { buildConnector } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Http1Pool } from '../../../../src/runtime/gateway/http1/http1-pool.ts';
import { eventually } from '../../../eventually.ts';
import { ask, type AskedCall, type Behaviour } from './asked-call.ts';
import { onEachHead, openRawUpstream, type RawUpstream } from './raw-upstream.ts';

/** A request that has arrived and has no answer yet. */
interface Arrived {
  readonly socket: Socket;
  readonly path: string;
}

let upstream: RawUpstream;
/** Where nobody listens. */
let deafPort: number;
let arrived: Arrived[] = [];
/** Whether requests are answered as they arrive. */
let answersAtOnce = false;

beforeAll(async () => {
  const deaf = createServer().listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  deafPort = (deaf.address() as AddressInfo).port;
  deaf.close();
  upstream = await openRawUpstream((socket) =>
    onEachHead(socket, (head) => {
      const call = { socket, path: head.split(' ')[1] ?? '' };
      if (answersAtOnce) answer(call, '');
      else arrived.push(call);
    }),
  );
});

afterAll(() => upstream.close());

function answer({ socket, path }: Arrived, field: string, { length = path.length, more = '' } = {}): void {
  socket.write(`HTTP/1.1 200 OK\r\n${field}Content-Length: ${length}\r\n\r\n${path}${more}`);
}

type Outcome = 'good' | 'refused';

/** The connections of a pool, as they are on their way and afterwards. */
class Watched {
  readonly pool: Http1Pool;
  readonly sockets = new Set<Socket>();
  /** How many there were at a time, at most. */
  most = 0;
  #opening = 0;
  readonly #outcomes: readonly Outcome[];
  #next = 0;

  constructor(maxConnections: number, outcomes: readonly Outcome[] = ['good']) {
    this.#outcomes = outcomes;
    const connect = buildConnector({ timeout: 5000, allowH2: false });
    this.pool = new Http1Pool({
      origin: upstream.origin,
      maxConnections,
      connected: () => undefined,
      connect: (options, told) => {
        this.#opening += 1;
        this.most = Math.max(this.most, this.#opening + this.alive);
        connect(this.#address(options), (...result) => {
          this.#opening -= 1;
          if (result[1]) this.sockets.add(result[1]);
          told(...result);
        });
      },
    });
  }

  get alive(): number {
    return [...this.sockets].filter(({ destroyed }) => !destroyed).length;
  }

  #address(options: buildConnector.Options): buildConnector.Options {
    const outcome = this.#outcomes[this.#next++ % this.#outcomes.length];
    return outcome === 'refused' ? { ...options, port: String(deafPort) } : options;
  }
}

const fail = () => {
  throw new Error('the handler does not like it');
};

const behaviours: readonly Behaviour[] = [
  {},
  {},
  { start: fail },
  { head: fail },
  { data: fail },
  { end: fail },
  { start: (controller) => controller.abort(new Error('not wanted')) },
  { head: (controller) => controller.abort(new Error('not wanted')) },
  { data: (controller) => controller.abort(new Error('not wanted')) },
  { data: (controller) => (controller.pause(), void setTimeout(() => controller.resume(), 1)) },
  { head: (controller) => (controller.pause(), controller.resume()) },
  { end: (controller) => controller.abort(new Error('too late')) },
];

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ does: fc.constant('ask'), which: fc.nat({ max: behaviours.length - 1 }) }),
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('ask with a body'), which: fc.nat({ max: 1 }) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        does: fc.constantFrom(
          'answer',
          'answer and say more',
          'answer and close',
          'answer and end',
          'answer in part and end',
          'reset',
          'abort',
          'lose its body',
        ),
        which: fc.nat(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constantFrom('turn', 'wait', 'say something unasked'),
        which: fc.nat(),
      }),
    },
  ),
  { maxLength: 40, size: 'max' },
);

/** A sequence of things that happen to a pool, on both of its sides. */
class Play {
  readonly watched: Watched;
  readonly calls: { readonly call: AskedCall; readonly path: string; readonly body: Readable | undefined }[] =
    [];

  constructor(watched: Watched) {
    this.watched = watched;
  }

  ask(behaviour: Behaviour, body?: Readable): void {
    const path = `/${this.calls.length}`;
    const headers = body ? ['content-length', '0'] : [];
    const call = ask(this.watched.pool, { path, headers, ...(body ? { body } : {}) }, behaviour);
    this.calls.push({ call, path, body });
  }

  async step(does: string, which: number): Promise<void> {
    if (does === 'ask') return this.ask(behaviours[which] ?? {});
    if (does === 'ask with a body') return this.ask({}, new Readable({ read: () => undefined }));
    if (does === 'turn') return turn();
    if (does === 'wait') return sleep(3);
    if (does === 'abort') this.#pick(which)?.call.controller?.abort(new Error('not wanted'));
    else if (does === 'lose its body') this.#pick(which)?.body?.destroy();
    else if (does === 'say something unasked')
      [...upstream.open][which % upstream.open.size || 0]?.write('HTTP/1.1');
    else this.#replyToOne(does, which);
    return undefined;
  }

  #replyToOne(does: string, which: number): void {
    const [call] = arrived.splice(which % (arrived.length || 1), 1);
    if (call) this.#reply(does, call);
  }

  #pick(which: number) {
    return this.calls[which % (this.calls.length || 1)];
  }

  #reply(does: string, call: Arrived): void {
    if (does === 'answer and close') answer(call, 'Connection: close\r\n');
    else if (does === 'answer in part and end') answer(call, '', { length: 100 });
    // In one piece, since what comes later would be taken for the next answer by every client.
    else if (does === 'answer and say more') answer(call, '', { more: 'HTTP/1.1 200 OK\r\n\r\n' });
    else if (does !== 'reset') answer(call, '');
    if (does.endsWith('end')) call.socket.end();
    if (does === 'reset') call.socket.resetAndDestroy();
  }
}

const ends = fc.constantFrom('close', 'destroy', 'close, then destroy', 'close twice');

async function end(pool: Http1Pool, how: string): Promise<void> {
  if (how === 'destroy') return pool.destroy();
  const closed = pool.close();
  if (how === 'close, then destroy') await pool.destroy();
  else {
    answersAtOnce = true;
    for (const call of arrived.splice(0)) answer(call, '');
  }
  await closed;
  if (how === 'close twice') await pool.close();
}

test('whatever happens, each request is settled once and with its own answer, and nothing is left behind', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.constantFrom<Outcome>('good', 'good', 'good', 'refused'), { minLength: 1, maxLength: 5 }),
      steps,
      ends,
      async (maxConnections, outcomes, played, how) => {
        [arrived, answersAtOnce] = [[], false];
        const play = new Play(new Watched(maxConnections, outcomes));
        const { watched, calls } = play;
        for (const { does, which } of played) await play.step(does, which);
        await end(watched.pool, how);
        const late = ask(watched.pool);
        for (const { call, path } of calls) {
          const { status, body, failure } = await call.settled;
          if (failure === undefined) expect([status, body]).toEqual([200, path]);
        }
        await turn();
        expect({
          ends: calls.map(({ call }) => call.ends),
          late: late.told.failure,
          alive: watched.alive,
          queued: watched.pool.queued,
          isWithin: watched.most <= maxConnections,
        }).toEqual({
          ends: calls.map(({ call }) => (call.told.failure !== undefined && call.told.trailers ? 2 : 1)),
          late: how === 'close' || how === 'close twice' ? 'UND_ERR_CLOSED' : 'UND_ERR_DESTROYED',
          alive: 0,
          queued: 0,
          isWithin: true,
        });
      },
    ),
    { numRuns: 300, timeout: 10_000 },
  );
});

describe('a pool', () => {
  let watched: Watched;

  const open = (maxConnections: number, outcomes?: readonly Outcome[]) => {
    watched = new Watched(maxConnections, outcomes);
    return watched.pool;
  };

  beforeEach(() => {
    [arrived, answersAtOnce] = [[], false];
  });

  afterEach(() => watched.pool.destroy());

  const paths = () => arrived.map(({ path }) => path);

  /** The request for this path, once it has come. */
  async function arrival(path: string): Promise<Arrived> {
    await eventually(() => expect(paths()).toContain(path));
    return arrived.find((each) => each.path === path) as Arrived;
  }

  test('sends those that wait in their order, and says how many there are', async () => {
    const pool = open(2);
    const calls = ['/0', '/1', '/2', '/3', '/4'].map((path) => ask(pool, { path }));
    expect(pool.queued).toBe(3);
    const first = await arrival('/0');
    await arrival('/1');
    answersAtOnce = true;
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
    answersAtOnce = true;
    answer(first, '');
    expect([(await last.settled).body, watched.sockets.size]).toEqual(['/last', 1]);
  });

  test.each([
    ['ends', (socket: Socket) => socket.end()],
    ['is reset', (socket: Socket) => socket.resetAndDestroy()],
    ['says what nobody has asked for', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n\r\npoisoned')],
  ])('asks on another connection where one that rests %s', async (_what, happens) => {
    answersAtOnce = true;
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

  test('tells each of those that wait where no connection can be opened', async () => {
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
