import fc from 'fast-check';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Http1Pool } from '#runtime/gateway/upstream/http1/http1-pool.ts';
import { rejectUpstreamFailure } from '#runtime/gateway/upstream/reject-upstream-failure.ts';
import { draws, isFull } from '../../../full-run.ts';
import { ask, openPool, type Told } from './asked-call.ts';
import { cut, damagedAnswers, generatedAnswers } from './generated-answers.ts';
import { onEachHead, openRawUpstream, type RawUpstream } from './raw-upstream.ts';

/** The next data of the upstream, and whether the connection ends after it. */
let pieces: readonly Buffer[] = [];
let ends = true;
let upstream: RawUpstream;
let pool: Http1Pool;

const sequel = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsequel';

beforeAll(async () => {
  upstream = await openRawUpstream((socket) => {
    onEachHead(socket, (head) => {
      if (head.includes('/sequel')) return socket.write(sequel);
      for (const piece of pieces) socket.write(piece);
      return ends && socket.end();
    });
  });
  pool = openPool(upstream.origin);
});

afterAll(async () => {
  await pool.destroy();
  await upstream.close();
});

type Fields = Readonly<Record<string, readonly string[]>>;

/** An answer as every client receives it; only a refusal if it is refused. */
interface Reading {
  readonly hints: readonly (readonly [status: number, fields: Fields])[];
  readonly status: number;
  readonly fields: Fields;
  readonly body: string;
  readonly trailers: Fields;
}

function distinct(pairs: readonly (readonly [string, string | readonly string[] | undefined])[]): Fields {
  const fields = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of pairs) (fields[name.toLowerCase()] ??= []).push(...[value ?? []].flat());
  return fields;
}

const inPairs = (raw: readonly string[]): (readonly [string, string])[] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));

function readingOf({ hints, status, fields, body, trailers, failure }: Told): Reading | 'refused' {
  if (failure !== undefined || status === undefined) return 'refused';
  return {
    hints: hints.map((hint) => [hint.status, distinct(Object.entries(hint.fields))] as const),
    status,
    fields: distinct(Object.entries(fields ?? {})),
    body,
    trailers: distinct(Object.entries(trailers ?? {})),
  };
}

/** As Node's own client does, in its strict mode. */
async function readWithNode(method: string): Promise<Reading | 'refused'> {
  const hints: (readonly [number, Fields])[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = request({ port: upstream.port, host: '127.0.0.1', method, agent: false });
  asked.on('response', resolve).on('error', reject);
  asked.on('upgrade', () => reject(new Error('upgraded')));
  asked.on('information', ({ statusCode, rawHeaders }: { statusCode: number; rawHeaders: string[] }) => {
    if (statusCode > 101) hints.push([statusCode, distinct(inPairs(rawHeaders))]);
  });
  asked.end();
  try {
    const answer = await promise;
    const body = await text(answer.setEncoding('latin1'));
    const [fields, trailers] = [distinct(inPairs(answer.rawHeaders)), distinct(inPairs(answer.rawTrailers))];
    return { hints, status: answer.statusCode ?? 0, fields, body, trailers };
  } catch {
    return 'refused';
  } finally {
    asked.destroy();
  }
}

async function readWithPool(method: string): Promise<Reading | 'refused'> {
  const call = ask(pool, { method, headersTimeout: 5000, bodyTimeout: 5000 });
  const told = await call.settled;
  expect(call.ends).toBe(1);
  if (call.error) expectKnown(call.error);
  return readingOf(told);
}

/** An error would be one of the gateway. */
function expectKnown(error: Error): void {
  const faults: unknown[] = [];
  const { code } = rejectUpstreamFailure(error, (fault) => void faults.push(fault));
  expect([faults, ['upstream_invalid', 'upstream_unreachable']]).toEqual([
    [],
    expect.arrayContaining([code]),
  ]);
}

const methods = fc.constantFrom('GET', 'HEAD');
const places = fc.array(fc.nat(), { maxLength: 3 });

test('a valid answer is read as Node reads it', async () => {
  await fc.assert(
    fc.asyncProperty(
      methods,
      generatedAnswers,
      places,
      async (method, { text: sent, endsWithConnection }, at) => {
        pieces = cut(sent, at);
        ends = endsWithConnection;
        const ours = await readWithPool(method);
        ends = true;
        expect(ours).not.toBe('refused');
        expect(ours).toEqual(await readWithNode(method));
      },
    ),
    { numRuns: draws(400) },
  );
});

/** What Node refuses and the gateway takes, since it bears on no framing. */
const differences: readonly RegExp[] = [
  // What extends a chunk ends with its line, whether or not it is one of the extensions that the grammar knows.
  /^[\da-f]+[ \t]*;/im,
  // Node takes a hint that announces the end of the connection for the last answer on it, as HTTP/1.0 always does.
  /^HTTP\/1\.1 1\d\d[^]*^Connection:[^\r]*close/im,
  /^HTTP\/1\.0 1\d\d/m,
];

/** What Node reads in another way, against RFC 9112. */
const misreadings: readonly RegExp[] = [
  // A tab around a coding is valid like a space (section 5.1), and Node does not know the coding behind or before one.
  /^Transfer-Encoding:[^\r]*\t/im,
];

describe('a damaged answer', () => {
  test('is refused, or read as Node reads it in its strict mode', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(methods, damagedAnswers, async (method, sent) => {
        pieces = cut(sent, []);
        ends = true;
        const ours = await readWithPool(method);
        if (ours === 'refused') return;
        accepted += 1;
        const theirs = await readWithNode(method);
        const explained = theirs === 'refused' ? differences : misreadings;
        if (!explained.some((each) => each.test(sent))) expect(ours).toEqual(theirs);
      }),
      { numRuns: draws(1000) },
    );
    expect(accepted).toBeGreaterThan(isFull ? 100 : 0);
  });

  test('leaves nothing behind for the next request', async () => {
    await fc.assert(
      fc.asyncProperty(methods, damagedAnswers, async (method, sent) => {
        pieces = cut(sent, []);
        ends = false;
        await ask(pool, { method, headersTimeout: 5, bodyTimeout: 5 }).settled;
        const { status, body } = await ask(pool, { path: '/sequel' }).settled;
        expect([status, body]).toEqual([200, 'sequel']);
      }),
      { numRuns: draws(400) },
    );
  });
});
