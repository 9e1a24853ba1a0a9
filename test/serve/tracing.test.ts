// @module-tag full
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { full } from '../full-run.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code: number };
  readonly attributes: readonly Attribute[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly Span[];
    }[];
  }[];
}

/** A receiver of OTLP over HTTP, which records its input. */
async function openReceiver(status = 200) {
  const exports: Export[] = [];
  const server = createServer((message, response) => {
    void json(message).then((body) => {
      if (message.url === '/v1/traces') exports.push(body as Export);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const spans = () =>
    exports.flatMap((one) => one.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exports, spans };
}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

async function serve(settings: string, workers = 1) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write('gateway.config.yaml', (text) => text.replace('    gatewayUrl:', `${settings}    gatewayUrl:`));
  const gateway = await start({ root, plainHttp: true, workers });
  const token = await fetchToken(gateway.gatewayUrl);
  const call = async (headers: Record<string, string> = {}, path = '/dog_park/v1/dogs?secret=hidden') => {
    const answer = await request(`${gateway.gatewayUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  return { ...gateway, upstream, token, call };
}

function valuesOf({ attributes }: { readonly attributes: readonly Attribute[] }) {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}

describe('where calls are not traced', () => {
  test('the context of a trace passes as it is', async () => {
    const { call, upstream } = await serve('');
    const sent = { traceparent: `00-${traceId}-${parentId}-01`, tracestate: 'a=1,b=2' };
    await call(sent);
    expect(upstream.seen[0]?.headers).toMatchObject(sent);
  });
});

describe('where calls are traced', () => {
  test('each has a span, and so has asking its upstream', async () => {
    const { endpoint, exports, spans } = await openReceiver();
    // The time of a millisecond clock may be one too early.
    const before = BigInt(Date.now() - 1) * 1_000_000n;
    const { call, close, upstream, token } = await serve(
      `    tracing: { endpoint: "${endpoint}/", ratio: 1 }\n`,
    );
    expect(await call()).toBe(200);
    await close();
    const after = BigInt(Date.now()) * 1_000_000n;
    const [server, client, ...others] = spans();
    if (!server || !client) throw new Error('there are no spans');
    expect(others).toEqual([]);
    expect(server.parentSpanId).toBeUndefined();
    expect(client).toMatchObject({
      traceId: server.traceId,
      parentSpanId: server.spanId,
      name: 'GET',
      kind: 3,
    });
    expect(server).toMatchObject({ name: 'GET /dog_park/v1/dogs', kind: 2, status: { code: 0 } });
    expect(upstream.seen[0]?.headers['traceparent']).toBe(`00-${server.traceId}-${client.spanId}-01`);
    const { 'gatewright.request_id': requestId, ...attributes } = valuesOf(server);
    expect(requestId).toBe(upstream.seen[0]?.headers['x-request-id']);
    expect(attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/dog_park/v1/dogs',
      'url.path': '/dog_park/v1/dogs',
      'url.query': 'secret=REDACTED',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'client.address': '127.0.0.1',
      'gatewright.api': 'DogPark/v1',
      'gatewright.application': 'DogWalker',
    });
    expect(valuesOf(client)).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': upstream.port,
      'url.full': `${upstream.url}/dogs?secret=REDACTED`,
      'url.scheme': 'http',
    });
    const times = [server.startTimeUnixNano, client.startTimeUnixNano, server.endTimeUnixNano].map(BigInt);
    expect([before, ...times, after].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([before, ...times, after]);
    expect(valuesOf(exports[0]?.resourceSpans[0]?.resource ?? { attributes: [] })).toEqual({
      'service.name': 'gatewright',
      'deployment.environment.name': 'production',
    });
    const text = JSON.stringify(exports);
    expect(text).not.toContain('hidden');
    expect(text).not.toContain(token);
  });

  test('a refused call has a span of its own alone, with the code', full, async () => {
    const { endpoint, spans } = await openReceiver();
    const { call, close } = await serve(`    tracing: { endpoint: "${endpoint}", ratio: 1 }\n`);
    expect(await call({ authorization: '' })).toBe(403);
    await close();
    expect(spans().map(({ name, status }) => ({ name, status }))).toEqual([
      { name: 'GET', status: { code: 0 } },
    ]);
    expect(valuesOf(spans()[0] ?? { attributes: [] })).toMatchObject({
      'http.response.status_code': 403,
      'gatewright.code': 'token_missing',
    });
  });

  test('an upstream that does not answer makes both spans errors', full, async () => {
    const { endpoint, spans } = await openReceiver();
    const { call, close, upstream } = await serve(`    tracing: { endpoint: "${endpoint}", ratio: 1 }\n`);
    await upstream.close();
    expect(await call()).toBe(502);
    await close();
    expect(spans().map((span) => [span.kind, span.status.code, valuesOf(span)['error.type']])).toEqual([
      [2, 2, 'upstream_unreachable'],
      [3, 2, 'upstream_unreachable'],
    ]);
  });

  test(
    'nobody but a trusted proxy has a call sampled, and its trace goes on all the same',
    full,
    async () => {
      const { endpoint, spans } = await openReceiver();
      const { call, close, upstream } = await serve(`    tracing: { endpoint: "${endpoint}", ratio: 0 }\n`);
      await call({ traceparent: `00-${traceId}-${parentId}-01`, tracestate: 'a=1' });
      await close();
      const headers = upstream.seen[0]?.headers;
      expect(headers?.['traceparent']).toMatch(new RegExp(`^00-${traceId}-(?!${parentId})[0-9a-f]{16}-00$`));
      expect(headers?.['tracestate']).toBe('a=1');
      expect(spans()).toEqual([]);
    },
  );

  test('a trusted proxy has a call sampled, or not', full, async () => {
    const { endpoint, spans } = await openReceiver();
    const trusted = '    trustedProxies: [127.0.0.1]\n';
    const { call, close, upstream } = await serve(
      `${trusted}    tracing: { endpoint: "${endpoint}", ratio: 0.5 }\n`,
    );
    for (let index = 0; index < 8; index++) {
      await call({ traceparent: `00-${traceId}-${parentId}-00` });
      await call({ traceparent: `00-${traceId}-${parentId}-01` });
    }
    await close();
    expect(spans()).toHaveLength(16);
    const servers = spans().filter(({ kind }) => kind === 2);
    expect(new Set(servers.map((span) => `${span.traceId} ${span.parentSpanId}`))).toEqual(
      new Set([`${traceId} ${parentId}`]),
    );
    expect(upstream.seen.map(({ headers }) => String(headers['traceparent']).slice(-2))).toEqual(
      Array.from({ length: 8 }, () => ['00', '01']).flat(),
    );
  });

  test.each([
    ['is none', 'hidden'],
    ['has no trace', `00-${'0'.repeat(32)}-${parentId}-01`],
    ['is sent twice', `00-${traceId}-${parentId}-01, 00-${traceId}-${parentId}-01`],
  ])('a context that %s begins another trace, without the state', full, async (_, traceparent) => {
    const { endpoint } = await openReceiver();
    const { call, upstream } = await serve(`    tracing: { endpoint: "${endpoint}", ratio: 0 }\n`);
    await call({ traceparent, tracestate: 'a=1' });
    const { headers } = upstream.seen[0] ?? {};
    expect(headers?.['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(headers?.['traceparent']).not.toContain(traceId);
    expect(headers).not.toHaveProperty('tracestate');
  });

  test('workers send what is theirs', full, async () => {
    const { endpoint, spans } = await openReceiver();
    const { call, close } = await serve(`    tracing: { endpoint: "${endpoint}", ratio: 1 }\n`, 2);
    for (let index = 0; index < 10; index++) await call({ connection: 'close' });
    await close();
    expect(spans()).toHaveLength(20);
    expect(new Set(spans().map(({ spanId }) => spanId)).size).toBe(20);
  });

  test('a receiver that refuses is reported once, and calls go on', full, async () => {
    const { endpoint, exports } = await openReceiver(400);
    const { call, close, events } = await serve(`    tracing: { endpoint: "${endpoint}", ratio: 1 }\n`);
    expect(await call()).toBe(200);
    await close();
    expect(exports).toHaveLength(1);
    await eventually(() => expect(events.filter(({ type }) => type === 'warning')).toHaveLength(1));
    expect(events.find(({ type }) => type === 'warning')).toMatchObject({
      message: 'Spans of calls cannot be sent (Bad Request), and are dropped.',
    });
  });

  test.each([
    ['127.0.0.1:4318', 1],
    ['localhost:4318', 1],
    ['ada:hidden@traces.example.edu', 1],
    ['127.0.0.1:4318', 2],
  ])(
    'a receiver of the environment that is not a URL (%s) ends the start',
    full,
    async (receiver, workers) => {
      process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver;
      onTestFinished(() => void delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']);
      await expect(serve('', workers)).rejects.toMatchObject({
        name: 'StartupError',
        message:
          'The environment variable OTEL_EXPORTER_OTLP_ENDPOINT is not an http or https URL: write it as http://host:port.',
      });
    },
  );

  test('the environment may name the receiver', full, async () => {
    const { endpoint, spans } = await openReceiver();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = endpoint;
    onTestFinished(() => void delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']);
    const { call, close } = await serve('    tracing: { ratio: 1 }\n');
    await call();
    await close();
    expect(spans()).toHaveLength(2);
  });
});
