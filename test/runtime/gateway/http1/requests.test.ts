import { once } from 'node:events';
import fc from 'fast-check';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Http1Pool } from '#runtime/gateway/upstream/http1/http1-pool.ts';
import { draws } from '../../../full-run.ts';
import { ask, openPool } from './asked-call.ts';

/** A request as a server reads it. */
interface Read {
  readonly method: string;
  readonly url: string;
  readonly fields: readonly string[];
  readonly body: string;
}

/** Those that were read to their end, by their number. */
const read = new Map<string, Read>();
/** How many were not requests, or had no number. */
let malformed = 0;
const server = createServer((request, response) => void receive(request, response));
let pool: Http1Pool;
let origin: string;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const number = String(request.headers['x-number'] ?? '');
  if (number === '') malformed += 1;
  try {
    const body = await text(request.setEncoding('latin1'));
    const { method = '', url = '', rawHeaders } = request;
    read.set(number, { method, url, fields: rawHeaders, body });
    response.end(number);
  } catch {
    // No one waits for the answer.
  }
}

beforeAll(async () => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code?.startsWith('HPE_') && error.code !== 'HPE_INVALID_EOF_STATE') malformed += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pool = openPool(origin, 2);
});

afterAll(async () => {
  await pool.destroy();
  server.close();
  server.closeAllConnections();
});

const octets = fc.string({ unit: fc.constantFrom('\r', '\n', '0', 'G', '\0', 'a', '\xff'), maxLength: 30 });
const pieces = fc.array(fc.oneof(octets, fc.constant('')), { maxLength: 6 });

/** A body in pieces, between which time passes if it is slow. */
type Body =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'whole' | 'announced' | 'in chunks';
      readonly pieces: readonly string[];
      readonly isSlow: boolean;
    };

const bodies: fc.Arbitrary<Body> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  fc.record({
    kind: fc.constantFrom('whole' as const, 'announced' as const, 'in chunks' as const),
    pieces,
    isSlow: fc.boolean(),
  }),
);

const requests = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  path: fc.string({ unit: fc.constantFrom(...'/?=&%20aA~:;'), maxLength: 20 }).map((path) => `/${path}`),
  fields: fc.array(
    fc.tuple(
      fc
        .string({ unit: fc.constantFrom(..."!#'*az09-_"), minLength: 1, maxLength: 8 })
        .map((name) => `x${name}`),
      fc.string({ unit: fc.constantFrom(...' \t,;:aZ"\xe9'), maxLength: 10 }).map((value) => value.trim()),
    ),
    { maxLength: 4 },
  ),
  body: bodies,
  /** Whether its body breaks off before its end. */
  isLost: fc.boolean(),
});

type Meant = typeof requests extends fc.Arbitrary<infer T> ? T : never;

let asked = 0;

async function* slowly(texts: readonly string[], isSlow: boolean, isLost: boolean) {
  for (const each of texts) {
    yield Buffer.from(each, 'latin1');
    if (isSlow) await turn();
  }
  if (isLost) throw new Error('the client is gone');
}

const wholeOf = (body: Body) => (body.kind === 'none' ? '' : body.pieces.join(''));

function optionsOf({ method, path, fields, body, isLost }: Meant, number: string) {
  const headers = ['host', 'a.example', 'x-number', number, ...fields.flat()];
  const options: Partial<Dispatcher.DispatchOptions> = { method, path, headers };
  if (body.kind === 'announced') headers.push('content-length', String(wholeOf(body).length));
  if (body.kind === 'whole') options.body = Buffer.from(wholeOf(body), 'latin1');
  else if (body.kind !== 'none')
    options.body = Readable.from(slowly(body.pieces, body.isSlow, isLost), { objectMode: false });
  return options;
}

/** The field that gives a server the body's length. */
function framingOf({ method, body }: Meant): readonly string[] {
  const { length } = wholeOf(body);
  if (body.kind === 'in chunks') return ['transfer-encoding', 'chunked'];
  return length > 0 || method.startsWith('P') ? ['content-length', String(length)] : [];
}

async function checkOne(meant: Meant): Promise<void> {
  const number = String((asked += 1));
  const call = ask(pool, optionsOf(meant, number));
  const { failure, body } = await call.settled;
  const { kind } = meant.body;
  const isBroken =
    meant.isLost && (kind === 'in chunks' || (kind === 'announced' && wholeOf(meant.body) !== ''));
  // Nothing is missing of an announced body that is lost behind its last octet.
  if (isBroken && kind === 'in chunks') expect([failure, read.has(number)]).toEqual(['Error', false]);
  if (isBroken) return expect(read.get(number)?.body ?? wholeOf(meant.body)).toBe(wholeOf(meant.body));
  expect([failure, body]).toEqual([undefined, meant.method === 'HEAD' ? '' : number]);
  const { fields = [], ...rest } = read.get(number) ?? {};
  expect(rest).toEqual({ method: meant.method, url: meant.path, body: wholeOf(meant.body) });
  const [, , , option, ...others] = fields;
  expect(['keep-alive', 'close']).toContain(option);
  expect([fields[0], fields[1], fields[2], others]).toEqual([
    'host',
    'a.example',
    'connection',
    ['x-number', number, ...meant.fields.flat(), ...framingOf(meant)],
  ]);
}

test('requests are read as they were meant, several at a time on the same connections', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 6 }), async (meant) => {
      await Promise.all(meant.map(checkOne));
    }),
    { numRuns: draws(300) },
  );
  expect([malformed, pool.queued]).toEqual([0, 0]);
});

const stream = (...texts: readonly string[]) => Readable.from(texts.map((each) => Buffer.from(each)));
const lost = new Readable({ read: () => undefined }).destroy();

describe('is sent nothing of', () => {
  const host = ['host', 'a.example'];

  test.each([
    ['a line end in the path', { path: '/ HTTP/1.1\r\nHost: b\r\n\r\nGET /' }, 'UND_ERR_INVALID_ARG'],
    ['a blank in the path', { path: '/a b' }, 'UND_ERR_INVALID_ARG'],
    ['a character beyond latin1 in the path', { path: '/\u010d\u010a' }, 'UND_ERR_INVALID_ARG'],
    ['a path without a slash', { path: 'a' }, 'UND_ERR_INVALID_ARG'],
    ['no path', { path: '' }, 'UND_ERR_INVALID_ARG'],
    ['a line end in the method', { method: 'GET / HTTP/1.1\r\n' }, 'UND_ERR_INVALID_ARG'],
    ['a line end in a value', { headers: [...host, 'x', 'a\r\nb: c'] }, 'UND_ERR_INVALID_ARG'],
    ['a line feed in a value', { headers: [...host, 'x', 'a\nb: c'] }, 'UND_ERR_INVALID_ARG'],
    [
      'a character that is cut to a line feed',
      { headers: [...host, 'x', 'a\u010ab: c'] },
      'UND_ERR_INVALID_ARG',
    ],
    ['a NUL in a value', { headers: [...host, 'x', 'a\0'] }, 'UND_ERR_INVALID_ARG'],
    ['a colon in a name', { headers: [...host, 'x:y', 'a'] }, 'UND_ERR_INVALID_ARG'],
    ['an empty name', { headers: [...host, '', 'a'] }, 'UND_ERR_INVALID_ARG'],
    ['two hosts', { headers: [...host, 'host', 'b'] }, 'UND_ERR_INVALID_ARG'],
    ['two hosts in two spellings', { headers: [...host, 'Host', 'b'] }, 'UND_ERR_INVALID_ARG'],
    ['a length in another spelling', { headers: [...host, 'Content-Length', '5'] }, 'UND_ERR_INVALID_ARG'],
    ['a coding', { headers: [...host, 'transfer-encoding', 'chunked'] }, 'UND_ERR_INVALID_ARG'],
    ['a connection', { headers: [...host, 'connection', 'close'] }, 'UND_ERR_INVALID_ARG'],
    ['an expectation', { headers: [...host, 'expect', '100-continue'] }, 'UND_ERR_INVALID_ARG'],
    ['an upgrade to two lines', { upgrade: 'a\r\nb: c' }, 'UND_ERR_INVALID_ARG'],
    [
      'a length that is none',
      { headers: [...host, 'content-length', '1x'], body: stream('a') },
      'UND_ERR_INVALID_ARG',
    ],
    [
      'a length with a sign',
      { headers: [...host, 'content-length', '+1'], body: stream('a') },
      'UND_ERR_INVALID_ARG',
    ],
    ['a body that is gone', { body: lost }, 'UND_ERR_ABORTED'],
  ])('%s', async (_what, options, failure) => {
    const call = ask(pool, { method: 'POST', headers: host, ...options });
    expect((await call.settled).failure).toBe(failure);
    // Its connection is good for the next one.
    expect((await ask(pool, { headers: [...host, 'x-number', 'next'] }).settled).body).toBe('next');
    expect(malformed).toBe(0);
  });
});

test.each([
  ['more', '2'],
  ['fewer', '9'],
])('a body of %s octets than were announced is not taken for another one', async (_what, announced) => {
  const headers = ['host', 'a', 'x-number', `announced ${announced}`, 'content-length', announced];
  const call = ask(pool, { method: 'POST', headers, body: stream('abc', 'def') });
  expect((await call.settled).failure).toBe('UND_ERR_REQ_CONTENT_LENGTH_MISMATCH');
  expect((await ask(pool, { headers: ['host', 'a', 'x-number', 'after'] }).settled).body).toBe('after');
  expect([read.has(`announced ${announced}`), malformed]).toEqual([false, 0]);
});

test('headers by name are sent, behind the host of the upstream', async () => {
  await ask(pool, { headers: { 'x-number': 'by name', accept: 'a' } }).settled;
  expect(read.get('by name')?.fields).toEqual([
    'host',
    new URL(origin).host,
    'connection',
    'keep-alive',
    'x-number',
    'by name',
    'accept',
    'a',
  ]);
});
