import type { AtEnd } from '../../platform/in-folder.ts';
import type { RecordingUpstream } from '../recording-upstream.ts';
import type { DeclaredApi } from '../repository/declared-apis.ts';
import { writeRepository, type Repository } from '../repository/write-repository.ts';

const dog = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 10 } },
  required: ['name'],
  additionalProperties: false,
};

const document = {
  openapi: '3.0.3',
  info: { title: 'Checked', version: 'v1' },
  paths: {
    '/dogs': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } },
          { name: 'X-Kennel', in: 'header', schema: { type: 'string', enum: ['north', 'south'] } },
        ],
        responses: { 200: { description: 'Done.' } },
      },
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: dog } } },
        responses: { 200: { description: 'Done.' } },
      },
    },
  },
};

/** APIs whose requests are validated, behind a proxy that is trusted. */
export function writeAskedRepository(
  { production, sandbox }: RecordingUpstream,
  atEnd: AtEnd,
): Promise<Repository> {
  const api = (context: string, settings: Readonly<Record<string, unknown>>): DeclaredApi => ({
    name: `${context.charAt(0).toUpperCase()}${context.slice(1)}`,
    context,
    operations: ['GET /dogs', 'POST /dogs'],
    ...(settings['validation'] !== undefined && { document }),
    settings: {
      endpoints: {
        production: { url: `${production}/${context}` },
        sandbox: { url: `${sandbox}/${context}` },
      },
      ...settings,
    },
  });
  const enforced = { validation: { requests: 'enforce' } };
  const apis = [
    api('checked', { ...enforced, maxBodyBytes: 64 }),
    api('counted', { ...enforced, limit: { requests: 2, unit: 'day' } }),
    api('halted', enforced),
    api('park', {}),
    api('porch', {
      operationAccess: { 'GET /dogs': 'public' },
      addressLimit: { requests: 2, unit: 'day' },
    }),
  ];
  const subscriptions = Object.fromEntries(apis.map(({ name }) => [`${name}/v1`, { tier: 'gold' }]));
  return writeRepository(
    {
      settings: { unauthenticatedStatus: 401 },
      deployment: {
        trustedProxies: ['127.0.0.1'],
        externalAuthorization: { port: 0, missingBodies: 'empty' },
      },
      apis,
      applications: [
        { name: 'walker', subscriptions },
        { name: 'stranger', subscriptions: {} },
      ],
    },
    atEnd,
  );
}
