// @module-tag full
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { draws, full } from '../../full-run.ts';
import { hopByHopHeaders } from '#compiled/header-fate.ts';
import { sendRaw } from '../../runtime/send-raw.ts';
import { type RunningCommand, startCommand } from '../running-command.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { dogs } from './observed-traffic.ts';

/** What reached the service, without the headers that are for one connection. */
interface Reached {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: readonly string[];
  readonly body: string;
}

interface DrawnAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: readonly string[];
}

/** A service that answers as it is told, and keeps what reached it. */
async function openService() {
  const reached: Reached[] = [];
  let next: DrawnAnswer | ((request: IncomingMessage, response: ServerResponse) => void);
  const server = createServer((request, response) => {
    const answer = (bytes: Buffer) => {
      const { method, url, rawHeaders } = request;
      reached.push({ method, url, headers: endToEnd(rawHeaders), body: bytes.toString('latin1') });
      if (typeof next === 'function') return next(request, response);
      response.sendDate = false;
      response.writeHead(next.status, next.reason, next.headers.flat());
      for (const part of next.body) response.write(Buffer.from(part, 'latin1'));
      response.end();
    };
    // A request that its client ends early has not been seen.
    buffer(request).then(answer, () => response.destroy());
  });
  const sockets = new WebSocketServer({ server, path: '/v1/live' });
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => socket.send(`echo ${(data as Buffer).toString()}`)),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    reached,
    answerWith: (answer: typeof next) => void (next = answer),
    close: () => {
      sockets.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

const framing = new Set([...hopByHopHeaders, 'host', 'content-length']);

/** Each header with its name in lower case, sorted by name; of one name in their order. */
function endToEnd(raw: readonly string[]): readonly string[] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    String(raw[2 * index]).toLowerCase(),
    raw[2 * index + 1],
  ])
    .filter(([name]) => !framing.has(String(name)))
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}: ${value}`);
}

/** The parts of an answer that a client sees, from its bytes. */
function readAnswer(bytes: string) {
  const end = bytes.indexOf('\r\n\r\n');
  const [status = '', ...lines] = bytes.slice(0, end).split('\r\n');
  const raw = lines.flatMap((line) => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  const isChunked = /^transfer-encoding: chunked/im.test(bytes.slice(0, end));
  const body = bytes.slice(end + 4);
  return { status, headers: endToEnd(raw), body: isChunked ? withoutChunks(body) : body };
}

function withoutChunks(body: string): string {
  let [rest, joined] = [body, ''];
  for (let length = parseInt(rest, 16); length > 0; length = parseInt(rest, 16)) {
    const start = rest.indexOf('\r\n') + 2;
    joined += rest.slice(start, start + length);
    rest = rest.slice(start + length + 2);
  }
  return joined;
}

let folder: TemporaryFolder;
let service: Awaited<ReturnType<typeof openService>>;

/** Starts the command before the service, with its own end. */
async function observe(words: readonly string[], path = '/v1') {
  const upstream = `http://127.0.0.1:${service.port}${path}`;
  const command = startCommand(folder.path, [
    'observe',
    '--upstream',
    upstream,
    '--port',
    '0',
    ...words,
    'openapi.yaml',
  ]);
  await command.until('Ctrl+C prints the report.\n');
  const port = Number(/http:\/\/127\.0\.0\.1:(\d+) on to/.exec(command.written())?.[1]);
  return { command, port, url: `http://127.0.0.1:${port}` };
}

async function reportOf(command: RunningCommand): Promise<string> {
  command.signal('SIGINT');
  await command.ended;
  return command.written().replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
}

beforeAll(async () => {
  folder = await temporaryFolder({ 'openapi.yaml': dogs });
  service = await openService();
});

afterAll(async () => {
  service.close();
  await folder[Symbol.asyncDispose]();
});

const token = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/);
const text = fc.stringMatching(/^[\x21-\x7e\xa1-\xff]([\x20-\x7e\xa1-\xff]{0,20}[\x21-\x7e\xa1-\xff])?$/);
const drawnHeaders = fc
  .array(
    fc.tuple(
      fc.oneof(
        token,
        fc.constantFrom(
          'Accept-Encoding',
          'Content-Type',
          'X-Forwarded-For',
          'Via',
          'Cookie',
          'Authorization',
        ),
      ),
      text,
    ),
    { maxLength: 6 },
  )
  .map((headers) =>
    headers.filter(
      ([name]) => !framing.has(name.toLowerCase()) && !/^(expect|set-cookie|date|trailer)$/i.test(name),
    ),
  );
const bytes = fc.array(
  fc.uint8Array({ minLength: 1, maxLength: 60 }).map((drawn) => Buffer.from(drawn).toString('latin1')),
  { maxLength: 3 },
);
const path = fc.stringMatching(/^\/([\x21-\x7e]{0,30})$/).filter((drawn) => !drawn.includes('#'));

const drawnRequest = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
  target: path,
  headers: drawnHeaders,
  body: bytes,
  isChunked: fc.boolean(),
});

const drawnAnswer: fc.Arbitrary<DrawnAnswer> = fc.record({
  status: fc.constantFrom(200, 201, 204, 206, 301, 304, 400, 401, 404, 418, 429, 500, 503, 599),
  reason: fc.stringMatching(/^[A-Za-z ]{1,12}$/),
  headers: fc
    .tuple(drawnHeaders, fc.array(fc.constant(['Set-Cookie', 'a=1'] as const), { maxLength: 2 }))
    .map(([one, other]) => [...one, ...other]),
  body: bytes,
});

describe('gatewright observe --upstream', () => {
  test('passes everything on as it is', async () => {
    const { port, command } = await observe([]);
    await fc.assert(
      fc.asyncProperty(
        drawnRequest,
        drawnAnswer,
        async ({ method, target, headers, body, isChunked }, answer) => {
          service.answerWith(answer);
          const whole = body.join('');
          const frame = isChunked
            ? ['Transfer-Encoding: chunked']
            : whole === ''
              ? []
              : [`Content-Length: ${whole.length}`];
          const sent = isChunked
            ? `${body.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`
            : whole;
          const request = (at: string, prefix: string) =>
            `${[`${method} ${prefix}${target} HTTP/1.1`, `Host: ${at}`, ...headers.map(([name, value]) => `${name}: ${value}`), ...frame, 'Connection: close', '', ''].join('\r\n')}${sent}`;
          const exchange = async (to: number, prefix: string) => {
            service.reached.length = 0;
            const received = await latin1(to, request(`127.0.0.1:${to}`, prefix));
            return { reached: [...service.reached], answer: readAnswer(received) };
          };
          const direct = await exchange(service.port, '/v1');
          expect(await exchange(port, '')).toEqual(direct);
        },
      ),
      { numRuns: draws(600) },
    );
    command.signal('SIGTERM');
    expect(await command.ended).toBe(3);
  }, 300_000);

  test('reports while it runs and at its end, and shows no value', async () => {
    const { url, command } = await observe([]);
    service.answerWith((_, response) => {
      const body = gzipSync(JSON.stringify([{ name: 'hunter2', chip: 'hunter2', tags: { hunter2: 1 } }]));
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
    });
    await fetch(`${url}/dogs?kind=hunter2&limit=hunter2`);
    await command.until('/*/tags/*');
    await fetch(`${url}/v1/dogs?kind=hunter2`);
    await fetch(`${url}/hunter2/secret`);
    await command.until('undeclared operation');
    service.answerWith(
      (_, response) =>
        void response.writeHead(200, { 'content-length': 9 }).write('a', () => response.destroy()),
    );
    await expect(fetch(`${url}/kennels`).then((answer) => answer.text())).rejects.toThrow();
    // The call before is counted by then.
    service.answerWith((_, response) => void response.writeHead(503, { 'retry-after': '0' }).end());
    expect((await fetch(`${url}/kennels`)).status).toBe(503);
    await command.until('The status 503 is not declared.');
    const written = await reportOf(command);
    expect(written).not.toContain('hunter2');
    await expect(written).toMatchFileSnapshot('reports/live.txt');
    expect(await command.ended).toBe(3);
  });

  test('streams, with trailers, and inspects no body that is large', full, async () => {
    const { url, command, port } = await observe(['--calls', '3', '--format', 'json']);
    let finish: () => void = () => undefined;
    service.answerWith((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', trailer: 'x-sum' }).write('data: 1\n\n');
      finish = () => {
        response.addTrailers({ 'x-sum': '7' });
        response.end('data: 2\n\n');
      };
    });
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.write('GET /kennels HTTP/1.1\r\nHost: a\r\nTE: trailers\r\nConnection: close\r\n\r\n');
    let received = '';
    for await (const part of socket) {
      received += String(part);
      if (received.includes('data: 1')) finish();
    }
    expect(received).toMatch(/data: 1\n\n[^]*data: 2\n\n\r\n0\r\nx-sum: 7\r\n\r\n$/);
    const large = 'x'.repeat(3 * 1024 * 1024);
    service.answerWith(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(large),
    );
    const answer = await fetch(`${url}/dogs`, {
      method: 'POST',
      body: large,
      headers: { 'content-type': 'application/json' },
    });
    expect((await answer.text()) === large && service.reached.at(-1)?.body === large).toBe(true);
    // A small body that would become a large one.
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    service.answerWith(
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(bomb),
    );
    await (await fetch(`${url}/dogs/1`)).arrayBuffer();
    expect(await command.ended).toBe(3);
    const report: unknown = JSON.parse(command.written().slice(command.written().indexOf('{\n')));
    expect(report).toMatchObject({ calls: { total: 3, uninspected: 2, unanswered: 0 } });
  });

  test('answers 504 for a slow service and 502 for a dead one', full, async () => {
    const { url, command } = await observe(['--timeout-seconds', '1']);
    service.answerWith(() => undefined);
    const slow = await fetch(`${url}/kennels`);
    expect({ status: slow.status, body: await slow.json() }).toEqual({
      status: 504,
      body: { error: 'The upstream did not answer in time.' },
    });
    service.answerWith((request) => request.socket.destroy());
    const dead = await fetch(`${url}/kennels`, { method: 'POST', body: 'a' });
    expect({ status: dead.status, body: await dead.json() }).toEqual({
      status: 502,
      body: { error: 'The upstream cannot be reached.' },
    });
    expect(await reportOf(command)).toContain('2 calls without an answer.\n');
  });

  test('passes WebSockets on, and says so', async () => {
    const { port, command } = await observe([]);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live`);
    const answer = await new Promise<string>((resolve, reject) => {
      socket
        .on('open', () => socket.send('hunter2'))
        .on('message', (data) => resolve((data as Buffer).toString()))
        .on('error', reject);
    });
    expect(answer).toBe('echo hunter2');
    socket.terminate();
    const refused = new WebSocket(`ws://127.0.0.1:${port}/elsewhere`);
    await new Promise<void>((failed) => refused.on('error', () => failed()));
    expect(await reportOf(command)).toContain('2 WebSockets, passed on and not compared.\n');
  });

  test('survives what no client should send', full, async () => {
    const { port, command } = await observe([]);
    service.answerWith((_, response) => void response.end());
    for (const odd of [
      '\0\0\r\n\r\n',
      'GET\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      'GET http://other.example.edu/dogs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      'POST /dogs HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      'GET /dogs?%zz=%&%&=;=& HTTP/1.1\r\nHost: a\r\nContent-Type: \x01\r\nConnection: close\r\n\r\n',
    ])
      await sendRaw(port, odd).catch(() => undefined);
    const gone = connect(port, '127.0.0.1');
    gone.write('POST /dogs HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nabc', () => gone.destroy());
    expect((await fetch(`http://127.0.0.1:${port}/kennels`)).status).toBe(200);
    expect(await reportOf(command)).toMatch(/Compared \d+ calls? with openapi\.yaml/);
    expect(await command.ended).toBe(3);
  });
});

async function latin1(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(Buffer.from(request, 'latin1'));
  return (await buffer(socket)).toString('latin1');
}
