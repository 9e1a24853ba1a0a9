import { describe, expect, test } from 'vitest';
import { exportClusters } from '#export/envoy/clusters/export-clusters.ts';
import { secretFileName } from '#export/envoy/secrets/discover-secret.ts';
import { buildTable, defineApi, type EndpointsInTest } from '../../../runtime/table-builder.ts';
import { hasEnvoy, openFolder, validateConfiguration, whyNoEnvoy, writeSecrets } from '../envoy-in-test.ts';
import { bootstrapWith, exportEndpoints, optionsFor, tableWith } from '../clusters-in-test.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { join } from 'node:path';

const options = optionsFor('/etc/gatewright');
const dogs = 'https://dogs.internal.example.edu/base';

/** A feature of an endpoint, by the name of the file that shows what is exported for it. */
const features: Readonly<Record<string, EndpointsInTest>> = {
  'one-target': { production: { targets: [dogs] } },
  'both-key-sets': {
    production: { targets: [dogs] },
    sandbox: { targets: ['http://127.0.0.1:8080'] },
  },
  'several-targets': {
    production: {
      targets: ['https://a.example.edu:8443', 'https://[2001:db8::1]', 'http://127.0.0.1:8080'],
      maxConnections: 10,
      retries: 3,
    },
  },
  timeouts: {
    production: {
      targets: [dogs],
      retries: 0,
      timeouts: { connectMs: 250, firstByteMs: 1500, idleMs: 1000 },
    },
  },
  'circuit-breaker': {
    production: {
      targets: [dogs],
      circuitBreaker: { failures: 3, ratio: 0.25, windowMs: 5000, openMs: 2500 },
    },
  },
  'health-check': {
    production: {
      targets: [dogs],
      healthCheck: { path: '/health', intervalMs: 5000, timeoutMs: 500, healthyAfter: 1, unhealthyAfter: 4 },
    },
  },
  'plain-http': {
    production: {
      targets: ['http://dogs.park.svc.cluster.local'],
      allowPlainHttp: { reason: 'The mesh encrypts all calls.' },
    },
  },
  http2: { production: { targets: [dogs], http2: true } },
  'own-authority': { production: { targets: [dogs], ca: { fromFile: 'keys/ca.pem' } } },
  'client-certificate': {
    production: {
      targets: [dogs],
      ca: { fromFile: '/run/secrets/ca.pem' },
      auth: {
        clientCertificate: {
          certificate: { fromFile: 'keys/client.pem' },
          key: { fromFile: 'keys/client.key' },
        },
      },
    },
  },
  'header-credential': {
    production: { targets: [dogs], auth: { header: { name: 'X-Api-Key', value: { fromFile: 'keys/api' } } } },
  },
};

describe('the clusters of an API', () => {
  test.each(Object.keys(features))('are exported with %s', async (name) => {
    const exported = exportEndpoints(features[name] ?? {}, '/etc/gatewright');
    await expect(`${JSON.stringify(exported, undefined, 2)}\n`).toMatchFileSnapshot(`exported/${name}.json`);
  });

  test.skipIf(!hasEnvoy).each(Object.keys(features))(
    `are accepted by Envoy with %s${whyNoEnvoy}`,
    async (name) => {
      const folder = await openFolder();
      const { ca, certificate, key } = await makeCertificates(['gateway'], Date.now());
      await mkdir(join(folder, 'keys'));
      const files = { 'ca.pem': ca, 'client.pem': certificate, 'client.key': key, api: 'secret' };
      for (const [file, text] of Object.entries(files)) await writeFile(join(folder, 'keys', file), text);
      const { clusters, secrets, route = {} } = exportEndpoints(features[name] ?? {}, folder);
      await writeSecrets(folder, secrets);
      expect(await validateConfiguration(folder, bootstrapWith(folder, route, clusters))).toBe('');
    },
  );

  test.skipIf(!hasEnvoy)(`are not accepted by Envoy with an unknown field${whyNoEnvoy}`, async () => {
    const folder = await openFolder();
    const { clusters, route = {} } = exportEndpoints({ production: { targets: [dogs] } }, folder);
    const wrong = clusters.map((cluster) => ({ ...cluster, wrong: 1 }));
    expect(await validateConfiguration(folder, bootstrapWith(folder, route, wrong))).toContain('wrong');
  });

  test('are exported only if calls are forwarded', () => {
    const states = ['created', 'published', 'deprecated', 'blocked', 'retired'] as const;
    const apis = states.map((state) =>
      defineApi({ version: state, state, endpoints: { production: { targets: [dogs] } } }),
    );
    const table = buildTable({ apis, applications: [], subscriptions: [] });
    expect(exportClusters(table, options).clusters.map((cluster) => cluster['alt_stat_name'])).toEqual([
      'dog_park/published/production',
      'dog_park/deprecated/production',
    ]);
  });

  test('share a secret', () => {
    const ca = { fromFile: 'keys/ca.pem' };
    const table = tableWith({ production: { targets: [dogs], ca }, sandbox: { targets: [`${dogs}2`], ca } });
    const { secrets } = exportClusters(table, options);
    expect(secrets.map(({ name }) => secretFileName(name))).toEqual([
      'authority%3A%2Fetc%2Fgatewright%2Fkeys%2Fca.pem.json',
    ]);
  });
});

test('secrets of TLS are exported only if a target has it, since Envoy asks for them only then', () => {
  const secretsOf = (...targets: readonly string[]) => {
    const [ca, certificate, key] = ['ca', 'client', 'key'].map((name) => ({ fromFile: `keys/${name}.pem` }));
    const auth = certificate && key && { clientCertificate: { certificate, key } };
    const table = tableWith({ production: { targets, ...(ca && { ca }), ...(auth && { auth }) } });
    return exportClusters(table, options).secrets.map(({ name }) => name.split(':')[0]);
  };
  const plain = 'http://127.0.0.1:8080';
  expect(secretsOf(plain)).toEqual([]);
  expect(secretsOf(plain, 'https://127.0.0.1:8443')).toEqual(['authority', 'certificate']);
});

describe('an endpoint that Envoy cannot serve as it is declared', () => {
  const header = (fromEnv: string) => ({ header: { name: 'X-Api-Key', value: { fromEnv } } });
  const healthCheck = { path: '/', intervalMs: 1000, timeoutMs: 100, healthyAfter: 1, unhealthyAfter: 1 };

  test.each<[string, EndpointsInTest]>([
    ['secret_variables', { production: { targets: [dogs], auth: header('API_KEY') } }],
    ['secret_variables', { sandbox: { targets: [dogs], ca: { fromEnv: 'CA' } } }],
    [
      'basic_credentials',
      {
        production: {
          targets: [dogs],
          auth: { basic: { username: { fromFile: 'name' }, password: { fromFile: 'password' } } },
        },
      },
    ],
    ['target_paths', { production: { targets: [dogs, 'https://other.example.edu'] } }],
    [
      'target_schemes',
      { production: { targets: ['https://dogs.example.edu', 'http://127.0.0.1'], http2: true } },
    ],
    [
      'health_check_credentials',
      {
        production: {
          targets: [dogs],
          healthCheck,
          auth: { header: { name: 'X-Api-Key', value: { fromFile: 'key' } } },
        },
      },
    ],
  ])('is refused: %s', (deviation, endpoints) => {
    const { clusters, secrets, refusals } = exportClusters(tableWith(endpoints), options);
    const [keySet] = Object.keys(endpoints);
    expect({ clusters, secrets, refusals }).toEqual({
      clusters: [],
      secrets: [],
      refusals: [
        {
          deviation,
          subject: `Api DogPark/v1 endpoints.${keySet}`,
          message: expect.any(String) as string,
          help: expect.any(String) as string,
        },
      ],
    });
  });
});
