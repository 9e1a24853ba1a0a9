// @module-tag full
import { createPrivateKey } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { deviations } from '#export/envoy/deviations.ts';
import { noteInUseEveryMs } from '#serve/served/control-plane-settings.ts';
import type { Refusal } from '#export/envoy/refusal.ts';
import { eventually } from '../../eventually.ts';
import { lastGoodOf, start, writeSources } from '../running-gateway.ts';
import { makeAuthority } from './authority-in-test.ts';
import { settingsOf } from './control-plane-in-test.ts';

const program = ['extension_configs', ['calls']] as const;

/** What an Envoy without TLS polls for, the program last. */
const needed = [
  ['clusters', []],
  ['listeners', []],
  ['routes', ['calls']],
  ['extension_configs', ['tokens']],
  ['extension_configs', ['limits']],
  program,
] as const;

/** A gateway that is a control plane, and an Envoy's way to poll it. */
async function serve({ workers = 1, accepted = Object.keys(deviations) } = {}) {
  return serveSources(await writeSources(), { workers, accepted });
}

async function serveSources(
  sources: Awaited<ReturnType<typeof writeSources>>,
  { workers = 1, accepted = Object.keys(deviations) } = {},
) {
  const authority = await makeAuthority();
  const controlPlane = settingsOf(authority, accepted);
  const gateway = await start({ root: sources.root, plainHttp: true, workers, controlPlane });
  const listening = gateway.events.find((event) => event.type === 'listening');
  authority.issue('edge');
  const dispatcher = new Agent({ connect: await authority.read('edge') });
  onTestFinished(() => dispatcher.destroy());
  const poll = async (service: string, versionInfo = '', names: readonly string[] = []) => {
    const { statusCode, body } = await request(`${listening?.controlPlaneUrl}/v3/discovery:${service}`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ node: { id: 'edge' }, version_info: versionInfo, resource_names: names }),
    });
    return { statusCode, text: await body.text() };
  };
  /** Polls as an Envoy does that accepts what it gets. */
  const accept = async (service: string, names?: readonly string[]) => {
    const { statusCode, text } = await poll(service, '', names);
    expect(statusCode).toBe(200);
    const { version_info: version } = JSON.parse(text) as { readonly version_info: string };
    expect(await poll(service, version, names)).toEqual({ statusCode: 304, text: '' });
    return version;
  };
  /** Polls as one that starts: for all that comes before the program, and for the program, whose version it returns. */
  const acceptAll = async () => {
    for (const [service, names] of needed.slice(0, -1)) await accept(service, names);
    return accept(...program);
  };
  const read = async (page: string) => (await request(`${gateway.adminUrl}/${page}`)).body.text();
  const status = async () => JSON.parse(await read('status')) as Record<string, unknown>;
  const metrics = async () =>
    (await read('metrics')).split('\n').filter((line) => /^gatewright_envoy|_tls_.*control-plane/.test(line));
  return { ...sources, ...gateway, poll, accept, acceptAll, status, metrics };
}

describe('a gateway that is a control plane', () => {
  test.for([1, 2])('publishes what it serves, with %i threads, and shows its Envoys', async (workers) => {
    const { accept, status, metrics, sees, write } = await serve({ workers });
    const { digest } = await status();
    expect(await status()).toMatchObject({ controlPlane: { published: digest, lastError: null, nodes: [] } });
    const polledAt = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    for (const [service, names] of needed) {
      await accept(service, names);
      const accepted = names === program[1] ? digest : null;
      expect((await status())['controlPlane']).toEqual({
        published: digest,
        lastError: null,
        nodes: [{ name: 'edge', accepted, restricted: null, removalsWait: false, polledAt, refused: [] }],
      });
    }
    expect(await metrics()).toEqual([
      expect.stringMatching(
        /^gatewright_tls_certificate_expiry_timestamp_seconds\{certificate="control-plane"\} \d+$/,
      ),
      'gatewright_envoy_nodes{state="current"} 1',
      'gatewright_envoy_nodes{state="behind"} 0',
      'gatewright_envoy_nodes{state="refusing"} 0',
      'gatewright_envoy_refusals_total 0',
      'gatewright_envoy_table_unpublished 0',
    ]);
    await write('tiers.yaml', (tiers) => tiers.replace(/requests: \d+/, 'requests: 7'));
    const next = await sees('reloaded');
    expect(await sees('published', 2)).toEqual({
      type: 'published',
      digest: 'digest' in next ? next.digest : '',
    });
  });

  test.for([1, 2])('publishes its public keys alone, with %i threads', async (workers) => {
    const { poll, root, gatewayUrl } = await serve({ workers });
    const { body } = await request(`${gatewayUrl}/oauth2/jwks`);
    const keySet = await body.json();
    const tokens = await poll('extension_configs', '', ['tokens']);
    const { resources } = JSON.parse(tokens.text) as {
      readonly resources: readonly { readonly typed_config: { readonly providers: object } }[];
    };
    const inline = { inline_string: expect.any(String) as string };
    const [provider] = Object.values(resources[0]?.typed_config.providers ?? {}) as readonly {
      readonly local_jwks: typeof inline;
    }[];
    expect(provider).toMatchObject({ local_jwks: inline });
    expect(provider).not.toHaveProperty('remote_jwks');
    expect(JSON.parse(provider?.local_jwks.inline_string ?? '')).toEqual(keySet);
    const pem = await readFile(join(root, '.gatewright/signing-key.pem'), 'utf8');
    const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' });
    const others = ['listeners', 'clusters', 'routes', 'secrets', 'extension_configs'].map((service) =>
      poll(service),
    );
    for (const { text } of [tokens, ...(await Promise.all(others))]) {
      expect(text).not.toContain(d);
      expect(text).not.toContain('gatewright/key-manager');
    }
  });

  test('publishes nothing of a table that Envoy cannot honour, and says why', async () => {
    const { poll, status, metrics, events } = await serve({ accepted: [] });
    expect(await poll('clusters')).toEqual({
      statusCode: 503,
      text: '{"message":"No table is published yet."}',
    });
    const { digest } = await status();
    const refusals = expect.arrayContaining([
      expect.objectContaining({
        deviation: 'request_validation',
        subject: 'Api DogPark/v1 validation.requests',
      }),
    ]) as readonly Refusal[];
    expect(events[0]).toEqual({
      type: 'not-published',
      digest,
      refusals,
      count: expect.any(Number) as number,
    });
    expect((await status())['controlPlane']).toMatchObject({
      published: null,
      lastError: 'Api DogPark/v1 validation.requests: Envoy cannot validate requests by itself.',
    });
    expect(await metrics()).toContain('gatewright_envoy_table_unpublished 1');
  });

  test('goes on without the earlier table of an Envoy if its file is damaged, and reports that', async () => {
    const before = await serve();
    const version = await before.acceptAll();
    await before.close();
    const folder = join(before.root, '.gatewright');
    const [earlier = '', ...others] = (await readdir(folder)).filter((name) => name.startsWith('earlier.'));
    expect(others).toEqual([]);
    await writeFile(join(folder, earlier), 'damaged');
    // Otherwise it would know the table by that.
    await rm(lastGoodOf(before.root));
    await before.write('tiers.yaml', (tiers) => tiers.replace(/requests: \d+/, 'requests: 7'));
    const restarted = await serveSources(before);
    expect((await restarted.poll(program[0], version, program[1])).statusCode).toBe(304);
    expect(await restarted.sees('warning')).toEqual({
      type: 'warning',
      message: expect.stringContaining(
        `The earlier table ${join(folder, earlier)} cannot be used: The file is not JSON`,
      ) as string,
    });
    await eventually(async () => expect((await restarted.poll('clusters', 'earlier')).statusCode).toBe(200));
  });

  test('notes in its state folder that an Envoy has a table', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { root, acceptAll, status } = await serve();
    const { digest } = await status();
    const file = lastGoodOf(root)
      .replace('last-good.', 'earlier.')
      .replace(/json$/, `${String(digest).slice('sha256:'.length)}.json`);
    const inUseAt = async () => Math.round((await stat(file)).atimeMs);
    await eventually(async () => expect(await inUseAt()).toBe(0));
    await acceptAll();
    const before = Date.now();
    vi.advanceTimersByTime(noteInUseEveryMs);
    await eventually(async () => expect(await inUseAt()).toBeGreaterThanOrEqual(before));
  });

  test('shows a version that an Envoy refuses', async () => {
    const { poll, status, metrics, sees } = await serve();
    for (let times = 0; times < 3; times++) await poll('clusters');
    const refused = await sees('envoy-refused');
    const version = expect.stringMatching(/^sha256:\w{64}@\d{4}-.*Z$/) as string;
    expect(refused).toEqual({
      type: 'envoy-refused',
      node: 'edge',
      resources: 'clusters',
      names: [],
      version,
    });
    const since = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect((await status())['controlPlane']).toMatchObject({
      nodes: [
        { name: 'edge', accepted: null, refused: [{ resources: 'clusters', names: [], version, since }] },
      ],
    });
    expect(await metrics()).toContain('gatewright_envoy_nodes{state="refusing"} 1');
    expect(await metrics()).toContain('gatewright_envoy_refusals_total 1');
  });
});
