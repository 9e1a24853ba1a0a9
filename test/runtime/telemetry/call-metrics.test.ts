import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  count,
  emptyCounters,
  readRequestKey,
  requestKey,
  type CallMetrics,
  addDuration,
  durationBounds,
  noDurations,
  countedBy,
  mergeCallMetrics,
  onlyServed,
} from '#runtime/telemetry/call-metrics.ts';
import { quoteLabel, renderApiMetrics } from '#runtime/telemetry/render-api-metrics.ts';

const call = fc.record({
  api: fc.constantFrom('A', 'B', 'C'),
  method: fc.constantFrom('GET', 'POST', 'PURGE'),
  status: fc.integer({ min: 100, max: 599 }),
  // Sums of quarters are exact in any order.
  ms: fc.integer({ min: 0, max: 200 }).map((quarters) => quarters * 250),
  address: fc.option(fc.constantFrom('/old', "/a'b")),
  code: fc.option(fc.constantFrom('token_missing', 'rate_limited')),
});

type Drawn = typeof call extends fc.Arbitrary<infer Value> ? Value : never;
type CallInTest = Omit<Drawn, 'address'> & Partial<Pick<Drawn, 'address'>>;

function counters(calls: readonly CallInTest[]): CallMetrics {
  const metrics: CallMetrics = {
    apis: new Map(),
    rejections: new Map(),
    inFlight: 1,
    webSockets: 0,
    upstreams: [],
  };
  for (const { api, method, status, ms, code, address } of calls) {
    const into = metrics.apis.get(api) ?? emptyCounters(api, 'v1');
    metrics.apis.set(api, into);
    count(into.requests, requestKey(method, status));
    addDuration(into.durations, ms);
    if (typeof address === 'string') count(into.addresses, address);
    if (code) count(metrics.rejections, code);
  }
  return metrics;
}

async function render(apis: CallMetrics['apis']): Promise<string> {
  let text = '';
  for await (const piece of renderApiMetrics(apis)) text += piece;
  return text;
}

const linesOf = async (apis: CallMetrics['apis']) => new Set((await render(apis)).split('\n'));

describe('figures', () => {
  test('of several threads are those that one would have', async () => {
    const laws = fc.asyncProperty(
      fc.array(fc.array(call, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      async (threads) => {
        const { apis, ...merged } = mergeCallMetrics(threads.map(counters));
        const { apis: apisAlone, ...alone } = counters(threads.flat());
        expect(merged).toEqual({ ...alone, inFlight: threads.length });
        expect(await linesOf(apis)).toEqual(await linesOf(apisAlone));
      },
    );
    await fc.assert(laws, { numRuns: 50 });
  });

  test('that are merged leave those that they were merged from as they were', () => {
    const one = counters([{ api: 'A', method: 'GET', status: 200, ms: 5, code: null }]);
    const before = structuredClone(one);
    mergeCallMetrics([one, one]);
    expect(one).toEqual(before);
  });

  test('of an exited thread count nothing as open', () => {
    const gone = countedBy({
      ...counters([]),
      webSockets: 3,
      upstreams: [{ url: 'http://a', isOpen: true }],
    });
    expect([gone.inFlight, gone.webSockets, gone.upstreams]).toEqual([0, 0, []]);
  });

  test('of removed APIs can be left out, those of calls for no API stay', () => {
    const a = { api: 'A', method: 'GET', status: 200, ms: 5, code: 'rate_limited' } as const;
    const metrics = counters([a, { ...a, api: 'B' }]);
    metrics.apis.set('', emptyCounters('unknown', 'unknown'));
    const left = onlyServed(metrics, (name) => name === 'B');
    expect([[...left.apis.keys()], left.rejections]).toEqual([['B', ''], metrics.rejections]);
    expect([...metrics.apis.keys()]).toEqual(['A', 'B', '']);
  });

  test('name an upstream once, in its worst state', () => {
    const at = (...upstreams: CallMetrics['upstreams']) => ({ ...counters([]), upstreams });
    const merged = mergeCallMetrics([
      at(
        { url: 'http://a', isOpen: true },
        { url: 'http://a', isHealthy: true },
        { url: 'http://b', isHealthy: true },
      ),
      at(
        { url: 'http://a', isOpen: false, isHealthy: false },
        { url: 'http://b', isOpen: false, isHealthy: true },
      ),
    ]);
    expect(merged.upstreams).toEqual([
      { url: 'http://a', isOpen: true, isHealthy: false },
      { url: 'http://b', isOpen: false, isHealthy: true },
    ]);
  });

  test('know of methods and statuses, and of no method that a client makes up', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 100, max: 599 }), (method, status) => {
        const read = readRequestKey(requestKey(method, status));
        expect(read.status).toBe(status);
        expect(['other', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).toContain(read.method);
      }),
    );
    expect(readRequestKey(requestKey('PATCH', 204))).toEqual({ method: 'PATCH', status: 204 });
  });

  test('put a duration below the first bound that it does not exceed', () => {
    for (const [index, bound] of durationBounds.entries()) {
      const durations = noDurations();
      addDuration(durations, bound * 1000);
      addDuration(durations, bound * 1000 + 0.001);
      expect([durations[index], durations[index + 1]]).toEqual([1, 1]);
    }
  });

  test('quote labels so that none ends early', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const quoted = quoteLabel(value);
        expect(quoted).toMatch(/^"(?:[^"\\\n]|\\[\\"n])*"$/);
        const back = quoted.slice(1, -1).replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));
        expect(back).toBe(value);
      }),
    );
  });
});
