import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { freePort } from '../free-port.ts';
import { openGateway, type GatewayInTest, type OptionsInTest } from '../gateway-in-test.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type EndpointsInTest,
} from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

type Endpoint = NonNullable<EndpointsInTest['production']>;

const as = 'DogWalker-production';
const circuitBreaker = { failures: 2, ratio: 0.5, windowMs: 10_000, openMs: 5000 };
const closing: (() => unknown)[] = [];
let gateway: GatewayInTest;
let now: number;

beforeEach(() => {
  now = Date.now();
});

afterEach(async () => {
  await gateway.close();
  for (const close of closing.splice(0)) await close();
});

function tableTo(production: Endpoint, sandbox?: Endpoint) {
  return buildTable({
    apis: [defineApi({ endpoints: { production, ...(sandbox ? { sandbox } : {}) } })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
}

async function openTo(production: Endpoint, options: OptionsInTest = {}): Promise<void> {
  gateway = await openGateway(tableTo(production), { clock: () => now, ...options });
}

async function open(name: string, listener?: RequestListener): Promise<UpstreamInTest> {
  const upstream = await openUpstream(name, listener);
  closing.push(upstream.close);
  return upstream;
}

/** An upstream that answers with a status that can be changed. */
async function openService(name: string, status = 200) {
  const service = { status, asked: 0, url: '' };
  const { url } = await open(name, (request, response) => {
    service.asked += 1;
    request.resume();
    response.writeHead(service.status).end(name);
  });
  service.url = url;
  return service;
}

/** A server that aborts every connection as soon as data is sent on it. */
async function openBreaker() {
  const breaker = { connections: 0, url: '' };
  const server = createTcpServer((socket) => {
    breaker.connections += 1;
    socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => new Promise((closed) => server.close(closed)));
  breaker.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return breaker;
}

/** The address of a port that nothing listens at. */
async function closedPort(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

const call = (method = 'GET', body?: string) =>
  gateway.call('/dog_park/v1/dogs', { as, method, ...(body === undefined ? {} : { body }) });

/** The answers to a number of calls, one after the other. */
async function answersTo(calls: number): Promise<readonly string[]> {
  const answers: string[] = [];
  for (let made = 0; made < calls; made++) {
    const { status, code, text } = await call();
    answers.push(`${status} ${code ?? text}`);
  }
  return answers;
}

describe('the circuit of a target', () => {
  test.each([502, 503, 504])(
    'opens where it answers %i, and closes where it no longer does',
    async (status) => {
      const service = await openService('own', status);
      await openTo({ targets: [service.url], circuitBreaker });
      expect(await answersTo(2)).toEqual([`${status} own`, `${status} own`]);
      const refused = await call();
      expect(refused).toMatchObject({ status: 503, code: 'upstream_unavailable' });
      expect(refused.headers['retry-after']).toBe('5');
      now += 3500;
      expect((await call()).headers['retry-after']).toBe('2');
      service.status = 200;
      now += 1500;
      expect(await answersTo(3)).toEqual(['200 own', '200 own', '200 own']);
      const url = service.url;
      expect([service.asked, gateway.upstreamChanges]).toEqual([
        5,
        [
          { url, change: 'opened' },
          { url, change: 'closed' },
        ],
      ]);
    },
  );

  test('stays closed where it answers with errors of its own, or its caller’s', async () => {
    const service = await openService('own', 500);
    await openTo({ targets: [service.url], circuitBreaker });
    await answersTo(5);
    service.status = 404;
    await answersTo(5);
    expect([service.asked, gateway.upstreamChanges]).toEqual([10, []]);
  });

  test('opens when more responses are aborted than its ratio allows, though each began well', async () => {
    const { url } = await open('half', (_request, response) => {
      response.write('half', () => response.destroy());
    });
    await openTo({ targets: [url], circuitBreaker: { ...circuitBreaker, ratio: 0.9 } });
    for (let cut = 0; cut < 2; cut++) await expect(call()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(await call()).toMatchObject({ status: 503, code: 'upstream_unavailable' });
  });

  test('opens where it cannot be connected to, and outlives a reload', async () => {
    const production = { targets: [await closedPort()], circuitBreaker, retries: 0 };
    await openTo(production);
    expect(await answersTo(3)).toEqual([
      '502 upstream_unreachable',
      '502 upstream_unreachable',
      '503 upstream_unavailable',
    ]);
    const other = await openService('other');
    await gateway.swap(tableTo(production, { targets: [other.url] }));
    expect(await answersTo(1)).toEqual(['503 upstream_unavailable']);
  });

  test('leaves the other targets alone', async () => {
    const service = await openService('well');
    const broken = await openService('broken', 503);
    await openTo({ targets: [broken.url, service.url], circuitBreaker });
    await answersTo(10);
    expect([broken.asked, service.asked]).toEqual([2, 8]);
  });

  test('includes the base path, since another service may be behind it', async () => {
    const asked: string[] = [];
    const { url } = await open('host', (request, response) => {
      asked.push(String(request.url));
      response.writeHead(request.url?.startsWith('/dogs/') ? 503 : 200).end();
    });
    await openTo({ targets: [`${url}/dogs`, `${url}/cats`], circuitBreaker });
    await answersTo(6);
    expect(asked.toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => '/cats/dogs'),
      ...Array.from({ length: 2 }, () => '/dogs/dogs'),
    ]);
  });

  test('ignores clients that disconnect', async () => {
    const waiting: ServerResponse[] = [];
    const { url } = await open('slow', (_request, response) => void waiting.push(response));
    await openTo({ targets: [url], circuitBreaker });
    for (let gone = 0; gone < 4; gone++) {
      const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
      const token = gateway.tokenFor(as);
      socket.write(
        `GET /dog_park/v1/dogs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await token}\r\n\r\n`,
      );
      await eventually(() => expect(waiting).toHaveLength(gone + 1));
      const closed = new Promise((done) => waiting[gone]?.once('close', done));
      socket.resetAndDestroy();
      await closed;
    }
    const answered = call();
    await eventually(() => expect(waiting).toHaveLength(5));
    waiting[4]?.end('well');
    expect(await answered).toMatchObject({ status: 200, text: 'well' });
  });
});

describe('a health check', () => {
  const healthCheck = { path: '/up', intervalMs: 10, timeoutMs: 20_000, healthyAfter: 1, unhealthyAfter: 2 };

  function openChecked(name: string) {
    const service = { isWell: true, calls: 0, url: '' };
    const listener = ({ url }: IncomingMessage, response: ServerResponse) => {
      if (url !== '/up') service.calls += 1;
      response.writeHead(url === '/up' && !service.isWell ? 500 : 200).end(name);
    };
    return open(name, listener).then(({ url }) => Object.assign(service, { url }));
  }

  async function untilChanged(length: number): Promise<void> {
    await eventually(() => expect(gateway.upstreamChanges).toHaveLength(length));
  }

  test('takes a target out and back', async () => {
    const [one, two] = [await openChecked('one'), await openChecked('two')];
    await openTo({ targets: [one.url, two.url], healthCheck });
    expect(await answersTo(2)).toEqual(['200 one', '200 two']);
    one.isWell = false;
    await untilChanged(1);
    expect(await answersTo(3)).toEqual(['200 two', '200 two', '200 two']);
    one.isWell = true;
    await untilChanged(2);
    expect((await answersTo(2)).toSorted()).toEqual(['200 one', '200 two']);
    expect(gateway.upstreamChanges).toEqual([
      { url: one.url, change: 'unhealthy' },
      { url: one.url, change: 'healthy' },
    ]);
  });

  test('lets calls through all the same where no target passes', async () => {
    const [one, two] = [await openChecked('one'), await openChecked('two')];
    await openTo({ targets: [one.url, two.url], healthCheck });
    one.isWell = false;
    two.isWell = false;
    await untilChanged(2);
    expect((await answersTo(2)).toSorted()).toEqual(['200 one', '200 two']);
  });

  test('continues with the generations that have it, and ends with the last', async () => {
    const one = await openChecked('one');
    let probes = 0;
    const two = await open('two', ({ url }, response) => {
      if (url === '/up') probes += 1;
      response.end();
    });
    await openTo({ targets: [one.url, two.url], healthCheck });
    await gateway.swap(tableTo({ targets: [one.url, two.url], healthCheck }, { targets: [one.url] }));
    const before = probes;
    await eventually(() => expect(probes).toBeGreaterThan(before + 2));
    await gateway.swap(tableTo({ targets: [one.url] }));
    await eventually(async () => expect(await two.openConnections()).toBe(0));
    const after = probes;
    await new Promise((passed) => setTimeout(passed, 100));
    expect(probes).toBe(after);
  });
});

describe('a call whose target fails', () => {
  test.each(['GET', 'PUT', 'DELETE'])('is made again at another one, with %s', async (method) => {
    const [breaker, service] = [await openBreaker(), await openService('well')];
    gateway = await openGateway(
      buildTable({
        apis: [
          defineApi({
            operations: [`${method} /dogs`],
            endpoints: { production: { targets: [breaker.url, service.url] } },
          }),
        ],
        applications: [defineApplication('DogWalker')],
        subscriptions: [subscribe('DogWalker')],
      }),
    );
    expect(await call(method)).toMatchObject({ status: 200, text: 'well' });
    expect([breaker.connections, service.asked]).toEqual([1, 1]);
  });

  test('is retried at the same one if there is no other', async () => {
    const breaker = await openBreaker();
    await openTo({ targets: [breaker.url], retries: 2 });
    expect(await call()).toMatchObject({ status: 502, code: 'upstream_unreachable' });
    expect(breaker.connections).toBe(3);
  });

  test.each([
    ['POST', undefined],
    ['POST', 'a body'],
  ])('is not made again with %s and the body %s', async (method, body) => {
    const [breaker, service] = [await openBreaker(), await openService('well')];
    await openTo({ targets: [breaker.url, service.url], retries: 3 });
    expect(await call(method, body)).toMatchObject({ status: 502, code: 'upstream_unreachable' });
    expect([breaker.connections, service.asked]).toEqual([1, 0]);
  });

  test.each([undefined, 'own', 'x'.repeat(1_000_000)])(
    'is made again with POST where it was never sent, with the body %.5s',
    async (body) => {
      const received: number[] = [];
      const { url } = await open('well', (request, response) => {
        void readText(request).then(({ length }) => response.end(String(received.push(length))));
      });
      await openTo({ targets: [await closedPort(), url] });
      expect(await call('POST', body)).toMatchObject({ status: 200, text: '1' });
      expect(received).toEqual([body?.length ?? 0]);
    },
  );

  test('is not made again where the endpoint has no retries, or none is left', async () => {
    const breakers = [await openBreaker(), await openBreaker(), await openBreaker()];
    const service = await openService('well');
    const targets = [...breakers.map(({ url }) => url), service.url];
    await openTo({ targets, retries: 0 });
    expect(await call()).toMatchObject({ status: 502, code: 'upstream_unreachable' });
    await gateway.swap(tableTo({ targets, retries: 1 }));
    expect(await call()).toMatchObject({ status: 502, code: 'upstream_unreachable' });
    expect([breakers.map(({ connections }) => connections), service.asked]).toEqual([[2, 1, 0], 0]);
  });

  test('is not made again where a byte of the answer was passed on', async () => {
    let asked = 0;
    const { url } = await open('half', (_request, response) => {
      asked += 1;
      response.write('half', () => response.destroy());
    });
    await openTo({ targets: [url], retries: 3 });
    await expect(call()).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    expect(asked).toBe(1);
  });
});

test('a target with too much to do refuses calls, which says nothing against it', async () => {
  const waiting: ServerResponse[] = [];
  const { url } = await open('busy', (_request, response) => void waiting.push(response));
  await openTo({ targets: [url], maxConnections: 1, circuitBreaker: { ...circuitBreaker, failures: 1 } });
  const first = call();
  await eventually(() => expect(waiting).toHaveLength(1));
  const refused: string[] = [];
  const others = [call(), call(), call()].map(async (answer) => {
    const { status, code, text } = await answer;
    if (code) refused.push(`${status} ${code}`);
    return text;
  });
  await eventually(() => expect(refused).toHaveLength(2));
  expect(refused).toEqual(['503 upstream_overloaded', '503 upstream_overloaded']);
  waiting[0]?.end('first');
  await eventually(() => expect(waiting).toHaveLength(2));
  waiting[1]?.end('second');
  expect((await first).text).toBe('first');
  expect((await Promise.all(others)).filter((text) => text === 'second')).toEqual(['second']);
  expect(gateway.upstreamChanges).toEqual([]);
});

test('a call is made at a target with less to do where one has too much', async () => {
  const waiting: ServerResponse[] = [];
  const { url } = await open('busy', (_request, response) => void waiting.push(response));
  const service = await openService('free');
  // Every wait for a connection here must be long enough for a slow machine.
  const timeouts = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };
  await openTo({ targets: [url, service.url], maxConnections: 1, timeouts });
  const first = call();
  await eventually(() => expect(waiting).toHaveLength(1));
  expect(await answersTo(1)).toEqual(['200 free']);
  const answered: string[] = [];
  const pair = [call(), call()].map(async (answer) => answered.push((await answer).text));
  await eventually(() => expect(answered).toEqual(['free']));
  expect(await answersTo(3)).toEqual(['200 free', '200 free', '200 free']);
  waiting[0]?.end('first');
  await eventually(() => expect(waiting).toHaveLength(2));
  waiting[1]?.end('second');
  await Promise.all(pair);
  expect([(await first).text, ...answered]).toEqual(['first', 'free', 'second']);
});
