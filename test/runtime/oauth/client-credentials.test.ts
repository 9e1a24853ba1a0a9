import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  defineTable,
  openAuthorization,
  refusal,
  type AuthorizationInTest,
} from './authorization-in-test.ts';

let server: AuthorizationInTest;

beforeAll(async () => {
  server = await openAuthorization(defineTable());
});

beforeEach(() => server.swap(defineTable()));

afterEach(() => expect(server.faults).toEqual([]));

afterAll(() => server.close());

const ask = (scope?: string) =>
  server.token('Service-production', { grant_type: 'client_credentials', scope });

describe('the token of a client has', () => {
  test.each([
    ['all scopes that it may have where it names none', undefined, 'dogs:read dogs:write'],
    ['all of them where it names none in so many words', '', 'dogs:read dogs:write'],
    ['the one that it names', 'dogs:write', 'dogs:write'],
    ['those that it names, in order', 'dogs:write dogs:read', 'dogs:read dogs:write'],
    ['one that it names twice', 'dogs:read dogs:read', 'dogs:read'],
  ])('%s', async (_which, requested, scope) => {
    const { status, json } = await ask(requested);
    expect({ status, json }).toEqual({
      status: 200,
      json: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 600, scope },
    });
    expect(decodeJwt(String(json['access_token']))).toMatchObject({
      scope,
      sub: 'client:Service-production',
    });
  });

  test('no scope where it may have none', async () => {
    await server.swap(defineTable({ scopes: [] }));
    const { status, json } = await ask();
    expect({ status, json }).toEqual({
      status: 200,
      json: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 600 },
    });
    expect(decodeJwt(String(json['access_token']))).not.toHaveProperty('scope');
  });
});

describe('a scope is refused', () => {
  test.each([
    ['that no API has', 'dogs:walk'],
    ['beside one that is allowed', 'dogs:read dogs:walk'],
    ['before one that is allowed', 'dogs:walk dogs:read'],
    ['in another case', 'Dogs:read'],
    ['after a space', ' dogs:read'],
    ['after two spaces', 'dogs:read  dogs:write'],
    ['after a tab', 'dogs:read\tdogs:write'],
    ['that is a space', ' '],
    ['that is in the way of every object', '__proto__'],
  ])('%s', async (_which, requested) => {
    expect(await ask(requested)).toEqual(refusal(400, 'invalid_scope'));
  });

  test('that is no longer allowed', async () => {
    await server.swap(defineTable({ scopes: ['dogs:read'] }));
    expect(await ask('dogs:read dogs:write')).toEqual(refusal(400, 'invalid_scope'));
    expect(await ask()).toMatchObject({ json: { scope: 'dogs:read' } });
  });
});
