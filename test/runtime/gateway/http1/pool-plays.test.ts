import fc from 'fast-check';
import { Readable } from 'node:stream';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Http1Pool } from '#runtime/gateway/upstream/http1/http1-pool.ts';
import { draws } from '../../../full-run.ts';
import { ask, type AskedCall, type Behaviour } from './asked-call.ts';
import {
  answer,
  openPatientUpstream,
  WatchedPool,
  type Arrived,
  type Outcome,
  type PatientUpstream,
} from './watched-pool.ts';

let upstream: PatientUpstream;

beforeAll(async () => {
  upstream = await openPatientUpstream();
});

afterAll(() => upstream.close());

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
  readonly watched: WatchedPool;
  readonly calls: { readonly call: AskedCall; readonly path: string; readonly body: Readable | undefined }[] =
    [];

  constructor(watched: WatchedPool) {
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
    const [call] = upstream.arrived.splice(which % (upstream.arrived.length || 1), 1);
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
    upstream.answersAtOnce = true;
    for (const call of upstream.arrived.splice(0)) answer(call, '');
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
        Object.assign(upstream, { arrived: [], answersAtOnce: false });
        const play = new Play(new WatchedPool(upstream, maxConnections, outcomes));
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
    { numRuns: draws(300), timeout: 10_000 },
  );
});
