import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoKeySets } from '../../examples/demo-commands.ts';
import { startBackends } from '../../examples/backends/start-backends.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { startGateway, type RunningGateway } from '#serve/start/start-gateway.ts';
import { copyExamples } from './copy-examples.ts';
import { listOperations } from './declared-responses.ts';
import { demoCalls } from './demo-calls.ts';
import { makeCalls } from './make-calls.ts';

const root = resolve(import.meta.dirname, '../..');

const { workspace } = await build(diskSourceTree(root), 'gateway.config.yaml', 'production');

/** The application that calls each API. */
const callers = [
  { api: 'DogPark/v1', base: '/dog_park/v1', caller: 'KennelSync' },
  { api: 'DogPark/v2', base: '/dog_park/v2', caller: 'CampusPortal' },
  { api: 'LibraryCatalog/v1', base: '/library_catalog/v1', caller: 'CampusPortal' },
  { api: 'CourseEnrollments/1', base: '/course_enrollments/1', caller: 'CampusPortal' },
];

describe('through the gateway', () => {
  const opened = new AsyncDisposableStack();
  let gateway: RunningGateway;

  beforeAll(async () => {
    const { folder } = opened.use(await copyExamples(root));
    const { compiled: moved } = await build(diskSourceTree(folder), 'gateway.config.yaml', 'production');
    for (const backend of moved ? await startBackends(moved) : []) opened.use(backend);
    gateway = await startGateway({
      source: { kind: 'folder', root: folder, configFile: 'gateway.config.yaml' },
      deployment: 'production',
      stateFolder: join(folder, '.gatewright'),
      plainHttp: true,
      report: () => undefined,
    });
    opened.defer(() => gateway.close());
  });

  afterAll(() => opened.disposeAsync());

  test.each(callers)(
    'every operation of $api answers as its document declares',
    async ({ api, base, caller }) => {
      const declared = workspace?.apis.find(({ value }) => `${value.name}/${value.version}` === api);
      const contract = declared?.definition?.contract ?? {};
      const authorization = `Bearer ${await fetchToken(gateway.gatewayUrl, caller)}`;
      const calls = demoCalls[api] ?? [];
      const report = await makeCalls(gateway.gatewayUrl + base, contract, calls, { authorization });
      expect(report.problems).toEqual([]);
      expect(report.operations).toHaveLength(listOperations(contract).length);
    },
  );
});

async function fetchToken(gatewayUrl: string, application: string): Promise<string> {
  const text = await readFile(join(root, 'examples/demo-credentials.json'), 'utf8');
  const credentials = JSON.parse(text) as Readonly<Record<string, DemoKeySets>>;
  const { consumerKey, consumerSecret } = credentials[application]?.production ?? {};
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const response = await fetch(`${gatewayUrl}/token`, { method: 'POST', headers: { authorization }, body });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return token;
}
