import type { RecordingUpstream } from '../recording-upstream.ts';

/** One version of an API, as its declaration says it but for its document. */
export interface DeclaredApi {
  readonly name: string;
  readonly version?: string;
  readonly context: string;
  readonly state?: string;
  /** Each as `GET /dogs`; the scopes that it needs follow, alternatives separated by `|`. */
  readonly operations: readonly string[];
  /** In place of the document that is made of the operations. */
  readonly document?: Readonly<Record<string, unknown>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const origin = 'https://walker.example.edu';
const moving = 'https://parks.example.edu/addresses';
const shared = {
  allowHeaders: ['Authorization', 'Content-Type'],
  exposeHeaders: ['ETag'],
  maxAgeSeconds: 600,
};
const dogs = ['GET /dogs', 'POST /dogs', 'GET /dogs/{id}'];
const hourly = (requests: number) => ({ requests, unit: 'hour' });

/** Every API of the suite. The path of an endpoint is the context, so that the upstream sees which API was called. */
export function declareApis(
  { production, sandbox }: RecordingUpstream,
  closed: string,
): readonly DeclaredApi[] {
  const both = (context: string, settings = {}) => ({
    production: { url: `${production}/${context}`, ...settings },
    sandbox: { url: `${sandbox}/${context}`, ...settings },
  });
  const api = (name: string, context: string, changes: Partial<DeclaredApi> = {}): DeclaredApi => ({
    name,
    context,
    operations: dogs,
    ...changes,
    settings: { endpoints: both(context), ...changes.settings },
  });
  return [
    api('Park', 'park', {
      operations: [
        ...dogs,
        'PUT /dogs/{id}',
        'PATCH /dogs/{id}',
        'DELETE /dogs/{id}',
        'GET /dogs/admin',
        'GET /dogs/{id}/parts/{part}',
        'HEAD /heads',
        'OPTIONS /own_options',
        'GET /',
        'GET /answers/{name}',
        'POST /answers/{name}',
        'GET /pairs/{one},{other}',
        'GET /{a}/{b}/{c}/{d}',
      ],
      settings: {
        cors: { allowOrigins: [origin, 'https://second.example.edu'], ...shared },
        alsoAt: [
          '/park-service/v2',
          '/v1/parks/all',
          "/p!a$r&k'(s)*+,=:@~/1.0",
          { path: '/Old.Parks', deprecation: { since: '2026-01-31', sunset: '2027-01-31', link: moving } },
        ],
      },
    }),
    api('Meadow', 'meadow', { settings: { cors: { allowOrigins: ['*'], ...shared, exposeHeaders: [] } } }),
    api('Guarded', 'guarded', {
      operations: [
        'GET /dogs',
        'POST /dogs dogs:write dogs:read | admin',
        'GET /dogs/{id} dogs:read',
        'DELETE /dogs/{id} admin',
      ],
      settings: { alsoAt: ['/guarded-desk/v1'] },
    }),
    api('Draft', 'draft', { state: 'created', settings: { alsoAt: ['/draft-service'] } }),
    api('Old', 'old', { state: 'retired', settings: { alsoAt: ['/old-service'] } }),
    api('Halted', 'halted', {
      state: 'blocked',
      settings: { cors: { allowOrigins: [origin], ...shared }, alsoAt: ['/halted-service'] },
    }),
    api('Aged', 'aged', {
      state: 'deprecated',
      operations: [...dogs, 'GET /answers/{name}'],
      settings: {
        cors: { allowOrigins: [origin], ...shared },
        deprecation: {
          since: '2026-01-31',
          sunset: '2027-01-31',
          link: 'https://parks.example.edu/moving',
          successor: 'Park/v1',
        },
        alsoAt: [
          '/aged-service',
          { path: '/aging', deprecation: { since: '2025-01-31', sunset: '2026-12-31' } },
        ],
      },
    }),
    api('Ageless', 'ageless', { state: 'deprecated', settings: { deprecation: { since: '2026-01-31' } } }),
    ...(
      [
        ['v1', 'retired'],
        ['v2', 'deprecated'],
        ['v9', 'published'],
        ['v12', 'created'],
      ] as const
    ).map(([version, state]) =>
      api('Versions', 'versions', {
        version,
        state,
        settings: {
          endpoints: both(`versions-${version}`),
          ...(state === 'deprecated' && { deprecation: { since: '2026-01-31' } }),
        },
      }),
    ),
    api('Real', 'real', { settings: { endpoints: { production: { url: `${production}/real` } } } }),
    api('Toy', 'toy', { settings: { endpoints: { sandbox: { url: `${sandbox}/toy` } } } }),
    api('Closed', 'closed', {
      settings: {
        cors: { allowOrigins: [origin], ...shared },
        endpoints: { production: { url: `${closed}/closed` } },
      },
    }),
    api('Nowhere', 'nowhere', {
      settings: { endpoints: { production: { url: 'https://nowhere.invalid' } } },
    }),
    api('Patient', 'patient', {
      operations: ['GET /answers/{name}', 'POST /answers/{name}'],
      settings: { endpoints: both('patient', { timeouts: { firstByteMs: 300 }, retries: 0 }) },
    }),
    api('Small', 'small', { settings: { maxBodyBytes: 16 } }),
    api('Keyed', 'keyed', {
      settings: {
        endpoints: both('keyed', {
          auth: { header: { name: 'X-Api-Key', value: { fromFile: 'secrets/key' } } },
        }),
      },
    }),
    api('Files', 'files', {
      operations: ['GET /files/{path}', 'GET /files/{folder}/{file}', 'GET /keys/{name} keys:read'],
      settings: { pathEncoding: 'pass' },
    }),
    api('Lobby', 'lobby', {
      operations: [
        'GET /dogs',
        'POST /dogs',
        'GET /dogs/{id}',
        'GET /dogs/admin',
        'GET /dogs/{id}/owner',
        'GET /answers/{name}',
      ],
      settings: {
        operationAccess: {
          'GET /dogs': 'public',
          'GET /dogs/{id}': 'public',
          'GET /answers/{name}': 'public',
        },
        addressLimit: { requests: 100_000, unit: 'second' },
        cors: { allowOrigins: [origin], ...shared },
        alsoAt: ['/lobby-desk/v1'],
      },
    }),
    // Its context begins with that of another one.
    api('Parking', 'parking'),
    api('Order', 'order', {
      operations: [
        'GET /{any}',
        'GET /admin admin',
        'GET /{any}/{other}',
        'GET /dogs/admin admin',
        'GET /dogs/{id}',
      ],
    }),
    api('Lenient', 'lenient', {
      operations: ['GET /dogs', 'GET /dogs/{id} dogs:read', 'GET /admin/keys admin', 'GET /a,{b} admin'],
      settings: { operations: { undeclared: 'pass' }, cors: { allowOrigins: [origin], ...shared } },
    }),
    api('Rationed', 'rationed'),
    api('Ceiling', 'ceiling', { settings: { limit: hourly(2) } }),
    api('Narrow', 'narrow', { settings: { operationLimits: { 'POST /dogs': hourly(2) } } }),
    api('Porch', 'porch', {
      settings: { operationAccess: { 'GET /dogs': 'public' }, addressLimit: hourly(2) },
    }),
  ];
}
