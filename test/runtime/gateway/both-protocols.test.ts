import fc from 'fast-check';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openGateway, type Answer, type CallInTest, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import type { RequestSeen } from '../upstream-in-test.ts';
import { draws } from '../../full-run.ts';

/** The answer that an upstream should give. */
interface Script {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly chunks: readonly string[];
  readonly isFramed: boolean;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const operations = methods.filter((method) => method !== 'HEAD').map((method) => `${method} /things/{id}`);

let script: Script;
const seen: RequestSeen[] = [];
let upstream: Http2SecureServer;
let overHttp1: GatewayInTest;
let overHttp2: GatewayInTest;
const versions = new Set<string>();

beforeAll(async () => {
  const { ca, certificate: cert, key } = await makeCertificates(['127.0.0.1'], Date.now());
  upstream = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request;
      versions.add(request.httpVersion);
      seen.push({ method, url, headers, body });
      const length = Buffer.byteLength(script.chunks.join(''));
      const framing = script.isFramed ? { 'content-length': String(length) } : {};
      response.writeHead(script.status, { ...script.headers, ...framing });
      for (const chunk of script.chunks) response.write(chunk);
      response.end();
    });
  });
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
  const open = (http2: boolean) =>
    openThings(`https://127.0.0.1:${(upstream.address() as AddressInfo).port}/base`, http2, ca);
  [overHttp1, overHttp2] = [await open(false), await open(true)];
});

afterAll(async () => {
  await overHttp1.close();
  await overHttp2.close();
  await new Promise((closed) => upstream.close(closed));
});

function openThings(target: string, http2: boolean, ca: string): Promise<GatewayInTest> {
  return openGateway(
    buildTable({
      apis: [
        defineApi({
          operations,
          endpoints: { production: { targets: [target], http2, ca: { fromEnv: 'CA' } } },
          cors: {
            allowOrigins: ['https://page.example.edu'],
            allowHeaders: [],
            exposeHeaders: [],
            maxAgeSeconds: 1,
          },
        }),
      ],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
    }),
    { secrets: { CA: ca } },
  );
}

const headerValue = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const sentHeaders = fc.dictionary(
  fc.constantFrom(
    'x-one',
    'X-Two',
    'accept',
    'cookie',
    'origin',
    'if-none-match',
    'x-forwarded-for',
    'forwarded',
    'via',
    'te',
    'x_forwarded_for',
  ),
  headerValue,
);
const several = fc.oneof(headerValue, fc.array(headerValue, { minLength: 2, maxLength: 3 }));
const answeredHeaders = fc.record(
  {
    'x-one': several,
    vary: several,
    link: several,
    'set-cookie': several,
    'cache-control': several,
    etag: headerValue,
    location: headerValue,
    'access-control-allow-origin': headerValue,
    'proxy-authenticate': headerValue,
  },
  { requiredKeys: [] },
);
const chunks = fc.array(fc.string({ minLength: 1, maxLength: 50 }), { maxLength: 4 });
const scripts: fc.Arbitrary<Script> = fc.record({
  status: fc.constantFrom(200, 201, 206, 301, 404, 409, 418, 500, 503),
  headers: answeredHeaders,
  chunks,
  isFramed: fc.boolean(),
});
const calls = fc.record({
  method: fc.constantFrom(...methods),
  headers: sentHeaders,
  body: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
  path: fc.stringMatching(/^[a-z0-9~!$&'()*+,=:@-]{1,10}(\?[a-z0-9%20=&/?]{0,10})?$/),
});

async function callThrough(gateway: GatewayInTest, path: string, call: CallInTest) {
  seen.length = 0;
  const answer = await gateway.call(`/dog_park/v1/things/${path}`, { as: 'DogWalker-production', ...call });
  return { answer: comparable(answer), seen: seen.map(comparable) };
}

/** Without headers that differ between calls, are for the next hop only, or give the length of an empty body. */
function comparable<Message extends Answer | RequestSeen>(message: Message) {
  const headers = Object.entries(message.headers)
    .filter(
      ([name, value]) =>
        !passing.has(name) && !name.startsWith(':') && !(name === 'content-length' && value === '0'),
    )
    // Several lines of a name mean the same as one (RFC 9110 section 5.3), and Node makes one of them over HTTP/2.
    .map(([name, value]) => [name, name === 'set-cookie' ? value : String(value).replaceAll(/, ?/g, ', ')]);
  return { ...message, headers: Object.fromEntries(headers) };
}

const passing: ReadonlySet<string> = new Set([
  'connection',
  'date',
  'host',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
]);

test('HTTP/1.1 and HTTP/2 pass the same on, to the upstream and to the client', async () => {
  await fc.assert(
    fc.asyncProperty(calls, scripts, async ({ path, method, headers, body }, scripted) => {
      script = scripted;
      const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
      const call = { method, headers, ...(hasBody ? { body } : {}) };
      expect(await callThrough(overHttp1, path, call)).toEqual(await callThrough(overHttp2, path, call));
      expect([overHttp1.faults, overHttp2.faults]).toEqual([[], []]);
    }),
    { numRuns: draws(200) },
  );
  expect([...versions].toSorted()).toEqual(['1.1', '2.0']);
});
