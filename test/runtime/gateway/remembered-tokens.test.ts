import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { applyChange, diffTables } from '#compiled/table-change.ts';
import type { ManifestUser } from '#compiled/manifest.ts';
import { mintToken } from '#runtime/token/mint-token.ts';
import { makeSigningKey, openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { alice } from '../oauth/authorization-in-test.ts';
import { rawGet, sendRaw } from '../send-raw.ts';
import { buildTable, defineApi, defineApplication, subscribe, type TableInTest } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const start = 1_800_000_000;
const walker = defineApplication('DogWalker');
const other = defineApplication('Other');
const dogs = '/dog_park/v1/dogs';
let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let table: Compiled;
let now: number;
let authorization: string;

beforeAll(async () => {
  upstream = await openUpstream('upstream');
});

afterAll(() => upstream.close());

beforeEach(async () => {
  now = start;
  table = defineTable();
  gateway = await openGateway(table, {
    clock: () => now * 1000,
    secrets: { OTHER_KEY: makeSigningKey() },
  });
  authorization = `Bearer ${mintForAlice()}`;
  expect(await call()).toBe(200);
  expect(await call()).toBe(200);
});

afterEach(async () => {
  expect(gateway.faults).toEqual([]);
  await gateway.close();
});

function defineTable(changes: Partial<TableInTest> = {}): Compiled {
  const endpoints = { production: { targets: [upstream.url] } };
  const more = ['cat_park', 'bird_park'].map((context) => defineApi({ name: context, context, endpoints }));
  return buildTable({
    apis: [defineApi({ endpoints }), ...more],
    applications: [walker, other],
    subscriptions: [subscribe('DogWalker'), subscribe('DogWalker', 'bird_park/v1', 'blocked')],
    users: [alice],
    ...changes,
  });
}

function mintForAlice(): string {
  const { generation } = gateway.serving;
  if (!generation) throw new Error('nothing is served');
  const client = { consumerKey: 'DogWalker-production', keySet: 'production' } as const;
  const order = { client, subject: 'user:alice', holder: { user: alice }, scopes: [] };
  return mintToken(generation.authorization.mint, order).token;
}

/** The code of the refusal, or the status. */
async function call(path = dogs): Promise<string | number> {
  const { status, code } = await gateway.call(path, { headers: { authorization } });
  return code ?? status;
}

/** As a reload does: what did not change is the same objects in the next table. */
async function reload(changes: Partial<TableInTest> = {}): Promise<void> {
  table = applyChange(table, diffTables(table, defineTable(changes)));
  await gateway.swap(table);
}

const userWith = (changes: Partial<ManifestUser>) => ({ users: [{ ...alice, ...changes }] });
const tokenWith = (changes: object) => {
  const { gateway: settings } = buildTable({ apis: [], applications: [], subscriptions: [] }).manifest;
  return { gateway: { token: { ...settings.token, ...changes } } };
};

describe('a token that is remembered is as good as what a reload declares', () => {
  test.each<[string, Partial<TableInTest>, string]>([
    ['without its application', { applications: [other], subscriptions: [] }, 'token_invalid'],
    ['without its key set', { applications: [{ ...walker, keySets: [] }, other] }, 'token_invalid'],
    [
      'with its consumer key in another application',
      {
        applications: [
          { ...walker, keySets: [] },
          { ...other, keySets: walker.keySets },
        ],
      },
      'not_subscribed',
    ],
    ['without its subscription', { subscriptions: [] }, 'not_subscribed'],
    [
      'with its subscription blocked',
      { subscriptions: [subscribe('DogWalker', 'DogPark/v1', 'blocked')] },
      'subscription_blocked',
    ],
    ['without its user', { users: [] }, 'token_invalid'],
    ['with its user disabled', userWith({ state: 'disabled' }), 'token_invalid'],
    ['with its user logged out', userWith({ tokensNotBefore: start + 1 }), 'token_invalid'],
    [
      'with its application logged out',
      { applications: [{ ...walker, tokensNotBefore: start + 1 }, other] },
      'token_invalid',
    ],
    ['with everybody logged out', tokenWith({ tokensNotBefore: start + 1 }), 'token_invalid'],
    [
      'without its key',
      tokenWith({ signingKeys: [{ key: { fromEnv: 'OTHER_KEY' }, use: 'sign' }] }),
      'token_invalid',
    ],
  ])('%s', async (_what, changes, refused) => {
    await reload(changes);
    expect([await call(), await call()]).toEqual([refused, refused]);
    await reload();
    expect([await call(), await call()]).toEqual([200, 200]);
  });
});

test('a subscription that a reload adds is good for a token that was refused without', async () => {
  expect(await call('/cat_park/v1/dogs')).toBe('not_subscribed');
  await reload({ subscriptions: [subscribe('DogWalker', 'cat_park/v1')] });
  expect([await call('/cat_park/v1/dogs'), await call()]).toEqual([200, 'not_subscribed']);
});

test('a token opens no API by having been good for another one', async () => {
  const refusals = [];
  for (const context of ['cat_park', 'bird_park', 'bird_park', 'cat_park']) {
    refusals.push(await call(`/${context}/v1/dogs`));
    expect(await call()).toBe(200);
  }
  expect(refusals).toEqual([
    'not_subscribed',
    'subscription_blocked',
    'subscription_blocked',
    'not_subscribed',
  ]);
});

test('a token expires while it is cached', async () => {
  now = start + 599;
  expect(await call()).toBe(200);
  now = start + 600;
  expect([await call(), await call()]).toEqual(['token_invalid', 'token_invalid']);
});

test('a token is revoked while it is remembered, and others are not', async () => {
  const revoked = authorization;
  authorization = `Bearer ${mintForAlice()}`;
  expect(await call()).toBe(200);
  const [, payload = ''] = revoked.split('.');
  const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly jti: string };
  await gateway.store.revoke(jti, start + 600);
  expect(await call()).toBe(200);
  authorization = revoked;
  expect(await call()).toBe('token_invalid');
});

describe('a remembered token', () => {
  const outcome = async (...headers: readonly string[]) => {
    const answer = await sendRaw(gateway.port, rawGet(dogs, ...headers));
    return /"code":"(\w+)"/.exec(answer)?.[1] ?? Number(answer.split(' ')[1]);
  };

  test.each<[string, number | string]>([
    ['authorization: bearer {token}', 200],
    ['AUTHORIZATION: BEARER {token}', 200],
    ['Authorization: bEaReR  \t {token} \t', 200],
    ['Authorization:Bearer {token}', 200],
    ['Authorization: Bearer\t{token}', 'token_missing'],
    ['Authorization: Bearer{token}', 'token_missing'],
    ['Authorization: {token}', 'token_missing'],
    ['Authorization: Bearers {token}', 'token_missing'],
    ['Authorization: Bearer {token} {token}', 'token_invalid'],
    ['Authorization: Bearer Bearer {token}', 'token_invalid'],
    ['Authorization: Bearer x{token}', 'token_invalid'],
    ['Authorization: Bearer {token}x', 'token_invalid'],
    ['Authorization: Bearer {token}\r\nAuthorization: Bearer {token}', 'token_ambiguous'],
    ['Authorization: Bearer {token}\r\naUTHORIZATION: Basic x', 'token_ambiguous'],
    ['authorization: Basic x\r\nAccept: a/b\r\nAUTHORIZATION: Bearer {token}', 'token_ambiguous'],
  ])('in %j', async (headers, expected) => {
    const token = authorization.slice('Bearer '.length);
    expect(await outcome(headers.replaceAll('{token}', token))).toBe(expected);
  });
});
