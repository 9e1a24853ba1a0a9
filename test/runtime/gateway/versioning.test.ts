import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LifecycleState } from '#compiled/manifest.ts';
import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const as = 'DogWalker-production';
let upstream: UpstreamInTest;
let gateway: GatewayInTest;

/** Each version has its own endpoint, so that the upstream's path shows which one was called. */
function tableIn(
  versioning: VersioningStyle,
  gatewayUrl = 'https://gateway.example.edu',
  highest: LifecycleState = 'blocked',
) {
  const versions = [
    { version: 'v2', state: 'deprecated' },
    { version: 'v9', state: 'published' },
    { version: 'v10', state: 'published' },
    { version: 'v11', state: highest },
    { version: 'v12', state: 'created' },
  ] as const;
  return buildTable({
    gateway: { versioning, gatewayUrl },
    apis: versions.map(({ version, state }) =>
      defineApi({ version, state, endpoints: { production: { targets: [`${upstream.url}/${version}`] } } }),
    ),
    applications: [defineApplication('DogWalker')],
    subscriptions: versions.map(({ version }) => subscribe('DogWalker', `DogPark/${version}`)),
  });
}

beforeAll(async () => {
  upstream = await openUpstream('versions');
  gateway = await openGateway(tableIn('url'));
});

beforeEach(() => {
  upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

async function outcomeOf(path: string, version?: string) {
  const headers = version === undefined ? {} : { 'api-version': version };
  const { status, code } = await gateway.call(path, { as, headers });
  return status === 200 ? upstream.seen.at(-1)?.url : `${status} ${code}`;
}

describe('in the URL', () => {
  beforeAll(() => gateway.swap(tableIn('url')));

  test('the path has the say, and the header is the API’s own affair', async () => {
    expect(await outcomeOf('/dog_park/v2/dogs')).toBe('/v2/dogs');
    expect(await outcomeOf('/dog_park/v9/dogs', 'v2')).toBe('/v9/dogs');
    expect(await outcomeOf('/dog_park/dogs')).toBe('404 api_unknown');
  });

  test('the path of the gateway’s address comes first', async () => {
    await gateway.swap(tableIn('url', 'https://gateway.example.edu/apis'));
    expect(await outcomeOf('/apis/dog_park/v2/dogs')).toBe('/v2/dogs');
    expect(await outcomeOf('/dog_park/v2/dogs')).toBe('404 api_unknown');
    expect(await outcomeOf('/apisdog_park/v2/dogs')).toBe('404 api_unknown');
    expect(await outcomeOf('/apis')).toBe('404 api_unknown');
  });
});

describe('in a header', () => {
  beforeAll(() => gateway.swap(tableIn('header')));

  test.each([
    ['/dog_park/dogs', 'v2', '/v2/dogs'],
    ['/dog_park/dogs', 'v10', '/v10/dogs'],
    ['/dog_park/dogs', undefined, '400 version_missing'],
    ['/dog_park/dogs', 'v3', '404 api_unknown'],
    ['/dog_park/dogs', 'v11', '503 api_blocked'],
    ['/dog_park/dogs', 'v12', '404 api_unknown'],
    ['/dog_park/v2/dogs', 'v2', '404 resource_unknown'],
    ['/cats/dogs', undefined, '404 api_unknown'],
  ])('%s with %s', async (path, version, outcome) => {
    expect(await outcomeOf(path, version)).toBe(outcome);
  });

  test('a preflight, which cannot carry it, is for the latest version', async () => {
    const headers = { origin: 'https://a.example.edu', 'access-control-request-method': 'GET' };
    const preflight = async () =>
      (await gateway.call('/dog_park/dogs', { method: 'OPTIONS', headers })).status;
    expect(await preflight()).toBe(503);
    await gateway.swap(tableIn('header', undefined, 'retired'));
    expect(await preflight()).toBe(200);
  });
});

describe('in either', () => {
  beforeAll(() => gateway.swap(tableIn('hybrid')));

  test.each([
    ['/dog_park/v2/dogs', undefined, '/v2/dogs'],
    ['/dog_park/v2/dogs', 'v2', '/v2/dogs'],
    ['/dog_park/v2/dogs', 'v9', '400 version_conflict'],
    ['/dog_park/dogs', 'v9', '/v9/dogs'],
    ['/dog_park/dogs', undefined, '503 api_blocked'],
    ['/dog_park/dogs', 'v3', '404 api_unknown'],
    ['/dog_park/v3/dogs', undefined, '503 api_blocked'],
    ['/dog_park', undefined, '503 api_blocked'],
    ['/cats/v1/dogs', undefined, '404 api_unknown'],
  ])('%s with %s', async (path, version, outcome) => {
    expect(await outcomeOf(path, version)).toBe(outcome);
  });

  test.each([
    ['published', '/v11/dogs'],
    ['blocked', '503 api_blocked'],
    ['deprecated', '/v10/dogs'],
    ['retired', '/v10/dogs'],
    ['created', '/v10/dogs'],
  ] as const)('a call without a version where the highest one is %s', async (highest, outcome) => {
    await gateway.swap(tableIn('hybrid', undefined, highest));
    expect(await outcomeOf('/dog_park/dogs')).toBe(outcome);
  });
});

test.each([
  ['url', '/dog_park/v9/dogs', undefined],
  ['hybrid', '/dog_park/v9/dogs', 'API-Version'],
  ['header', '/dog_park/dogs', 'API-Version'],
] as const)('what a cache keeps apart in style %s', async (style, path, vary) => {
  await gateway.swap(tableIn(style));
  const { status, headers } = await gateway.call(path, { as, headers: { 'api-version': 'v9' } });
  expect({ status, vary: headers['vary'] }).toEqual({ status: 200, vary });
});
