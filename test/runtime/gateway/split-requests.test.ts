import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '../../../src/platform/keys/make-certificates.ts';
import { eventually } from '../../eventually.ts';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

let upstream: UpstreamInTest;
let gateways: Readonly<Record<string, GatewayInTest>>;
let authorization: string;

beforeAll(async () => {
  upstream = await openUpstream('dogs');
  const table = buildTable({
    apis: [
      defineApi({
        endpoints: { production: { targets: [upstream.url] } },
        operations: ['GET /dogs', 'POST /dogs', 'OPTIONS /dogs'],
      }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  const { ca: _ca, ...tls } = await makeCertificates(['127.0.0.1', 'localhost'], Date.now());
  gateways = { 'plain HTTP': await openGateway(table), TLS: await openGateway(table, { tls }) };
  authorization = `Authorization: Bearer ${await gateways['TLS']?.tokenFor('DogWalker-production')}`;
});

afterAll(async () => {
  for (const gateway of Object.values(gateways)) await gateway.close();
  await upstream.close();
});

beforeEach(() => {
  upstream.seen.length = 0;
});

const target = '/dog_park/v1/dogs';

function head(line: string, ...headers: readonly string[]): string {
  return [line, 'Host: a', authorization, ...headers, '', ''].join('\r\n');
}

const get = () => head(`GET ${target} HTTP/1.1`);
const post = (body: string) =>
  head(`POST ${target} HTTP/1.1`, 'Content-Type: text/plain', `Content-Length: ${body.length}`) + body;

function open(name: string): Socket {
  const port = gateways[name]?.port ?? 0;
  const socket =
    name === 'TLS'
      ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
      : connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Sends pieces, each in a packet of its own, and returns the statuses and the codes of errors in the answers. */
async function send(name: string, pieces: readonly string[], count: number): Promise<readonly string[]> {
  const socket = open(name);
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  for (const piece of pieces) {
    if (!socket.writable) break;
    await new Promise<void>((written) => socket.write(piece, 'latin1', () => written()));
    await nextTurn();
    await nextTurn();
  }
  return eventually(() => {
    const found = answer.match(/HTTP\/1\.1 \d+|"code":"\w+"/g) ?? [];
    const answers = found.filter((one) => one.startsWith('HTTP'));
    expect(answers.length).toBe(count);
    return found.map((one) => one.replace(/^HTTP\/1\.1 |"code":|"/g, ''));
  });
}

/** In two pieces, at each of its octets up to the end of its line; in single octets; and whole. */
function cutLine(request: string): readonly (readonly string[])[] {
  const end = request.indexOf('\r\n') + 3;
  const cuts = Array.from({ length: end }, (_, index) => index + 1);
  return [
    ...cuts.map((cut) => [request.slice(0, cut), request.slice(cut)]),
    [...request.slice(0, end), request.slice(end)],
    [request],
  ];
}

describe.each(['plain HTTP', 'TLS'])('over %s', (name) => {
  test('a request is answered wherever it is cut', async () => {
    for (const pieces of cutLine(get())) expect(await send(name, pieces, 1)).toEqual(['200']);
    const octets = [...get(), ...post('RTSP'), ...get()];
    expect(await send(name, octets, 3)).toEqual(['200', '200', '200']);
  });

  test.each([
    `GET ${target} RTSP/1.0`,
    `GET ${target} RTSP/1.1`,
    `POST ${target}  RTSP/1.1`,
    `OPTIONS ${target} RTSP/1.1`,
    `SOURCE ${target} ICE/1.1`,
  ])('the first request is refused wherever its line is cut: %s', async (line) => {
    for (const pieces of cutLine(head(line)))
      expect(await send(name, pieces, 1), JSON.stringify(pieces)).toEqual(['400', 'request_malformed']);
    expect(upstream.seen).toEqual([]);
  });

  test('a later request is refused wherever its line is cut', async () => {
    const rtsp = head(`GET ${target} RTSP/1.1`);
    const refused = ['200', '400', 'request_malformed'];
    for (const pieces of cutLine(rtsp)) expect(await send(name, [get(), ...pieces], 2)).toEqual(refused);
    for (const before of [get(), post('some text')])
      for (const [start = '', ...rest] of cutLine(rtsp))
        expect(await send(name, [before + start, ...rest], 2), start).toEqual(refused);
    for (const [start = '', ...rest] of cutLine(rtsp))
      expect(await send(name, [post('some text').slice(0, -3), `ext${start}`, ...rest], 2)).toEqual(refused);
  });

  test('requests that follow each other in a packet are answered in turn', async () => {
    const several = [get(), post('GET / RTSP/1.1\r\n'), get()].join('');
    expect(await send(name, [several], 3)).toEqual(['200', '200', '200']);
    const cut = [several.slice(0, 100), several.slice(100, -50), several.slice(-50)];
    expect(await send(name, cut, 3)).toEqual(['200', '200', '200']);
    expect(upstream.seen.length).toBe(6);
    const last = head(`POST ${target} RTSP/1.1`, 'Content-Length: 0');
    expect(await send(name, [get() + get() + last], 3)).toEqual(['200', '200', '400', 'request_malformed']);
  });

  test('a method that nobody knows is answered by 501 wherever its line is cut', async () => {
    for (const line of [`FOO ${target} HTTP/1.1`, `GETS ${target} HTTP/1.1`, `get ${target} HTTP/1.0`])
      for (const pieces of cutLine(head(line)))
        expect(await send(name, pieces, 1), JSON.stringify(pieces)).toEqual(['501', 'method_unknown']);
    expect(await send(name, [`${get()}FO`, `O ${target} HTTP/1.1\r\nHost: a\r\n\r\n`], 2)).toEqual([
      '200',
      '501',
      'method_unknown',
    ]);
  });

  test.each([
    ['does not become one', ['FO', 'O /dogs\tHTTP/1.1\r\n']],
    ['is not followed by more', ['FO']],
    ['is too long', ['FO', `O /${'x'.repeat(20_000)}`]],
  ])('a line that %s is malformed', async (_why, pieces) => {
    expect(await send(name, pieces, 1)).toEqual(['400', 'request_malformed']);
  });

  test('a line that its client ends early is malformed', async () => {
    const socket = open(name);
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    socket.end('FOO /dogs');
    await eventually(() => expect(answer).toMatch(/^HTTP\/1\.1 400 /));
  });
});

test('no error is reported', () => {
  expect(Object.values(gateways).flatMap(({ faults }) => faults)).toEqual([]);
});
