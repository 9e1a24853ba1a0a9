// @module-tag full
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { startCommand, type RunningCommand } from '../cli/running-command.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { makeOrigin } from '../serve/git-repository.ts';
import { full } from '../full-run.ts';
import { isInstalled } from './is-installed.ts';
import { probe } from './probe.ts';
import { readDockerfile, wordsOf } from './read-dockerfile.ts';
import { readUnit } from './read-unit.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFile(join(root, 'deploy', file), 'utf8');
/** Arguments of `gatewright run` with free ports in place of those that they name. */
function onFreePorts(words: readonly string[]): readonly string[] {
  const others = words
    .join('\n')
    .replaceAll(/^--(port|admin-port|log-format)[=\n].*\n?/gm, '')
    .split('\n');
  return [
    ...others.filter((word) => word !== ''),
    '--port',
    '0',
    '--admin-port',
    '0',
    '--log-format',
    'text',
  ];
}

const run = promisify(execFile);

function adminOf(gateway: RunningCommand): string {
  return /^Admin +(\S+)$/m.exec(gateway.written())?.[1] ?? '';
}

describe('the image', async () => {
  const instructions = readDockerfile(await read('Dockerfile'));
  const valuesOf = (name: string) =>
    instructions.filter((instruction) => instruction.name === name).map(({ value }) => value);

  test('is built from files that are there and that are sent to the builder', async () => {
    const ignore = (await read('Dockerfile.dockerignore')).split('\n');
    const sent = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const copied = valuesOf('COPY')
      .filter((value) => !value.startsWith('--from'))
      .flatMap((value) => value.split(' ').slice(0, -1));
    expect(copied.toSorted()).toEqual(sent.toSorted());
    expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('is of the Node that the project uses, and runs as a user who is not root', async () => {
    const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const base = `node:${devDependencies['node']}-slim`;
    const withoutDigest = valuesOf('FROM').map((value) => value.replace(/@sha256:[0-9a-f]{64}/, ''));
    expect(withoutDigest).toEqual([`${base} AS build`, base]);
    expect(valuesOf('USER')).toEqual(['1000:1000']);
  });

  test('starts a gateway that its health check finds ready', full, async () => {
    const state = await makeTestFolder();
    expect(wordsOf(instructions, 'ENTRYPOINT')).toEqual(['gatewright']);
    const words = wordsOf(instructions, 'CMD').map((word) => (word === '/var/lib/gatewright' ? state : word));
    const gateway = startCommand(root, onFreePorts(words));
    await gateway.until('/token\n');
    const [program = '', ...check] = wordsOf(instructions, 'HEALTHCHECK');
    const admin = adminOf(gateway);
    const checkAt = (url: string) => check.map((word) => word.replace('http://127.0.0.1:8244', url));
    await run(program, checkAt(admin));
    gateway.signal('SIGTERM');
    await gateway.until('Stopping');
    await expect(run(program, checkAt(admin))).rejects.toMatchObject({ code: 1 });
    expect(await gateway.ended).toBe(0);
    await expect(run(program, checkAt(admin))).rejects.toMatchObject({ code: 1 });
  });
});

describe('the unit of systemd', () => {
  test('starts a gateway, and reloads it', full, async () => {
    const state = await makeTestFolder();
    const unit = readUnit(await read('systemd/gatewright.service'));
    const [program, ...words] = unit.get('ExecStart')?.[0]?.split(' ') ?? [];
    expect(program).toBe('/usr/local/bin/gatewright');
    const here = words.map((word) =>
      word.replace('/etc/gatewright', root).replace('/var/lib/gatewright', state),
    );
    const gateway = startCommand('/', onFreePorts(here));
    await gateway.until('/token\n');
    const reload = unit.get('ExecReload')?.[0]?.replace('$MAINPID', String(gateway.pid)).split(' ') ?? [];
    await run(reload[0] ?? '', reload.slice(1));
    await gateway.until('Looking for new declarations');
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
  });

  test('gives the gateway the time to stop that it takes', async () => {
    const unit = readUnit(await read('systemd/gatewright.service'));
    const [, drain = ''] = /--drain-seconds (\d+)/.exec(unit.get('ExecStart')?.[0] ?? '') ?? [];
    // The calls in flight of either listener may take 10 seconds.
    expect(Number(unit.get('TimeoutStopSec')?.[0])).toBeGreaterThan(Number(drain) + 20);
  });

  const isThere = isInstalled('systemd-analyze');
  test.skipIf(!isThere)('is understood by systemd (skipped without systemd-analyze)', async () => {
    const folder = await makeTestFolder();
    const program = join(folder, 'gatewright');
    await writeFile(program, '#!/bin/sh\n');
    await chmod(program, 0o755);
    const file = join(folder, 'gatewright.service');
    const text = await read('systemd/gatewright.service');
    await writeFile(file, text.replace('/usr/local/bin/gatewright', program));
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
    expect(stderr).toBe('');
  });
});

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly selector: { readonly matchLabels: unknown };
    readonly ports: readonly { readonly targetPort: string }[];
    readonly template: {
      readonly metadata: {
        readonly labels: unknown;
        readonly annotations: Readonly<Record<string, string>>;
      };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly Container[];
      };
    };
  };
}

interface Container {
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly scheme: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

describe('the manifests of Kubernetes', async () => {
  const text = await read('kubernetes/gatewright.yaml');
  const documents = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  const [deployment, service, budget] = documents;
  const pod = deployment?.spec.template.spec;
  const container = pod?.containers[0];
  const wordsAt = (folder: string, repository: string) =>
    (container?.args ?? []).map((word) =>
      word
        .replace('/var/lib/gatewright', folder)
        .replace('git+https://git.example.edu/gateway.git', `git+${repository}`),
    );

  test('speak of the same pods and ports', () => {
    const labels = { 'app.kubernetes.io/name': 'gatewright' };
    expect(documents.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
    expect(deployment?.spec.selector.matchLabels).toEqual(labels);
    expect(deployment?.spec.template.metadata.labels).toEqual(labels);
    expect(service?.spec.selector).toEqual(labels);
    expect(budget?.spec.selector.matchLabels).toEqual(labels);
    expect(container?.ports).toEqual([
      { name: 'calls', containerPort: 8243 },
      { name: 'admin', containerPort: 8244 },
    ]);
    expect(service?.spec.ports.map(({ targetPort }) => targetPort)).toEqual(['calls']);
  });

  test(
    'say where there are figures, as a gateway has them whose admin listener others can reach',
    full,
    async () => {
      const folder = await makeTestFolder();
      const origin = await makeOrigin();
      // Another way to write 127.0.0.1, which the gateway does not recognize as this machine only.
      const admin = '    admin: { host: "127.1" }\n  qa:';
      const config = (cleanSources['gateway.config.yaml'] ?? '')
        .replace('gateway.example.edu', 'localhost:8243')
        .replace('  qa:', admin);
      await origin.push({ ...cleanSources, 'gateway.config.yaml': config });
      const gateway = startCommand(folder, onFreePorts(wordsAt(folder, origin.bare)));
      await gateway.until('/token\n');
      const annotations = deployment?.spec.template.metadata.annotations ?? {};
      const url = new URL(annotations['prometheus.io/path'] ?? '', adminOf(gateway));
      expect([url.protocol, url.hostname]).toEqual([`${annotations['prometheus.io/scheme']}:`, '127.0.0.1']);
      expect(annotations['prometheus.io/port']).toBe(String(container?.ports[1]?.containerPort));
      expect(await probe(url.href)).toBe(200);
      gateway.signal('SIGTERM');
    },
  );

  test('start a gateway whose probes are answered, until it stops', async () => {
    const folder = await makeTestFolder();
    const origin = await makeOrigin();
    const config = (cleanSources['gateway.config.yaml'] ?? '').replace(
      'gateway.example.edu',
      'localhost:8243',
    );
    await origin.push({ ...cleanSources, 'gateway.config.yaml': config });
    const gateway = startCommand(folder, onFreePorts(wordsAt(folder, origin.bare)));
    await gateway.until('/token\n');
    const url = /^Gateway +(\S+)$/m.exec(gateway.written())?.[1] ?? '';
    const probes = [container?.startupProbe, container?.readinessProbe, container?.livenessProbe];
    const ask = () => Promise.all(probes.map((one) => probe(`${url}${one?.httpGet.path}`)));
    expect(url).toMatch(/^https:/);
    expect(probes.map((one) => one?.httpGet)).toMatchObject(
      probes.map(() => ({ port: 'calls', scheme: 'HTTPS' })),
    );
    expect(await ask()).toEqual([200, 200, 200]);
    gateway.signal('SIGTERM');
    await gateway.until('Stopping');
    expect(await ask()).toEqual([200, 503, 200]);
  });

  test('take the pod out of service before it takes no more calls, and give it the time to stop', () => {
    const drain = Number(/--drain-seconds=(\d+)/.exec(container?.args.join(' ') ?? '')?.[1]);
    const { periodSeconds = 0, failureThreshold = 0 } = container?.readinessProbe ?? {};
    expect(drain).toBeGreaterThan(periodSeconds * failureThreshold);
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(drain + 20);
  });

  test('give a first clone the time that it may take', () => {
    const { periodSeconds = 0, failureThreshold = 0 } = container?.startupProbe ?? {};
    expect(periodSeconds * failureThreshold).toBeGreaterThan(630);
  });

  const isThere = isInstalled('kubectl');
  test.skipIf(!isThere)('have no field that Kubernetes does not know (skipped without kubectl)', async () => {
    const [first = ''] = text.split('\n---\n');
    // It writes the parts that it understands, and omits the rest.
    const words = ['set', 'image', '--local', '-f', '-', '-o', 'json', 'gatewright=gatewright:test'];
    const understood = execFileSync('kubectl', words, {
      input: first,
      env: { PATH: process.env['PATH'], KUBECONFIG: '/dev/null', HOME: await makeTestFolder() },
    });
    const meant = parse(first.replace(/image: \S+/, 'image: gatewright:test')) as object;
    expect(JSON.parse(understood.toString())).toMatchObject(meant);
  });
});
