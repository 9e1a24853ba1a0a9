// @module-tag full
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { sendRaw } from '../../send-raw.ts';
import { draws } from '../../../full-run.ts';
import { documentOf, openValidated } from './validated-api.ts';

const limit: JsonObject = { type: 'number', maximum: 10 };
const parameters = [
  { name: 'X-Must', in: 'header', required: true, schema: limit },
  { name: 'limit', in: 'query', schema: limit },
  { name: 'ids', in: 'query', schema: { type: 'array', items: limit } },
  { name: 'note', in: 'query', schema: { type: 'string', maxLength: 20 } },
];
const schema = { type: 'object', required: ['size'], properties: { size: limit } };
const requestBody = { required: true, content: { 'application/json': { schema } } };
const document = documentOf('3.1.0', '/dogs', {
  get: { parameters, responses: {} },
  post: { parameters: [parameters[0] ?? {}], requestBody, responses: {} },
});

const endToEnd = [
  'Content-Type content-length Content-Encoding Transfer-Encoding Host Authorization Cookie Accept Origin',
  'Cache-Control If-Match Range API-Version Via Expect X-Forwarded-For Forwarded X-Request-Id Traceparent',
  'Content_Type',
].flatMap((names) => names.split(' '));

const json = ['Content-Type: application/json', 'Content-Length: 10'];
const body = '{"size":1}';

async function openSending() {
  const { gateway, upstream } = await openValidated(document);
  const authorization = `Authorization: Bearer ${await gateway.tokenFor('DogWalker-production')}`;
  /** The status, the code, and the relevant headers that the upstream saw. */
  const send = async (line: string, headers: readonly string[], content = '') => {
    upstream.seen.length = 0;
    const [method, path] = line.split(' ');
    const lines = [`${method} /dog_park/v1${path} HTTP/1.1`, 'Host: a', authorization, ...headers];
    const ends = headers.some((header) => /^connection:/i.test(header)) ? [] : ['Connection: close'];
    const closing = headers.map((header) => header.replace(/^(connection: )/i, '$1close, '));
    const head = [...lines.slice(0, 3), ...closing, ...ends].join('\r\n');
    const answer = await sendRaw(gateway.port, `${head}\r\n\r\n${content}`);
    const status = Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);
    const code = /"code":"(\w+)"/.exec(answer)?.[1];
    return { status, ...(code === undefined ? {} : { code }), seen: upstream.seen.slice() };
  };
  return send;
}

describe('a header that Connection names', () => {
  test('is removed before the request is checked', async () => {
    const send = await openSending();
    const missing = { status: 400, code: 'parameters_insufficient', seen: [] };
    expect(await send('GET /dogs', ['X-Must: 1', 'Connection: X-Must'])).toEqual(missing);
    expect(await send('GET /dogs', ['X-Must: 1', 'connection: te,\tx-mUST ,'])).toEqual(missing);
    const passed = await send('GET /dogs', ['X-Must: 1', 'X-Other: 2', 'Connection: X-Other, keep-alive']);
    expect(passed).toMatchObject({ status: 200, seen: [{ headers: { 'x-must': '1' } }] });
    expect(passed.seen[0]?.headers).not.toHaveProperty('x-other');
  });

  test.each(endToEnd)('is not %s, which every recipient needs', async (name) => {
    const send = await openSending();
    const headers = ['X-Must: 1', ...json, `Connection: ${name}`];
    expect(await send('POST /dogs', headers, body)).toEqual({
      status: 400,
      code: 'request_malformed',
      seen: [],
    });
  });
});

describe('a declared header in another spelling', () => {
  test.each([['X_Must: 11'], ['x_must: 1'], ['X-Must: 1', 'X_Must: 11'], ['X_MUST: 11', 'X-Must: 1']])(
    'is refused: %s',
    async (...headers) => {
      const send = await openSending();
      expect(await send('GET /dogs', headers)).toMatchObject({ status: 400, seen: [] });
    },
  );

  test.each(['Content_Type', 'Content_Encoding', 'API_Version', 'X_HTTP_Method-Override', 'X_Original-URL'])(
    'never arrives: %s',
    async (name) => {
      const send = await openSending();
      const headers = ['X-Must: 1', ...json, `${name}: text/html`, 'X_Other: 1'];
      const { status, seen } = await send('POST /dogs', headers, body);
      expect([status, seen[0]?.headers]).toEqual([200, expect.objectContaining({ x_other: '1' })]);
      expect(seen[0]?.headers).not.toHaveProperty(name.toLowerCase());
    },
  );
});

describe('a semicolon in a query', () => {
  test.each([
    'note=1;limit=9',
    'note=1;LIMIT=9',
    'note=1;lim%69t=9',
    'note=1;limit[]=9',
    'note=1;+limit=9',
    'note=1;limit',
    'note=1;x=2;limit=9',
    'limit=1;limit=9',
    'other=1;limit=9',
    'other;limit=9',
    ';limit=9',
    '+limit=9',
  ])('is refused where a declared parameter follows it: %s', async (query) => {
    const send = await openSending();
    expect(await send(`GET /dogs?${query}`, ['X-Must: 1'])).toEqual({
      status: 400,
      code: 'parameters_malformed',
      seen: [],
    });
  });

  test.each(['note=1;2', 'note=a;b=c', 'note=1%3Blimit=9', 'other=1;2&limit=9', 'note=;;'])(
    'is part of a value otherwise: %s',
    async (query) => {
      const send = await openSending();
      const { status, seen } = await send(`GET /dogs?${query}`, ['X-Must: 1']);
      expect([status, seen[0]?.url]).toEqual([200, `/dogs?${query}`]);
    },
  );
});

describe('a header that asks for another method', () => {
  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    'is refused: %s',
    async (name) => {
      const send = await openSending();
      const headers = ['X-Must: 1', ...json, `${name}: DELETE`];
      expect(await send('POST /dogs', headers, body)).toEqual({
        status: 400,
        code: 'method_overridden',
        seen: [],
      });
    },
  );
});

describe('a header that asks for another path', () => {
  test.each(['X-Original-URL', 'X-Rewrite-URL'])('is refused: %s', async (name) => {
    const send = await openSending();
    const headers = ['X-Must: 1', ...json, `${name}: /cats`];
    expect(await send('POST /dogs', headers, body)).toEqual({
      status: 400,
      code: 'path_overridden',
      seen: [],
    });
  });
});

test.each(['X-Original-URL', 'X-HTTP-Method-Override'])(
  'a header that the operation declares is passed on: %s',
  async (name) => {
    const declaring = documentOf('3.1.0', '/dogs', {
      get: { parameters: [{ name, in: 'header', schema: { type: 'string' } }], responses: {} },
    });
    const { call, upstream } = await openValidated(declaring);
    expect(await call('/dogs', { headers: { [name]: '/cats' } })).toEqual({ status: 200 });
    expect(upstream.seen[0]?.headers[name.toLowerCase()]).toBe('/cats');
  },
);

describe('a number with more digits than can be compared', () => {
  test.each([
    ['10.0000000000000000001', 400],
    ['1e400', 400],
    ['-1e400', 400],
    ['1e-400', 400],
    ['9.99999999999999999999', 400],
    ['18446744073709551617', 400],
    ['10.000000000000001', 422],
    ['11', 422],
    ['10', 200],
    ['10.00000000000000000000', 200],
    ['1e1', 200],
    ['-0', 200],
    ['-9223372036854775808', 200],
    // As JavaScript writes a double beyond 64 bits.
    ['-123456789012345680000', 200],
    ['0.10000000000000001', 200],
  ])('%s: %s', async (number, status) => {
    const send = await openSending();
    const text = `{"size":${number}}`;
    const length = ['Content-Type: application/json', `Content-Length: ${text.length}`];
    expect([
      (await send(`GET /dogs?limit=${number}`, ['X-Must: 1'])).status,
      (await send(`GET /dogs?ids=1&ids=${number}`, ['X-Must: 1'])).status,
      (await send('GET /dogs', [`X-Must: ${number}`])).status,
      (await send('POST /dogs', ['X-Must: 1', ...length], text)).status,
    ]).toEqual([status, status, status, status]);
  });
});

/** Whether a value as the upstream reads it is a number up to 10; exactly, so that rounding hides no larger number. */
function fits(text: unknown): boolean {
  const parts = /^(-?)0*(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(String(text));
  if (!parts) return false;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  if (sign === '-') return true;
  const digits = BigInt(`${whole}${fraction}` || '0');
  const shift = BigInt(exponent) - BigInt(fraction.length);
  return shift >= 0n ? digits * 10n ** shift <= 10n : digits <= 10n * 10n ** -shift;
}

test('what an upstream receives fits the document, whatever it folds and however it compares', async () => {
  const send = await openSending();
  const numbers = fc.constantFrom(
    '1',
    '10',
    '11',
    '010',
    '1e1',
    '1.5e1',
    '10.0000000000000000001',
    'x',
    '-1',
  );
  const names = fc.constantFrom('X-Must', 'x-must', 'X_Must', 'X-Other', 'x_must');
  const fields = fc.tuple(names, numbers).map(([name, value]) => `${name}: ${value}`);
  const options = fc.constantFrom(
    'Connection: X-Must',
    'Connection: X_Must, te',
    'Connection: x-other',
    'TE: trailers',
  );
  const pairs = fc.tuple(fc.constantFrom('limit', 'lim%69t', 'LIMIT', 'limit[]', 'other'), numbers);
  const queries = fc
    .array(
      fc.tuple(
        pairs.map((pair) => pair.join('=')),
        fc.constantFrom('&', '&', ';'),
      ),
      { maxLength: 3 },
    )
    .map((all) => all.flat().slice(0, -1).join(''));
  const requests = fc.tuple(fc.array(fc.oneof(fields, options), { maxLength: 4 }), queries);
  await fc.assert(
    fc.asyncProperty(requests, async ([headers, query]) => {
      const { status, seen } = await send(`GET /dogs?${query}`, headers);
      expect(seen.length).toBe(status === 200 ? 1 : 0);
      for (const { headers: received, url = '' } of seen) {
        const folded = Object.entries(received).filter(([name]) => name.replaceAll('_', '-') === 'x-must');
        expect(folded.map(([, value]) => fits(value))).toEqual([true]);
        const limits = [...new URLSearchParams(url.split('?')[1]?.replaceAll(';', '&'))].filter(([name]) =>
          /^limit(\[|$)/i.test(name),
        );
        expect(limits.every(([, value]) => fits(value))).toBe(true);
        expect(limits.length).toBeLessThan(2);
      }
    }),
    { numRuns: draws(300) },
  );
});
