import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const realm = 'Bearer realm="https://gateway.example.edu", error="insufficient_scope"';

let upstream: UpstreamInTest;
let gateway: GatewayInTest;

beforeAll(async () => {
  upstream = await openUpstream('production');
  const endpoints = { production: { targets: [upstream.url] } };
  const operations = [
    'GET /dogs',
    'POST /dogs dogs:write dogs:read | admin',
    'GET /dogs/{id} dogs:read',
    { method: 'GET', path: '/nobody', scopes: [] },
  ];
  gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({ endpoints, operations }),
        defineApi({ name: 'CatPark', context: 'cat_park', endpoints, operations }),
      ],
      applications: [defineApplication('DogWalker'), defineApplication('Reader')],
      subscriptions: [
        subscribe('DogWalker', 'DogPark/v1', 'active', ['admin', 'dogs:read', 'dogs:write']),
        subscribe('DogWalker', 'CatPark/v1', 'active', ['dogs:read']),
        subscribe('Reader', 'DogPark/v1', 'active', ['dogs:read']),
      ],
    }),
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

async function call(method: string, path: string, scopes: readonly string[], application = 'DogWalker') {
  const token = await gateway.tokenFor(`${application}-production`, scopes);
  const { status, code, headers } = await gateway.call(path, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status, code, challenge: headers['www-authenticate'] };
}

const passed = { status: 200, code: undefined, challenge: undefined };
const refused = (scope: string) => ({
  status: 403,
  code: 'scope_insufficient',
  challenge: `${realm}, scope="${scope}"`,
});

describe('an operation that needs no scope', () => {
  test.each([[[]], [['dogs:read']]])('passes with %j', async (scopes) => {
    expect(await call('GET', '/dog_park/v1/dogs', scopes)).toEqual(passed);
  });
});

describe('an operation that needs scopes', () => {
  test.each([
    ['all of the first alternative', ['dogs:read', 'dogs:write']],
    ['the second alternative', ['admin']],
    ['more than it needs', ['other', 'admin', 'dogs:read']],
  ])('passes with %s', async (_title, scopes) => {
    expect(await call('POST', '/dog_park/v1/dogs', scopes)).toEqual(passed);
  });

  test.each([
    ['none', []],
    ['one of two', ['dogs:write']],
    ['another one', ['dogs']],
    ['one in capitals', ['ADMIN']],
    ['the name of a member of every object', ['constructor', '__proto__']],
  ])('is refused with %s, and the upstream sees nothing', async (_title, scopes) => {
    const before = upstream.seen.length;
    expect(await call('POST', '/dog_park/v1/dogs', scopes)).toEqual(refused('dogs:read dogs:write'));
    expect(upstream.seen).toHaveLength(before);
  });

  test('is refused where the subscription does not allow what the token says', async () => {
    expect(await call('POST', '/dog_park/v1/dogs', ['admin'], 'Reader')).toEqual(
      refused('dogs:read dogs:write'),
    );
    expect(await call('GET', '/dog_park/v1/dogs/1', ['dogs:read'], 'Reader')).toEqual(passed);
  });

  test('is refused where only the subscription to another API allows the scope', async () => {
    expect(await call('POST', '/cat_park/v1/dogs', ['admin', 'dogs:read', 'dogs:write'])).toEqual(
      refused('dogs:read dogs:write'),
    );
  });

  test('needs them for HEAD as for the GET that it becomes', async () => {
    expect(await call('HEAD', '/dog_park/v1/dogs/1', [])).toMatchObject({
      status: 403,
      challenge: `${realm}, scope="dogs:read"`,
    });
    expect(await call('HEAD', '/dog_park/v1/dogs/1', ['dogs:read'])).toEqual(passed);
  });
});

describe('before its scopes', () => {
  test('the resource and the method of a call are looked at', async () => {
    expect(await call('GET', '/dog_park/v1/cats', [])).toMatchObject({
      status: 404,
      code: 'resource_unknown',
    });
    expect(await call('PUT', '/dog_park/v1/dogs/1', [])).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
    });
  });

  test('OPTIONS is answered', async () => {
    expect(await call('OPTIONS', '/dog_park/v1/dogs/1', [])).toEqual(passed);
  });
});

test('an operation whose scopes nobody can ask for refuses every token, and names none', async () => {
  expect(await call('GET', '/dog_park/v1/nobody', ['admin'])).toEqual({
    status: 403,
    code: 'scope_insufficient',
    challenge: realm,
  });
});
