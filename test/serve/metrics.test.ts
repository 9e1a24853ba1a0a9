// @module-tag full
import { X509Certificate } from 'node:crypto';
import { readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { eventually } from '../eventually.ts';
import { rawGet, sendRaw } from '../runtime/send-raw.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { full } from '../full-run.ts';
import { fetchToken, start, writeSources, type StartChanges } from './running-gateway.ts';

async function serve(changes: Partial<StartChanges> = {}) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const sources = await writeSources(upstream.url);
  const gateway = await start({ root: sources.root, plainHttp: true, ...changes });
  const call = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await request(`${gateway.gatewayUrl}${path}`, { method: method as 'GET', headers });
    await answer.body.dump();
    return answer.statusCode;
  };
  const metrics = () => readMetrics(gateway.adminUrl);
  return { ...sources, ...gateway, upstream, call, metrics };
}

async function readMetrics(adminUrl: string): Promise<string> {
  const answer = await request(`${adminUrl}/metrics`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return answer.body.text();
}

/** The lines of our own metrics, without comments, measured values, digests, and what is reported every few seconds. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('gatewright_') && !/_(bucket|sum)[{ ]/.test(line))
    .filter((line) => !line.startsWith('gatewright_application_'))
    .map((line) =>
      line
        .replace(/(_timestamp_seconds(?:\{[^}]*\})?) \d{10}[\d.]*$/, '$1 then')
        .replace(/sha256:\w+/, 'DIGEST'),
    );
}

test('a sequence of calls and what became of them', async () => {
  const { call, metrics, gatewayUrl, write, sees } = await serve();
  const token = await fetchToken(gatewayUrl);
  const authorization = `Bearer ${token}`;
  expect(await call('/dog_park/v1/dogs', { authorization })).toBe(200);
  expect(await call('/dog_park/v1/dogs?size=big', { authorization })).toBe(200);
  expect(await call('/dog_park/v1/dogs', { authorization }, 'HEAD')).toBe(200);
  expect(await call('/dog_park/v1/dogs')).toBe(403);
  expect(await call('/dog_park/v1/cats', { authorization })).toBe(404);
  expect(await call('/dog_park/v1/dogs', { authorization }, 'PURGE')).toBe(405);
  expect(await call('/made_up/by/a/client')).toBe(404);
  await write('apis/dog_park/v1/openapi.yaml', () => 'openapi: [');
  await sees('reload-failed');
  await write('apis/dog_park/v1/openapi.yaml');
  await sees('reloaded');
  const lines = await eventually(async () => {
    const found = linesOf(await metrics());
    expect(found).toContain('gatewright_reload_duration_seconds_count 2');
    return found;
  });
  expect(lines).toEqual([
    'gatewright_requests_total{api="DogPark",version="v1",method="GET",status="200"} 2',
    'gatewright_requests_total{api="DogPark",version="v1",method="HEAD",status="200"} 1',
    'gatewright_requests_total{api="DogPark",version="v1",method="GET",status="403"} 1',
    'gatewright_requests_total{api="DogPark",version="v1",method="GET",status="404"} 1',
    'gatewright_requests_total{api="DogPark",version="v1",method="other",status="405"} 1',
    'gatewright_requests_total{api="unknown",version="unknown",method="GET",status="404"} 1',
    'gatewright_request_duration_seconds_count{api="DogPark",version="v1"} 6',
    'gatewright_request_duration_seconds_count{api="unknown",version="unknown"} 1',
    'gatewright_upstream_duration_seconds_count{api="DogPark",version="v1"} 3',
    'gatewright_reloads_total{result="failure"} 1',
    'gatewright_reloads_total{result="success"} 1',
    'gatewright_reload_duration_seconds_count 2',
    'gatewright_last_reload_success_timestamp_seconds then',
    'gatewright_last_reload_failure_timestamp_seconds then',
    'gatewright_tokens_issued_total{grant_type="client_credentials"} 1',
    'gatewright_rejections_total{code="token_missing"} 1',
    'gatewright_rejections_total{code="resource_unknown"} 1',
    'gatewright_rejections_total{code="method_not_allowed"} 1',
    'gatewright_rejections_total{code="api_unknown"} 1',
    'gatewright_requests_in_flight 0',
    'gatewright_websockets_open 0',
    'gatewright_generation_info{digest="DIGEST",commit=""} 1',
    'gatewright_generation_loaded_timestamp_seconds then',
    'gatewright_apis 1',
    'gatewright_workers 1',
    'gatewright_sources_broken 0',
    'gatewright_held_back 0',
    'gatewright_signing_key_written_timestamp_seconds{key="signing-key.pem"} then',
  ]);
});

async function expectRefusalsAreCounted(workers: number) {
  const { gatewayUrl, metrics } = await serve({ workers });
  const port = Number(new URL(gatewayUrl).port);
  await sendRaw(port, 'hello\r\n\r\n');
  await sendRaw(port, rawGet('/a/b', 'Host: other.example.edu'));
  await sendRaw(port, rawGet('/', `X-Long: ${'x'.repeat(20_000)}`));
  const lines = linesOf(await metrics()).filter((line) => /^gatewright_re(jections|quests)_/.test(line));
  expect(lines.toSorted()).toEqual([
    'gatewright_rejections_total{code="headers_too_large"} 1',
    'gatewright_rejections_total{code="request_malformed"} 2',
    'gatewright_requests_in_flight 0',
  ]);
}

test('what is refused before it is a call is counted', full, () => expectRefusalsAreCounted(1));

test('what is refused before it is a call is counted in several threads', full, () =>
  expectRefusalsAreCounted(2),
);

test('calls of applications are counted by API and outcome', full, async () => {
  const { call, metrics, gatewayUrl } = await serve();
  const authorization = `Bearer ${await fetchToken(gatewayUrl)}`;
  await call('/dog_park/v1/dogs', { authorization });
  await call('/dog_park/v1/dogs', { authorization });
  await call('/dog_park/v1/cats', { authorization });
  await call('/made_up', { authorization });
  const subject = 'application="DogWalker",api="DogPark",version="v1",key_set="production"';
  await eventually(async () => {
    const text = await metrics();
    expect(text.match(/^gatewright_application_.+$/gm)).toEqual([
      `gatewright_application_requests_total{${subject},outcome="2xx"} 2`,
      `gatewright_application_requests_total{${subject},outcome="rejected"} 1`,
    ]);
  });
});

test('the expiry of the certificate is known, and when the signing key was written', full, async () => {
  const { root, write } = await writeSources();
  await write('gateway.config.yaml');
  const stateFolder = join(root, '.gatewright');
  const gateway = await start({ root });
  const text = await readMetrics(gateway.adminUrl);
  const valueOf = (name: string) =>
    Number(new RegExp(`^${name}\\{.+\\} (\\S+)$`, 'm').exec(text)?.[1]) * 1000;
  const { validToDate } = new X509Certificate(await readFile(join(stateFolder, 'tls', 'cert.pem')));
  expect(valueOf('gatewright_tls_certificate_expiry_timestamp_seconds')).toBe(validToDate.getTime());
  const { mtimeMs } = await stat(join(stateFolder, 'signing-key.pem'));
  expect(valueOf('gatewright_signing_key_written_timestamp_seconds')).toBeCloseTo(mtimeMs, 0);
});

test('histograms add up', async () => {
  const { call, metrics } = await serve();
  for (let index = 0; index < 5; index++) await call('/dog_park/v1/dogs');
  const text = await metrics();
  const name = 'gatewright_request_duration_seconds_bucket';
  const counts = [
    ...text.matchAll(new RegExp(`^${name}{api="DogPark",version="v1",le="([^"]+)"} (\\d+)$`, 'gm')),
  ];
  expect(counts.map(([, bound]) => bound)).toEqual(
    '0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 30 +Inf'.split(' '),
  );
  const values = counts.map(([, , value]) => Number(value));
  expect(values.toSorted((a, b) => a - b)).toEqual(values);
  expect(values.at(-1)).toBe(5);
});

test('figures of all workers are added up, also of one that has ended', full, async () => {
  const threads: Worker[] = [];
  const listener = (worker: Worker) => void threads.push(worker);
  process.on('worker', listener);
  onTestFinished(() => void process.off('worker', listener));
  const { call, metrics, sees } = await serve({ workers: 2 });
  // On a separate connection, which the system hands to either worker.
  for (let index = 0; index < 20; index++) await call('/dog_park/v1/dogs', { connection: 'close' });
  const expected = 'gatewright_requests_total{api="DogPark",version="v1",method="GET",status="403"} 20';
  expect(linesOf(await metrics())).toContain(expected);
  expect(linesOf(await metrics())).toContain('gatewright_workers 2');
  await threads[1]?.terminate();
  await sees('error');
  expect(linesOf(await metrics())).toContain(expected);
  await eventually(async () => expect(linesOf(await metrics())).toContain('gatewright_workers 2'));
  expect(linesOf(await metrics())).toContain(expected);
});

test('an API that is removed has no metrics any more, also of a worker that has ended', full, async () => {
  const threads: Worker[] = [];
  const listener = (worker: Worker) => void threads.push(worker);
  process.on('worker', listener);
  onTestFinished(() => void process.off('worker', listener));
  const { root, call, metrics, sees } = await serve({ workers: 2 });
  for (let index = 0; index < 20; index++) await call('/dog_park/v1/dogs', { connection: 'close' });
  await call('/made-up', { connection: 'close' });
  expect(await metrics()).toContain('api="DogPark"');
  await threads[1]?.terminate();
  await sees('error');
  await eventually(async () => expect(linesOf(await metrics())).toContain('gatewright_workers 2'));
  expect(await metrics()).toContain('api="DogPark"');
  await rename(`${root}/apis`, `${root}/gone`);
  await sees('reloaded');
  // The first metrics after that still contain it, so that they are not mistaken for those of a restarted gateway.
  expect(await metrics()).toContain('api="DogPark"');
  const after = await metrics();
  expect(after).not.toContain('api="DogPark"');
  expect(after).toContain('api="unknown"');
});

test('an API that is removed has no metrics any more', full, async () => {
  const { root, call, metrics, sees } = await serve();
  await call('/dog_park/v1/dogs');
  await rename(`${root}/apis`, `${root}/gone`);
  await sees('reloaded');
  expect(await metrics()).toContain('api="DogPark"');
  expect(await metrics()).not.toContain('api="DogPark"');
});

test('the dashboard and the alerts speak of metrics that there are', full, async () => {
  const dashboard = await readFile('deploy/grafana/gatewright.json', 'utf8');
  const alerts = await readFile('deploy/prometheus/alerts.yaml', 'utf8');
  const named = new Set(`${dashboard} ${alerts}`.match(/\b(?:gatewright|process|nodejs)_[a-z_]+/g));
  const { root, write } = await writeSources();
  await write('gateway.config.yaml', (text) =>
    text.replace('    gatewayUrl:', '    accessLog: { file: access.log }\n    gatewayUrl:'),
  );
  const { adminUrl } = await start({ root, plainHttp: true });
  const text = await readMetrics(adminUrl);
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type]),
  );
  const isThere = (name: string) =>
    types.has(name) || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram';
  expect([...named].filter((name) => !isThere(name))).toEqual([]);
  const ours = [...types.keys()].filter((name) => name.startsWith('gatewright_'));
  expect(ours.filter((name) => !dashboard.includes(name)).toSorted()).toEqual([
    'gatewright_held_back_since_timestamp_seconds',
    'gatewright_last_reload_failure_timestamp_seconds',
    'gatewright_last_reload_success_timestamp_seconds',
  ]);
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string };
}

test('alerts have names of their own and say what is wrong', full, async () => {
  const { groups } = parse(await readFile('deploy/prometheus/alerts.yaml', 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { expr, annotations } of rules) {
    expect(expr).toMatch(/gatewright_/);
    expect(annotations.summary).toMatch(/\.$/);
  }
});

test('a HEAD gets no body', full, async () => {
  const { adminUrl } = await serve();
  const answer = await request(`${adminUrl}/metrics`, { method: 'HEAD' });
  expect([answer.statusCode, await answer.body.text()]).toEqual([200, '']);
});

test('only reading is allowed', full, async () => {
  const { adminUrl } = await serve();
  const answer = await request(`${adminUrl}/metrics`, { method: 'POST' });
  expect([answer.statusCode, answer.headers.allow, await answer.body.json()]).toEqual([
    405,
    'GET, HEAD',
    { message: 'This page is read-only.' },
  ]);
});
