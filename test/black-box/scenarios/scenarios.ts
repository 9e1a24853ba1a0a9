import { request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../eventually.ts';
import { largeBytes } from './scenario-upstream.ts';
import { accessScenarios } from './access-scenarios.ts';
import {
  callPlane,
  readAccessLog,
  openCall,
  patienceMs,
  redeclare,
  tokenOf,
  verdictOf,
  type Scenario,
  type Stage,
} from './scenario.ts';

/** An API whose production endpoint has health checks, each of which may take long. */
function checkHealth(declared: string, path: string): string {
  const api = JSON.parse(declared) as { readonly endpoints: { readonly production: object } };
  const healthCheck = { path, intervalMs: 30_000, timeoutMs: 20_000 };
  return JSON.stringify({ ...api, endpoints: { production: { ...api.endpoints.production, healthCheck } } });
}

const upstreams: readonly Scenario[] = [
  {
    name: 'a connection that breaks before a response',
    code: 'broken_connections',
    run: async (stage) => {
      const path = `/plain/v1/breaks?${stage.leaver}`;
      return verdictOf(stage, path, { token: await tokenOf(stage) });
    },
    builtIn: 200,
    envoy: 'upstream_unreachable',
  },
  {
    name: 'half of all calls that fail, but not in a row',
    code: 'circuit_breaker',
    run: async (stage) => {
      const token = await tokenOf(stage);
      const outcomes = [];
      for (const name of ['fails', 'x', 'fails', 'x', 'fails', 'x', 'fails', 'x'])
        outcomes.push(await verdictOf(stage, `/alternating/v1/${name}`, { token }));
      return outcomes;
    },
    builtIn: [503, 200, 503, 200, 503, 200, 503, 'upstream_unavailable'],
    envoy: [503, 200, 503, 200, 503, 200, 503, 200],
  },
  {
    name: 'the answer of an open circuit',
    code: 'open_circuits',
    run: async (stage) => {
      const token = await tokenOf(stage);
      for (let count = 0; count < 4; count++) await callPlane(stage, '/failing/v1/fails', { token });
      const { code, headers } = await callPlane(stage, '/failing/v1/x', { token });
      return { code, saysWhen: headers['retry-after'] !== undefined };
    },
    builtIn: { code: 'upstream_unavailable', saysWhen: true },
    envoy: { code: 'upstream_unavailable', saysWhen: false },
  },
  {
    name: 'a call while health checks find the only target unhealthy',
    code: 'unhealthy_targets',
    run: async (stage) => {
      const checked = stage.upstream.count('/ill/ill');
      await stage.upstream.requested('/ill/ill', checked + 3);
      return verdictOf(stage, '/ill/v1/x', { token: await tokenOf(stage) });
    },
    builtIn: 200,
    envoy: 'upstream_unavailable',
  },
  {
    name: 'a call of a changed endpoint whose first health check has not ended',
    code: 'new_endpoints',
    run: async (stage) => {
      const context = `moved${stage.leaver}`;
      const call = { token: await tokenOf(stage) };
      const before = await verdictOf(stage, `/${context}/v1/x`, call);
      await redeclare(stage, `apis/${context}/v1/api.yaml`, (api) => checkHealth(api, `/${context}/held`));
      const meanwhile = await verdictOf(stage, `/${context}/v1/x`, call);
      await eventually(async () => {
        stage.upstream.release();
        const verdict = await verdictOf(stage, `/${context}/v1/x`, call);
        if (verdict !== 200) throw new Error(`the endpoint is not called: ${verdict}`);
      });
      return [before, meanwhile];
    },
    builtIn: [200, 200],
    envoy: [200, 'upstream_unavailable'],
  },
  {
    name: 'a response that pauses for longer than allowed, but not for longer than its first byte',
    code: 'idle_responses',
    run: async (stage) => {
      const response = await openCall(stage, '/idle/v1/held', await tokenOf(stage));
      const ended = text(response).catch(() => 'the response is aborted');
      await Promise.race([ended, delay(patienceMs)]);
      stage.upstream.release();
      return ended;
    },
    builtIn: 'the response is aborted',
    envoy: 'one,two',
  },
  {
    name: 'a client that reads nothing of a large response for longer than allowed',
    code: 'stalled_clients',
    run: async (stage) => {
      const response = await openCall(stage, '/plain/v1/large', await tokenOf(stage));
      // The built-in data plane gives it the allowed time for each part that its system may hold.
      await delay(3 * patienceMs);
      return text(response).then(
        (body) => body.length,
        () => 'the response is aborted',
      );
    },
    builtIn: 'the response is aborted',
    envoy: largeBytes,
  },
  {
    name: 'a call that waits for the only connection for longer than allowed',
    code: 'waiting_calls',
    run: async (stage) => {
      const token = await tokenOf(stage);
      const first = await openCall(stage, '/single/v1/held', token);
      const second = verdictOf(stage, '/single/v1/x', { token });
      await Promise.race([second, delay(patienceMs)]);
      stage.upstream.release();
      return [await text(first), await second];
    },
    builtIn: ['one,two', 'upstream_overloaded'],
    envoy: ['one,two', 200],
  },
  {
    name: 'an upstream whose certificate only has a common name',
    code: 'upstream_certificates',
    run: async (stage) => verdictOf(stage, '/common/v1/x', { token: await tokenOf(stage) }),
    builtIn: 200,
    envoy: 'upstream_unreachable',
  },
  {
    name: 'a body of unknown length, whose upstream answers at its beginning',
    code: 'unsized_bodies_buffered',
    run: sendHalf,
    builtIn: 'the answer came before the end of the body',
    envoy: 'the answer came after the end of the body',
  },
];

/** Other calls are the measure of time. */
async function sendHalf(stage: Stage): Promise<string> {
  const token = await tokenOf(stage);
  const sent = openRequest(`http://127.0.0.1:${stage.plane.port}/plain/v1/early`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' },
    agent: false,
  });
  const outcome = { isAnswered: false };
  const answered = once(sent, 'response').then(([response]) => {
    outcome.isAnswered = true;
    return text(response as IncomingMessage);
  });
  sent.write('one,');
  for (let count = 0; count < 100 && !outcome.isAnswered; count++)
    await callPlane(stage, '/plain/v1/x', { token });
  const when = outcome.isAnswered ? 'before' : 'after';
  sent.end('two');
  await answered;
  return `the answer came ${when} the end of the body`;
}

const observations: readonly Scenario[] = [
  {
    name: 'the identifier of a request',
    code: 'request_id_format',
    run: async (stage) => {
      const { headers } = await callPlane(stage, '/plain/v1/x', { token: await tokenOf(stage) });
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(headers['x-request-id']));
    },
    builtIn: false,
    envoy: true,
  },
  {
    name: 'a caller that leaves its call out of the sample',
    code: 'trace_parents',
    run: async (stage) => {
      const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };
      const { body } = await callPlane(stage, '/plain/v1/traced', { token: await tokenOf(stage), headers });
      return body.slice(-2);
    },
    builtIn: '01',
    envoy: '00',
  },
  {
    name: 'a line of the access log',
    code: 'access_log_values',
    run: async (stage) => {
      const path = `/plain/v1/logged-${stage.leaver}`;
      await callPlane(stage, path, { token: await tokenOf(stage) });
      const line = await eventually(async () => {
        const [first] = await readAccessLog(stage, path);
        if (first === undefined) throw new Error('the call is not logged');
        return JSON.parse(first) as Readonly<Record<string, unknown>>;
      });
      const keys = Object.keys(line);
      return { inOrder: keys.join() === keys.toSorted().join(), keys: keys.toSorted() };
    },
    builtIn: { inOrder: false, keys: loggedKeys() },
    envoy: { inOrder: true, keys: loggedKeys() },
  },
  {
    name: 'the names of metrics',
    code: 'metric_names',
    run: async (stage) => {
      await callPlane(stage, '/plain/v1/x', { token: await tokenOf(stage) });
      const metrics = await stage.plane.readMetrics();
      return {
        own: /^gatewright_/m.test(metrics),
        ofEnvoy: /^envoy_http_downstream_rq_total/m.test(metrics),
      };
    },
    builtIn: { own: true, ofEnvoy: false },
    envoy: { own: false, ofEnvoy: true },
  },
];

function loggedKeys(): readonly string[] {
  return [
    'api',
    'application',
    'bytes',
    'client',
    'digest',
    'durationMs',
    'keySet',
    'level',
    'method',
    'operation',
    'path',
    'protocol',
    'requestId',
    'status',
    'time',
    'traceId',
    'upstream',
    'upstreamMs',
    'version',
  ];
}

/** Every difference that takes more than one exchange to show; the last ones change what the data planes serve. */
export const scenarios: readonly Scenario[] = [...upstreams, ...observations, ...accessScenarios];
