// @module-tag full
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exportTracing } from '#export/envoy/observability/tracing.ts';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../../runtime/upstream-in-test.ts';
import { serveEndpoint } from '../clusters-in-test.ts';
import { hasEnvoy, whyNoEnvoy } from '../envoy-in-test.ts';

const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** A receiver of OTLP over HTTP; what it gets is in binary, and texts are legible in it. */
async function openReceiver() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push(`${request.method} ${request.url} ${body.toString('latin1')}`);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

describe('the export of tracing', () => {
  test('is empty if calls are not traced', () => {
    expect(exportTracing(undefined, authorities)).toEqual({ clusters: [], refusals: [] });
  });

  test('refuses a receiver that only the environment names', () => {
    expect(exportTracing({ ratio: 1 }, authorities)).toMatchObject({
      clusters: [],
      refusals: [{ deviation: 'tracing_endpoint', subject: 'Gateway tracing' }],
    });
  });

  test.skipIf(!hasEnvoy)(`sends spans by OTLP${whyNoEnvoy}`, async () => {
    const { url, received } = await openReceiver();
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const { tracing = {}, clusters } = exportTracing({ endpoint: `${url}/otlp`, ratio: 1 }, authorities);
    const { call, entries } = await serveEndpoint(
      { targets: [upstream.url] },
      { tracing, otherClusters: clusters },
    );
    await call('/dogs', { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } });
    await eventually(() => expect(received.join()).toContain('POST /otlp/v1/traces'));
    expect(received.join()).toContain('gatewright');
    const [{ traceId } = {}] = await entries(1);
    expect(upstream.seen[0]?.headers['traceparent']).toContain(String(traceId));
  });

  test.skipIf(!hasEnvoy)(`sends no spans of calls that are not sampled${whyNoEnvoy}`, async () => {
    const { url, received } = await openReceiver();
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const { tracing = {}, clusters } = exportTracing({ endpoint: url, ratio: 0 }, authorities);
    const { call, admin } = await serveEndpoint(
      { targets: [upstream.url] },
      { tracing, otherClusters: clusters },
    );
    await call('/dogs', { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` } });
    await call();
    expect(await admin('/stats?filter=tracing.opentelemetry.spans_sent')).toBe(
      'tracing.opentelemetry.spans_sent: 0\n',
    );
    expect(received).toEqual([]);
    expect(upstream.seen.map(({ headers }) => String(headers['traceparent']).slice(-2))).toEqual([
      '00',
      '00',
    ]);
  });
});
