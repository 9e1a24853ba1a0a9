import fc from 'fast-check';
import { defaultAddressLimit } from '#compiled/compiled-api.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestApplication, ManifestUser } from '#compiled/manifest.ts';
import type { TokenClaims } from '#runtime/token/claims.ts';
import { bindToHolder } from '#runtime/token/user-binding.ts';
import { buildTable, defineApplication, subscribe, type ApiInTest } from '../../runtime/table-builder.ts';
import type { AskedCall } from './admit-in-test.ts';
import { declareProvider } from '../../runtime/identity/oidc/login-in-test.ts';

/** When tokens of the tests were issued, and a later time. */
const [issuedAt, later] = [1000, 2000];

const scopes = ['read', 'write'] as const;
const notBefore = fc.constantFrom(undefined, undefined, issuedAt, later);

/** Templates that some paths fit several of. */
const operation = fc
  .record({
    access: fc.constantFrom('', '', '', 'public '),
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST'),
    path: fc.constantFrom(
      '/dogs',
      '/dogs/{id}',
      '/dogs/mine',
      '/{kind}/mine',
      '/{kind}/{name}',
      '/dogs/{id}.json',
      '/dogs/{id}/a:b',
    ),
    needs: fc.constantFrom('', '', ' read', ' write', ' read write', ' read | write'),
  })
  .map(({ access, method, path, needs }) => `${access}${method} ${path}${access === '' ? needs : ''}`);

const endpoint = { targets: ['https://upstream.example'] };

const api = fc.record({
  state: fc.constantFrom<ApiInTest['state'][]>(
    'published',
    'published',
    'published',
    'deprecated',
    'created',
    'blocked',
    'retired',
  ),
  undeclared: fc.constantFrom(undefined, 'pass' as const),
  context: fc.constantFrom('park', 'park', 'park', 'moved'),
  operations: fc.uniqueArray(operation, {
    minLength: 1,
    maxLength: 6,
    selector: (text) => text.replace('public ', '').split(' ').slice(0, 2).join(' '),
  }),
  endpoints: fc.constantFrom(
    { production: endpoint, sandbox: endpoint },
    { production: endpoint },
    { sandbox: endpoint },
  ),
});

const application = fc
  .record({
    keySets: fc.subarray([0, 1], { minLength: 1 }),
    tokensNotBefore: notBefore,
    identityProviders: fc.option(fc.subarray(['users', 'corp']), { nil: undefined }),
  })
  .map(({ keySets, tokensNotBefore, identityProviders }) => {
    const whole = defineApplication('Walker');
    return {
      ...whole,
      keySets: keySets.flatMap((index) => whole.keySets[index] ?? []),
      ...(tokensNotBefore !== undefined && { tokensNotBefore }),
      ...(identityProviders && { identityProviders }),
    };
  });

const user = fc
  .record({
    state: fc.constantFrom<ManifestUser['state'][]>('active', 'active', 'disabled'),
    tokensNotBefore: notBefore,
  })
  .map(({ state, tokensNotBefore }): ManifestUser => ({
    name: 'ann',
    passwordDigest: 'digest',
    state,
    ...(tokensNotBefore !== undefined && { tokensNotBefore }),
  }));

const subscription = fc.record({
  state: fc.constantFrom<('active' | 'blocked')[]>('active', 'active', 'active', 'blocked'),
  scopes: fc.subarray([...scopes]),
});

/** Mostly there, since few calls are allowed otherwise. */
function mostly<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: 8 });
}

/** An identity provider. */
export const corp = declareProvider('https://corp.example', { name: 'corp' });

/** What tables with the same few names are made of, so that each can take away what another one gives. */
const declared = fc.record({
  first: mostly(api),
  second: mostly(api),
  legacyOf: fc.constantFrom('v1', 'v2', 'neither'),
  application: mostly(application),
  toFirst: mostly(subscription),
  toSecond: mostly(subscription),
  user: mostly(user),
  hasProvider: fc.boolean(),
  tokensNotBefore: notBefore,
});

type Declared = typeof declared extends fc.Arbitrary<infer Value> ? Value : never;

function toTable(given: Declared): Compiled {
  const { first, second, tokensNotBefore, hasProvider } = given;
  const applications = given.application ? [keepProviders(given.application, hasProvider)] : [];
  const versions = [
    { version: 'v1', api: first, subscription: given.toFirst },
    { version: 'v2', api: second, subscription: given.toSecond },
  ];
  return buildTable({
    gateway: {
      token: { ...lifetimes, signingKeys: [], ...(tokensNotBefore !== undefined && { tokensNotBefore }) },
    },
    apis: versions.flatMap(({ version, api: declaredApi }): ApiInTest[] =>
      declaredApi
        ? [
            {
              ...toApi(version, declaredApi),
              ...(given.legacyOf === version && { alsoAt: [{ path: '/legacy' }] }),
            },
          ]
        : [],
    ),
    applications,
    tiers: [{ name: 'gold' }],
    subscriptions: versions.flatMap(({ version, api: declaredApi, subscription: one }) =>
      one && declaredApi && given.application
        ? [subscribe('Walker', `Park/${version}`, one.state, one.scopes)]
        : [],
    ),
    users: given.user ? [given.user] : [],
    identityProviders: hasProvider ? [corp] : [],
  });
}

/** Public operations are those of the production endpoint. */
function toApi(version: string, given: NonNullable<Declared['first']>): ApiInTest {
  const { endpoints, operations } = given;
  const isOpen = 'production' in endpoints && endpoints.production !== undefined;
  return {
    ...withoutAbsent(given),
    name: 'Park',
    version,
    addressLimit: defaultAddressLimit,
    operations: isOpen ? operations : operations.map((text) => text.replace('public ', '')),
  };
}

function withoutAbsent({ undeclared, ...given }: NonNullable<Declared['first']>) {
  return { ...given, ...(undeclared && { undeclared }) };
}

const lifetimes = { lifetimeSeconds: 600, refreshIdleSeconds: 3600, refreshLifetimeSeconds: 86_400 };

function keepProviders(declaredOne: ManifestApplication, hasProvider: boolean): ManifestApplication {
  const { identityProviders } = declaredOne;
  if (!identityProviders || hasProvider) return declaredOne;
  return { ...declaredOne, identityProviders: identityProviders.filter((name) => name !== 'corp') };
}

/** An earlier table, and a newer one, which shares most of it. */
export const relatedTables = fc
  .tuple(declared, declared, fc.infiniteStream(fc.nat(3)))
  .map(([earlier, other, choices]) => {
    const isChanged = () => choices.next().value === 0;
    return [toTable(earlier), toTable(mix(earlier, other, isChanged) as Declared)] as const;
  });

/** A value with some members, or some items, of another one. */
function mix(one: unknown, other: unknown, isChanged: () => boolean): unknown {
  if (Array.isArray(one) && Array.isArray(other))
    return [...one.filter(() => !isChanged()), ...other.filter((item) => !one.includes(item) && isChanged())];
  if (!isRecord(one) || !isRecord(other)) return isChanged() ? other : one;
  return Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      mix(one[name], other[name], isChanged),
    ]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const paths = [
  '/dogs',
  '/dogs/mine',
  '/dogs/7',
  '/dogs/7.json',
  '/cats/mine',
  '/cats/7',
  '/dogs/7/a:b',
  '/unknown/1/2',
];

/** Whom tokens are issued to. */
export const subjects = [
  { subject: 'client:Walker' },
  {
    subject: 'user:ann',
    userBinding: bindToHolder({ user: { passwordDigest: 'digest' } as ManifestUser }, 'grant'),
  },
  { subject: 'user:corp/bob', userBinding: bindToHolder({ realm: 'oidc https://corp.example' }, 'grant') },
];

const tokens: readonly TokenClaims[] = (['production', 'sandbox'] as const).flatMap((keySet) =>
  [[], ['read'], ['write'], ['read', 'write']].flatMap((held) =>
    subjects.flatMap((holder) =>
      [issuedAt - 1, later].map((time) => ({
        clientId: `Walker-${keySet}`,
        keySet,
        ...holder,
        scopes: held,
        grantId: 'grant',
        tokenId: 'token',
        issuedAt: time,
        expiresAt: later + 3600,
      })),
    ),
  ),
);

/** Calls of the tables by everyone who might be allowed to make them. */
export const askedCalls: readonly AskedCall[] = ['park/v1', 'park/v2', 'moved/v1', 'legacy'].flatMap(
  (address) =>
    paths.flatMap((path) =>
      ['GET', 'HEAD', 'POST'].flatMap((method) => [
        { method, path: `/${address}${path}` },
        ...tokens.map((claims) => ({ method, path: `/${address}${path}`, claims })),
      ]),
    ),
);
