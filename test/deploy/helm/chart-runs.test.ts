// @module-tag full
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeSigningKey } from '#platform/keys/own-secret-file.ts';
import { startCommand } from '../../cli/running-command.ts';
import { eventually } from '../../eventually.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { makeOrigin } from '../../serve/git-repository.ts';
import { consumerKey, secret, writeSources } from '../../serve/running-gateway.ts';
import { type Authority, makeAuthority } from '../../serve/control-plane/authority-in-test.ts';
import { isInstalled } from '../is-installed.ts';
import { readResources, renderChart, type Resource } from './render-chart.ts';

const withoutHelm = !isInstalled('helm');
const withoutEnvoy = withoutHelm || !isInstalled('envoy');

interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly scheme?: string };
}

/** Each pod has a loopback address of its own in place of a network, and folders in place of its mounts. */
interface Pod {
  readonly container: Container;
  readonly address: string;
  /** A text of the chart as it is here. */
  readonly here: (text: string) => string;
}

/** Not one that another run may have. */
function chooseAddresses(): readonly [controlPlane: string, envoy: string] {
  const block = `127.${1 + Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`;
  return [`${block}.1`, `${block}.2`];
}

/** The same address in other words, which a gateway does not recognize as this machine, so that it speaks TLS there. */
function inOtherWords(address: string): string {
  const [first, second, third = 0, fourth = 0] = address.split('.').map(Number);
  return `${first}.${second}.${third * 256 + fourth}`;
}

function containerOf(resources: readonly Resource[], name: string): Container {
  const containers = resources
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(
      ({ spec }) =>
        (spec['template'] as { readonly spec: { readonly containers: readonly Container[] } }).spec
          .containers,
    );
  const found = containers.find((container) => container.name === name);
  if (!found) throw new Error(`The chart has no container ${name}.`);
  return found;
}

/** A branch of declarations with an API that is validated, and the Secret with the files that these name. */
async function openRepository(authority: Authority, address: string) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write('gateway.config.yaml', (text) =>
    text
      .replaceAll('https://localhost:8243', 'https://gateway.example.edu')
      .replace(
        '  qa:',
        [
          `    admin: { host: ${address} }`,
          '    listener: { tls: { certificate: { fromFile: tls.crt }, key: { fromFile: tls.key } } }',
          `    externalAuthorization: { host: "${inOtherWords(address)}", port: 8245, trustedPeers: [127.0.0.0/8], missingBodies: empty }`,
          '  qa:',
        ].join('\n'),
      )
      .concat('token: { signingKeys: [{ key: { fromFile: signing-key.pem } }] }\n'),
  );
  const origin = await makeOrigin(root);
  await origin.push({}, 'live');
  await origin.push({});
  return { repository: origin.bare, upstream, authority };
}

/** Puts the files of a certificate into a folder, under the names that Secrets of Kubernetes have. */
async function mount(folder: string, authority: Authority, name: string, addresses: readonly string[]) {
  await mkdir(folder, { recursive: true });
  const { certificate, key } = authority.issue(name, addresses);
  await copyFile(certificate, join(folder, 'tls.crt'));
  await copyFile(key, join(folder, 'tls.key'));
  await copyFile(authority.file, join(folder, 'ca.crt'));
}

/** What the chart runs with the values of a file, and what is mounted into its pods. */
async function openRelease(values: string) {
  const resources = readResources(await renderChart('--values', join(import.meta.dirname, 'values', values)));
  const [address, envoyAddress] = chooseAddresses();
  const authority = await makeAuthority();
  const { repository } = await openRepository(authority, address);
  const folder = await makeTestFolder();
  const at = (path: string) => join(folder, path);
  await mount(at('gatewright/secrets'), authority, 'gatewright-control-plane', [address]);
  await writeFile(at('gatewright/secrets/signing-key.pem'), makeSigningKey());
  await mount(at('gatewright/control-plane'), authority, 'control-plane.gatewright.internal', [address]);
  await mount(at('envoy/secrets'), authority, 'gateway.example.edu', [envoyAddress]);
  await copyFile(authority.file, at('envoy/secrets/campus-ca.pem'));
  await mount(at('envoy/node'), authority, 'envoy', [envoyAddress]);
  const container = containerOf(resources, 'gatewright');
  const gatewright: Pod = {
    container,
    address,
    here: (word) =>
      // These options name files and addresses of the pods of Envoy.
      word.startsWith('--envoy-')
        ? word
            .replace('/run/secrets/gatewright', at('envoy/secrets'))
            .replace('0.0.0.0', envoyAddress)
            .replace('//gatewright-control-plane', `//${address}`)
        : word
            .replace(/git\+[^#]+/, `git+${repository}`)
            .replace('--config=campus/', '--config=')
            .replace('/run/secrets/gatewright', at('gatewright/secrets'))
            .replace('/run/secrets/control-plane', at('gatewright/control-plane'))
            .replace('/var/lib/gatewright', at('gatewright/state'))
            .replace('--host=0.0.0.0', `--host=${inOtherWords(address)}`)
            .replace('0.0.0.0', address),
  };
  return { resources, authority, at, gatewright, address, envoyAddress };
}

type Release = Awaited<ReturnType<typeof openRelease>>;

/** Starts Envoy as its pod does, with the files of the ConfigMap; returns the pod. */
async function startEnvoy({ resources, at, address, envoyAddress }: Release): Promise<Pod> {
  const container = containerOf(resources, 'envoy');
  const here = (text: string) =>
    text
      .replaceAll('/etc/envoy', at('envoy/config'))
      .replaceAll('/run/secrets/node', at('envoy/node'))
      .replaceAll(/\b(127\.0\.0\.1|0\.0\.0\.0)\b/g, envoyAddress)
      .replaceAll('gatewright-control-plane', address)
      .replaceAll('$(POD_NAME)', 'pod-1');
  await mkdir(at('envoy/config'), { recursive: true });
  const [config] = resources.filter(({ kind }) => kind === 'ConfigMap');
  for (const [file, text] of Object.entries(config?.data ?? {}))
    await writeFile(join(at('envoy/config'), file), here(text));
  const child = spawn('envoy', [...container.args.map(here), '--log-level', 'error'], { stdio: 'ignore' });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return { container, address: envoyAddress, here };
}

/** The status of each probe of a pod, which trusts any certificate as in Kubernetes; undefined if nothing answers. */
async function probe({ container, address }: Pod) {
  const { startupProbe, readinessProbe, livenessProbe, ports } = container;
  const ask = async ({ httpGet: { path, port, scheme = 'HTTP' } }: Probe) => {
    const number = ports.find(({ name }) => name === port)?.containerPort;
    return statusOf(`${scheme.toLowerCase()}://${address}:${number}${path}`);
  };
  return Promise.all([startupProbe, readinessProbe, livenessProbe].map(ask));
}

const anyServer = { connect: { rejectUnauthorized: false }, headersTimeout: 2000 };

async function statusOf(url: string): Promise<number | undefined> {
  const dispatcher = new Agent(anyServer);
  try {
    const { statusCode, body } = await request(url, { dispatcher });
    await body.dump();
    return statusCode;
  } catch {
    return undefined;
  } finally {
    await dispatcher.destroy();
  }
}

const ready = [200, 200, 200];
const untilReady = (pod: Pod) => eventually(async () => expect(await probe(pod)).toEqual(ready), patience);
const patience = { timeout: 90_000, interval: 250 };

/** Sends requests to a pod with a token of the release, and returns the status and the code of the answer. */
async function openClient({ authority, address }: Release) {
  const dispatcher = new Agent({ connect: { ca: await readFile(authority.file, 'utf8') } });
  onTestFinished(() => dispatcher.destroy());
  const { body } = await request(`https://${address}:8243/token`, {
    dispatcher,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const { access_token: token } = (await body.json()) as { readonly access_token: string };
  return async (url: string, sent: string) => {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: sent,
    });
    const text = await answer.body.text();
    return `${answer.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
  };
}

/** Starts Gatewright as its pod does. */
function startGatewright({ gatewright: { container, here }, at }: Release) {
  return startCommand(at('.'), container.args.map(here));
}

const bodies = ['{"name":"Rex"}', '{"name":1}', '{', ''];

describe.skipIf(withoutHelm)('what the chart passes, without Kubernetes (skipped without helm)', () => {
  test.each(['built-in.yaml', 'authz.yaml'])('starts a gateway with %s', async (values) => {
    const release = await openRelease(values);
    startGatewright(release);
    await untilReady(release.gatewright);
    const send = await openClient(release);
    const url = `https://${release.address}:8243/dog_park/v1/dogs`;
    const answers = await Promise.all(bodies.map((body) => send(url, body)));
    expect(answers.slice(0, 2)).toEqual(['200', '422 validation_failed']);
    if (values !== 'authz.yaml') return;
    const asked = `https://${release.address}:8245/authz/ext-authz/dog_park/v1/dogs`;
    expect(await Promise.all(bodies.map((body) => send(asked, body)))).toEqual(answers);
  });

  test.skipIf(withoutEnvoy)(
    'starts Envoys that answer like their control plane what only that can check (skipped without envoy)',
    async () => {
      const release = await openRelease('envoy.yaml');
      const envoy = await startEnvoy(release);
      expect((await probe(envoy)).slice(0, 2)).toEqual([undefined, undefined]);
      startGatewright(release);
      await untilReady(release.gatewright);
      await untilReady(envoy);
      const send = await openClient(release);
      const sendAll = (address: string) =>
        Promise.all(bodies.map((body) => send(`https://${address}:8243/dog_park/v1/dogs`, body)));
      const answers = await sendAll(envoy.address);
      expect(answers.slice(0, 2)).toEqual(['200', '422 validation_failed']);
      expect(answers).toEqual(await sendAll(release.address));
      expect(await statusOf(`http://${envoy.address}:9902/stats/prometheus`)).toBe(200);
      await stop(envoy);
      await eventually(async () => expect(await probe(envoy)).toEqual([503, 503, 200]));
      expect(await sendAll(envoy.address)).toEqual(answers);
    },
  );
});

/** Runs what the pod runs before it stops, without the wait. */
async function stop({ container, here }: Pod): Promise<void> {
  const [program = '', ...words] = container.lifecycle?.preStop.exec.command ?? [];
  await promisify(execFile)(
    program,
    words.map(here).map((word) => word.replace(/sleep \d+/, '')),
  );
}
