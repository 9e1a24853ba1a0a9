import { expect, test } from 'vitest';
import { restrictTable } from '#compiled/restriction/restrict-table.ts';
import type { TokenClaims } from '#runtime/token/claims.ts';
import {
  buildTable,
  defineApi,
  defineApplication,
  subscribe,
  type ApiInTest,
  type TableInTest,
} from '../../runtime/table-builder.ts';
import { admitBy } from './admit-in-test.ts';
import { corp, subjects } from './related-tables.ts';

const endpoint = { targets: ['https://dogs.example'] };
const token = {
  lifetimeSeconds: 600,
  refreshIdleSeconds: 3600,
  refreshLifetimeSeconds: 86_400,
  signingKeys: [],
};

const park = defineApi({
  operations: ['GET /dogs', 'GET /dogs/{id}', 'GET /cats cats:read', 'public GET /news'],
  endpoints: { production: endpoint, sandbox: endpoint },
});
const walker = { ...defineApplication('Walker'), identityProviders: ['users', 'corp'] };
const ann = { name: 'ann', passwordDigest: 'digest', state: 'active' } as const;
const subscription = subscribe('Walker', 'DogPark/v1', 'active', ['cats:read']);

const given: TableInTest = {
  gateway: { token },
  apis: [park],
  applications: [walker],
  tiers: [{ name: 'gold' }],
  subscriptions: [subscription],
  users: [ann],
  identityProviders: [corp],
};

function withApi(changes: Partial<ApiInTest>): Partial<TableInTest> {
  return { apis: [{ ...park, ...changes }] };
}

function withoutOperation(removed: string, ...added: readonly string[]): Partial<TableInTest> {
  return withApi({ operations: [...park.operations.filter((operation) => operation !== removed), ...added] });
}

const issuedAt = 1000;

function claimsOf(keySet: TokenClaims['keySet'], [holder, ...scopes]: readonly string[] = []): TokenClaims {
  const known = subjects.find(({ subject }) => subject === holder) ?? { subject: 'client:Walker' };
  const ids = { grantId: 'grant', tokenId: 'token', issuedAt, expiresAt: issuedAt + 600 };
  return { clientId: `Walker-${keySet}`, keySet, ...known, scopes, ...ids };
}

const [client, reader] = [claimsOf('production'), claimsOf('production', ['', 'cats:read'])];
const [user, guest] = [claimsOf('production', ['user:ann']), claimsOf('production', ['user:corp/bob'])];
const none = undefined;
const otherKey = [{ ...walker.keySets[0], consumerKey: 'other' }, walker.keySets[1]] as typeof walker.keySets;

test.for<[string, Partial<TableInTest>, string, TokenClaims | undefined, string]>([
  ['an API', { apis: [], subscriptions: [] }, '/dogs', client, 'api_unknown'],
  ['the address of an API', withApi({ context: 'other' }), '/dogs', client, 'api_unknown'],
  ['a published API', withApi({ state: 'created' }), '/dogs', client, 'api_unknown'],
  ['an API that is retired', withApi({ state: 'retired' }), '/dogs', client, 'api_retired'],
  ['an API that is blocked', withApi({ state: 'blocked' }), '/dogs', client, 'api_blocked'],
  ['an operation', withoutOperation('GET /cats cats:read'), '/cats', reader, 'resource_unknown'],
  [
    'a call without a scope',
    withoutOperation('GET /dogs', 'GET /dogs cats:read'),
    '/dogs',
    client,
    'scope_insufficient',
  ],
  [
    'a call of a path with a scope',
    withoutOperation('', 'GET /dogs/mine cats:read'),
    '/dogs/mine',
    client,
    'scope_insufficient',
  ],
  ['a public call', withoutOperation('public GET /news', 'GET /news'), '/news', none, 'token_missing'],
  [
    'an endpoint',
    withApi({ endpoints: { production: endpoint } }),
    '/dogs',
    claimsOf('sandbox'),
    'sandbox_unavailable',
  ],
  ['a subscription', { subscriptions: [] }, '/dogs', client, 'not_subscribed'],
  [
    'a blocked subscription',
    { subscriptions: [{ ...subscription, state: 'blocked' }] },
    '/dogs',
    client,
    'subscription_blocked',
  ],
  [
    'a scope of a subscription',
    { subscriptions: [{ ...subscription, scopes: [] }] },
    '/cats',
    reader,
    'scope_insufficient',
  ],
  ['an application', { applications: [], subscriptions: [] }, '/dogs', client, 'token_invalid'],
  ['a consumer key', { applications: [{ ...walker, keySets: otherKey }] }, '/dogs', client, 'token_invalid'],
  [
    'tokens of an application',
    { applications: [{ ...walker, tokensNotBefore: 2000 }] },
    '/dogs',
    client,
    'token_invalid',
  ],
  [
    'all tokens',
    { gateway: { token: { ...token, tokensNotBefore: 2000 } } },
    '/dogs',
    client,
    'token_invalid',
  ],
  ['a user', { users: [] }, '/dogs', user, 'token_invalid'],
  ['a disabled user', { users: [{ ...ann, state: 'disabled' }] }, '/dogs', user, 'token_invalid'],
  ['tokens of a user', { users: [{ ...ann, tokensNotBefore: 2000 }] }, '/dogs', user, 'token_invalid'],
  [
    'a provider',
    { identityProviders: [], applications: [{ ...walker, identityProviders: ['users'] }] },
    '/dogs',
    guest,
    'token_invalid',
  ],
  [
    'a provider of an application',
    { applications: [{ ...walker, identityProviders: ['users'] }] },
    '/dogs',
    guest,
    'token_invalid',
  ],
])('what a newer table takes away is refused as it says: %s', ([, changes, path, claims, code]) => {
  const [earlier, newer] = [buildTable(given), buildTable({ ...given, ...changes })];
  const asked = { method: 'GET', path: `/dog_park/v1${path}`, ...(claims && { claims }) };
  const codes = [earlier, newer, restrictTable(earlier, newer)].map((table) => admitBy(table)(asked).code);
  expect(codes).toEqual([undefined, code, code]);
  // What was refused before is refused, though the newer table allows it.
  expect(admitBy(restrictTable(newer, earlier))(asked).code).toBe(code);
});

test('a secret that a newer table takes away is not a secret of the restricted one', () => {
  const keySets = walker.keySets.map((keySet) => ({ ...keySet, secretDigests: [] }));
  const newer = buildTable({ ...given, applications: [{ ...walker, keySets }] });
  expect(restrictTable(buildTable(given), newer).manifest.applications).toEqual(newer.manifest.applications);
});
