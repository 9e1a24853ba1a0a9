import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const walker = 'DogWalker-production';
let upstream: UpstreamInTest;
let sandbox: UpstreamInTest;
let gateway: GatewayInTest;

beforeAll(async () => {
  upstream = await openUpstream('production');
  sandbox = await openUpstream('sandbox');
  const endpoints = { production: { targets: [upstream.url] }, sandbox: { targets: [sandbox.url] } };
  gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({
          endpoints,
          operations: ['GET /dogs', 'POST /dogs', 'GET /dogs/{id}', 'HEAD /heads', 'GET /'],
        }),
        defineApi({ name: 'Old', context: 'old', state: 'retired', endpoints: {} }),
        defineApi({ name: 'Blocked', context: 'blocked', state: 'blocked', endpoints }),
        defineApi({ name: 'Aged', context: 'aged', state: 'deprecated', endpoints }),
        defineApi({ name: 'Draft', context: 'draft', state: 'created', endpoints }),
        defineApi({ name: 'Real', context: 'real', endpoints: { production: { targets: [upstream.url] } } }),
        defineApi({ name: 'Toy', context: 'toy', endpoints: { sandbox: { targets: [sandbox.url] } } }),
      ],
      applications: [
        defineApplication('DogWalker'),
        defineApplication('Stranger'),
        defineApplication('Banned'),
      ],
      subscriptions: [
        subscribe('DogWalker'),
        subscribe('DogWalker', 'Aged/v1'),
        subscribe('DogWalker', 'Real/v1'),
        subscribe('DogWalker', 'Toy/v1'),
        subscribe('Banned', 'DogPark/v1', 'blocked'),
      ],
    }),
  );
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
  await sandbox.close();
});

describe('a call that passes', () => {
  test('reaches the endpoint of its key set', async () => {
    expect(await gateway.call('/dog_park/v1/dogs', { as: walker })).toMatchObject({
      status: 200,
      text: '{"upstream":"production"}',
    });
    expect(await gateway.call('/dog_park/v1/dogs', { as: 'DogWalker-sandbox' })).toMatchObject({
      status: 200,
      text: '{"upstream":"sandbox"}',
    });
  });

  test('may be of a deprecated API', async () => {
    expect(await gateway.call('/aged/v1/dogs', { as: walker })).toMatchObject({ status: 200 });
  });

  test('may be of the root of an API', async () => {
    for (const path of ['/dog_park/v1', '/dog_park/v1/']) {
      expect(await gateway.call(path, { as: walker })).toMatchObject({ status: 200 });
      expect(upstream.seen.at(-1)).toMatchObject({ url: '/' });
    }
  });
});

describe('a call that is refused', () => {
  const bearer = 'Bearer realm="https://gateway.example.edu"';

  test.each([
    ['an unknown API', '/cats/v1/cats', 404, 'api_unknown'],
    ['an unknown version', '/dog_park/v2/dogs', 404, 'api_unknown'],
    ['a context in another case', '/Dog_Park/v1/dogs', 404, 'api_unknown'],
    ['no version', '/dog_park', 404, 'api_unknown'],
    ['nothing', '/', 404, 'api_unknown'],
    ['an API that is only created', '/draft/v1/dogs', 404, 'api_unknown'],
    ['a retired API', '/old/v1/dogs', 410, 'api_retired'],
    ['a blocked API', '/blocked/v1/dogs', 503, 'api_blocked'],
    ['an unknown resource', '/dog_park/v1/cats', 404, 'resource_unknown'],
    ['a resource in another case', '/dog_park/v1/Dogs', 404, 'resource_unknown'],
    ['a resource with a slash more', '/dog_park/v1/dogs/', 404, 'resource_unknown'],
    ['an API without the other endpoint', '/toy/v1/dogs', 403, 'production_unavailable'],
  ])('for %s', async (_what, path, status, code) => {
    expect(await gateway.call(path, { as: walker })).toMatchObject({ status, code });
  });

  test('for a sandbox token where there is no sandbox endpoint', async () => {
    const answer = await gateway.call('/real/v1/dogs', { as: 'DogWalker-sandbox' });
    expect(answer).toMatchObject({ status: 403, code: 'sandbox_unavailable' });
  });

  test('for an application without a subscription, or with a blocked one', async () => {
    const stranger = await gateway.call('/dog_park/v1/dogs', { as: 'Stranger-production' });
    expect(stranger).toMatchObject({ status: 403, code: 'not_subscribed' });
    const banned = await gateway.call('/dog_park/v1/dogs', { as: 'Banned-production' });
    expect(banned).toMatchObject({ status: 403, code: 'subscription_blocked' });
  });

  test('for an undeclared method, with the declared ones in `Allow`', async () => {
    const answer = await gateway.call('/dog_park/v1/dogs', { as: walker, method: 'DELETE' });
    expect(answer).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(answer.headers['allow']).toBe('GET, POST, HEAD, OPTIONS');
    const odd = await gateway.call('/dog_park/v1/dogs', { as: walker, method: 'PROPFIND' });
    expect(odd).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  test.each([
    ['no header', {}, 403, 'token_missing', bearer],
    ['another scheme', { authorization: 'Basic abc' }, 403, 'token_missing', bearer],
    ['no token', { authorization: 'Bearer' }, 403, 'token_invalid', `${bearer}, error="invalid_token"`],
    ['two words', { authorization: 'Bearer a b' }, 403, 'token_invalid', `${bearer}, error="invalid_token"`],
    ['nonsense', { authorization: 'bearer xyz' }, 403, 'token_invalid', `${bearer}, error="invalid_token"`],
  ])('for %s in place of a token', async (_what, headers, status, code, challenge) => {
    const answer = await gateway.call('/dog_park/v1/dogs', { headers });
    expect(answer).toMatchObject({ status, code });
    expect(answer.headers['www-authenticate']).toBe(challenge);
  });

  test('for a token in the query, alone or beside one in the header', async () => {
    const token = await gateway.tokenFor(walker);
    const alone = await gateway.call(`/dog_park/v1/dogs?access_token=${token}`);
    expect(alone).toMatchObject({ status: 403, code: 'token_missing' });
    const beside = await gateway.call(`/dog_park/v1/dogs?a=b&access_token=${token}`, { as: walker });
    expect(beside).toMatchObject({ status: 400, code: 'token_ambiguous' });
  });

  test('for two Authorization headers, of which Node shows the first one', async () => {
    const token = `Bearer ${await gateway.tokenFor(walker)}`;
    const answer = await gateway.call('/dog_park/v1/dogs', { headers: { authorization: [token, token] } });
    expect(answer).toMatchObject({ status: 400, code: 'token_ambiguous' });
  });

  test('for keys that are not declared, or as another key set', async () => {
    const unknown = await gateway.call('/dog_park/v1/dogs', { as: 'Nobody-production' });
    expect(unknown).toMatchObject({ status: 403, code: 'token_invalid' });
  });
});

describe('the order of refusals', () => {
  test.each([
    ['a malformed path before an unknown API', '/cats//v1/cats', {}, 'path_malformed'],
    ['an unknown API before a missing token', '/cats/v1/cats', {}, 'api_unknown'],
    ['a retired API before a missing token', '/old/v1/dogs', {}, 'api_retired'],
    ['a blocked API before a missing token', '/blocked/v1/dogs', {}, 'api_blocked'],
    ['a missing token before an unknown resource', '/dog_park/v1/cats', {}, 'token_missing'],
    [
      'no subscription before an unknown resource',
      '/dog_park/v1/cats',
      { as: 'Stranger-production' },
      'not_subscribed',
    ],
    [
      'no subscription before a wrong method',
      '/dog_park/v1/dogs',
      { as: 'Stranger-production', method: 'PUT' },
      'not_subscribed',
    ],
    [
      'no endpoint before an unknown resource',
      '/real/v1/cats',
      { as: 'DogWalker-sandbox' },
      'sandbox_unavailable',
    ],
    [
      'a wrong method before an odd media type',
      '/dog_park/v1/dogs',
      { as: walker, method: 'PUT', body: 'x', headers: { 'content-type': 'odd' } },
      'method_not_allowed',
    ],
  ])('%s', async (_what, path, options, code) => {
    expect(await gateway.call(path, options)).toMatchObject({ code });
  });
});

test('what is not a media type is refused, and never reaches the upstream', async () => {
  const headers = { 'content-type': 'odd' };
  const answer = await gateway.call('/dog_park/v1/dogs', { as: walker, method: 'POST', body: 'x', headers });
  expect(answer).toMatchObject({ status: 415, code: 'media_type_unsupported' });
});

test('no call has met a fault of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});
