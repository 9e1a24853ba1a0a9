import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  bootstrapFromControlPlane,
  controlPlaneCluster,
} from '#export/envoy/bootstrap/control-plane-bootstrap.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { isInstalled } from '../is-installed.ts';
import { readResources } from './render-chart.ts';

interface Bootstrap {
  readonly layered_runtime: unknown;
  readonly overload_manager: unknown;
  readonly dynamic_resources: unknown;
  readonly static_resources: { readonly clusters: readonly Readonly<Record<string, unknown>>[] };
}

/** How an Envoy polls, without where and as whom, and how much it takes. */
function pollsOf({ layered_runtime, overload_manager, dynamic_resources, static_resources }: Bootstrap) {
  const { load_assignment, transport_socket, ...cluster } =
    static_resources.clusters.find(({ name }) => name === controlPlaneCluster) ?? {};
  expect([load_assignment, transport_socket]).not.toContain(undefined);
  return { layered_runtime, overload_manager, dynamic_resources, cluster };
}

const rendered = readFileSync(join(import.meta.dirname, 'rendered/envoy.yaml'), 'utf8');

/** Writes the files of the chart's ConfigMap and a certificate of their own, with paths as they are there. */
async function writeFiles(): Promise<string> {
  const folder = await makeTestFolder();
  const [config] = readResources(rendered).filter(({ kind }) => kind === 'ConfigMap');
  for (const [file, text] of Object.entries(config?.data ?? {}))
    await writeFile(join(folder, file), text.replaceAll(/\/(etc\/envoy|run\/secrets\/node)/g, folder));
  const subject = [
    '-subj',
    '/CN=envoy',
    '-days',
    '1',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
  ];
  const files = ['-keyout', join(folder, 'tls.key'), '-out', join(folder, 'tls.crt')];
  execFileSync('openssl', ['req', '-x509', '-nodes', ...subject, ...files], { stdio: 'ignore' });
  await writeFile(join(folder, 'ca.crt'), readFileSync(join(folder, 'tls.crt')));
  return folder;
}

test('Envoy polls as with the bootstrap of the command', () => {
  const [config] = readResources(rendered).filter(({ kind }) => kind === 'ConfigMap');
  const ofChart = parse(config?.data?.['bootstrap.yaml'] ?? '') as Bootstrap;
  const ofCommand = bootstrapFromControlPlane({
    node: 'envoy.example.edu',
    controlPlane: { host: 'control-plane.example.edu', port: 18_000 },
    serverName: 'control-plane.example.edu',
    certificate: 'tls.crt',
    key: 'tls.key',
    authorities: 'ca.crt',
    admin: { host: '127.0.0.1', port: 9901 },
  }) as Bootstrap;
  expect(pollsOf(ofChart)).toEqual(pollsOf(ofCommand));
});

test.skipIf(!isInstalled('envoy'))('Envoy accepts its bootstrap (skipped without envoy)', async () => {
  const folder = await writeFiles();
  const words = ['--mode', 'validate', '--service-node', 'envoy/pod', '--service-cluster', 'gatewright'];
  const config = ['--config-path', join(folder, 'bootstrap.yaml')];
  const { stdout } = await promisify(execFile)('envoy', [...words, ...config]);
  expect(stdout).toBe(`configuration '${join(folder, 'bootstrap.yaml')}' OK\n`);
});
