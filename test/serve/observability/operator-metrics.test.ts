import { expect, test } from 'vitest';
import type { CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import { Serving } from '#serve/served/serving.ts';
import { OperatorMetrics } from '#serve/observability/operator-metrics.ts';

const calls: CallMetrics = {
  apis: new Map(),
  rejections: new Map(),
  inFlight: 0,
  webSockets: 0,
  upstreams: [],
};

test('the totals of calls replace those that were shown before', async () => {
  const metrics = new OperatorMetrics({ serving: new Serving(), clock: () => 0 });
  const show = async (changes: Partial<CallMetrics>) => {
    metrics.setCalls({ ...calls, ...changes });
    const lines = (await metrics.registry.metrics()).split('\n');
    return lines.filter((line) => /^gatewright_(rejections|requests|websockets|upstream)_/.test(line));
  };
  const upstreams = [
    { url: 'http://a', isOpen: true, isHealthy: false },
    { url: 'http://b', isOpen: false },
    { url: 'http://c', isHealthy: true },
  ];
  const rejections = new Map([['token_missing', 2]]);
  expect(await show({ rejections, inFlight: 3, webSockets: 1, upstreams })).toEqual([
    'gatewright_rejections_total{code="token_missing"} 2',
    'gatewright_requests_in_flight 3',
    'gatewright_websockets_open 1',
    'gatewright_upstream_circuit_open{upstream="http://a"} 1',
    'gatewright_upstream_circuit_open{upstream="http://b"} 0',
    'gatewright_upstream_healthy{upstream="http://a"} 0',
    'gatewright_upstream_healthy{upstream="http://c"} 1',
  ]);
  expect(await show({ upstreams: [{ url: 'http://b', isOpen: true }] })).toEqual([
    'gatewright_requests_in_flight 0',
    'gatewright_websockets_open 0',
    'gatewright_upstream_circuit_open{upstream="http://b"} 1',
  ]);
});
