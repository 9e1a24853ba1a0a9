import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServedEndpoint } from '../../../src/runtime/gateway/served-endpoint.ts';
import { openGateway, type Answer, type CallInTest, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type RequestSeen, type UpstreamInTest } from '../upstream-in-test.ts';

/** What an upstream is told to answer with. */
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
let upstream: UpstreamInTest;
let direct: GatewayInTest;
let proxy: GatewayInTest;

beforeAll(async () => {
  upstream = await openUpstream('scripted', (request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const length = Buffer.byteLength(script.chunks.join(''));
      const framing = script.isFramed ? { 'content-length': String(length) } : {};
      response.writeHead(script.status, { ...script.headers, ...framing });
      for (const chunk of script.chunks) response.write(chunk);
      response.end();
    });
  });
  direct = await openThings();
  proxy = await openThings();
  for (const { endpoints } of proxy.serving.generation?.gateway.apis.byAddress.values() ?? [])
    (endpoints.production as { -readonly [Member in keyof ServedEndpoint]: ServedEndpoint[Member] }).isHttp2 =
      true;
});

afterAll(async () => {
  await direct.close();
  await proxy.close();
  await upstream.close();
});

function openThings(): Promise<GatewayInTest> {
  return openGateway(
    buildTable({
      apis: [
        defineApi({
          operations,
          endpoints: { production: { targets: [`${upstream.url}/base`] } },
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
const answeredHeaders = fc.dictionary(
  fc.constantFrom(
    'x-one',
    'etag',
    'vary',
    'link',
    'location',
    'set-cookie',
    'access-control-allow-origin',
    'keep-alive',
    'proxy-authenticate',
    'cache-control',
  ),
  fc.oneof(headerValue, fc.array(headerValue, { minLength: 2, maxLength: 3 })),
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

/** Without what differs from call to call, is for the next hop only, or frames a body that is empty. */
function comparable<Message extends Answer | RequestSeen>(message: Message) {
  const headers = Object.entries(message.headers).filter(
    ([name, value]) => !passing.has(name) && !(name === 'content-length' && value === '0'),
  );
  return { ...message, headers: Object.fromEntries(headers) };
}

const passing: ReadonlySet<string> = new Set([
  'connection',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
]);

test('the direct path and the proxy pass the same on, to the upstream and to the client', async () => {
  await fc.assert(
    fc.asyncProperty(calls, scripts, async ({ path, method, headers, body }, scripted) => {
      script = scripted;
      const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
      const call = { method, headers, ...(hasBody ? { body } : {}) };
      expect(await callThrough(direct, path, call)).toEqual(await callThrough(proxy, path, call));
      expect([direct.faults, proxy.faults]).toEqual([[], []]);
    }),
    { numRuns: 200 },
  );
});
