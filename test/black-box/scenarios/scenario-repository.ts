import type { AtEnd } from '../../platform/in-folder.ts';
import { writeRepository, type Repository } from '../repository/write-repository.ts';
import type { DeclaredApi } from '../repository/declared-apis.ts';
import type { ScenarioUpstream } from './scenario-upstream.ts';

const patient = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };
const circuitBreaker = { failures: 4, ratio: 0.5, windowMs: 600_000, openMs: 600_000 };

/** Applications that lose their subscription while a call is in progress: one for each data plane. */
export const leavers = ['first', 'second'] as const;

/** The declarations of the scenarios; the path of an endpoint is the context. */
export function writeScenarioRepository(
  { url, tlsUrl }: ScenarioUpstream,
  certificate: string,
  atEnd: AtEnd,
): Promise<Repository> {
  const api = (context: string, endpoint = {}, settings = {}): DeclaredApi => ({
    name: `${context.charAt(0).toUpperCase()}${context.slice(1)}`,
    context,
    operations: ['GET /{name}', 'POST /{name}'],
    settings: {
      endpoints: { production: { url: `${url}/${context}`, timeouts: patient, ...endpoint } },
      ...settings,
    },
  });
  const apis = [
    api('plain'),
    api('scarce', {}, { limit: { requests: 1, unit: 'day' }, maxBodyBytes: 16 }),
    api('rare', {}, { limit: { requests: 1, unit: 'day' } }),
    ...leavers.map((name) => api(`moved${name}`)),
    api('alternating', { circuitBreaker }),
    api('failing', { circuitBreaker }),
    api('ill', {
      circuitBreaker,
      healthCheck: { path: '/ill/ill', intervalMs: 100, timeoutMs: 5000, healthyAfter: 1, unhealthyAfter: 1 },
    }),
    api('single', { maxConnections: 1, timeouts: { ...patient, connectMs: 200 } }),
    api('idle', { timeouts: { ...patient, idleMs: 100 } }),
    api('few'),
    api('common', { url: `${tlsUrl}/common`, ca: { fromFile: 'secrets/upstream.pem' } }),
  ];
  const gold = { tier: 'gold' };
  const everything = {
    ...Object.fromEntries(apis.map(({ name }) => [`${name}/v1`, gold])),
    'Few/v1': { tier: 'few' },
  };
  return writeRepository(
    {
      deployment: {
        listener: { limits: { stalledClientSeconds: 1 } },
        accessLog: { file: 'access.log' },
        // The discard service: no span is read.
        tracing: { endpoint: 'http://127.0.0.1:9', ratio: 1 },
      },
      apis,
      applications: [
        { name: 'walker', subscriptions: everything },
        ...leavers.map((name) => ({ name, subscriptions: { 'Plain/v1': gold } })),
      ],
      files: {
        'secrets/upstream.pem': certificate,
        'tiers/few.yaml': 'kind: Tier\nname: few\nmaxConcurrentCalls: 1\n',
      },
    },
    atEnd,
  );
}
