import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deprecation, LifecycleState } from '#compiled/manifest.ts';
import { openGateway, type Answer, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

const since = Date.parse('2026-01-31T00:00:00Z') / 1000;
const sunset = Date.parse('2027-01-31T00:00:00Z') / 1000;
const link = 'https://parks.example.edu/moving';
const whole = { since, sunset, link, successor: 'dog_park/v9' };

/** Each version with its state, and with its declared deprecation. */
const versions: Readonly<Record<string, readonly [LifecycleState, Deprecation?]>> = {
  v1: ['created', whole],
  v2: ['published', whole],
  v3: ['deprecated'],
  v4: ['deprecated', { since }],
  v5: ['deprecated', whole],
  v6: ['blocked', whole],
  v7: ['retired', whole],
};

const cors = { allowOrigins: ['*'], allowHeaders: [], exposeHeaders: [], maxAgeSeconds: 0 };
let upstream: UpstreamInTest;
let gateway: GatewayInTest;

function tableWith(versioning: 'url' | 'header') {
  const endpoints = { production: { targets: [upstream.url] } };
  return buildTable({
    gateway: { versioning },
    apis: Object.entries(versions).map(([version, [state, deprecation]]) =>
      defineApi({ version, state, endpoints, cors, ...(deprecation && { deprecation }) }),
    ),
    applications: [defineApplication('DogWalker')],
    subscriptions: Object.keys(versions).map((version) => subscribe('DogWalker', `DogPark/${version}`)),
  });
}

beforeAll(async () => {
  upstream = await openUpstream('dogs', (request, response) => {
    request.resume();
    response.setHeader('deprecation', '@1');
    response.setHeader('link', '</dogs?page=2>; rel="next"');
    response.end('dogs');
  });
  gateway = await openGateway(tableWith('url'));
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const lifecycleHeaders = ({ headers }: Answer) => [
  headers['deprecation'],
  headers['sunset'],
  headers['link'],
];
const next = '</dogs?page=2>; rel="next"';
const links = [
  `<${link}>; rel="deprecation"`,
  `<${link}>; rel="sunset"`,
  '<https://gateway.example.edu/dog_park/v9>; rel="successor-version"',
].join(', ');
const told = ['@1769817600', 'Sun, 31 Jan 2027 00:00:00 GMT'];

describe('a call of a version that is', () => {
  test.each([
    ['created', 'v1', 404, 'api_unknown', [undefined, undefined, undefined]],
    ['published', 'v2', 200, undefined, ['@1', undefined, next]],
    ['deprecated without a date', 'v3', 200, undefined, ['@1', undefined, next]],
    ['deprecated', 'v4', 200, undefined, ['@1769817600', undefined, next]],
    ['deprecated and to end', 'v5', 200, undefined, [...told, [next, links]]],
    ['blocked', 'v6', 503, 'api_blocked', [undefined, undefined, undefined]],
    ['retired', 'v7', 410, 'api_retired', [undefined, undefined, undefined]],
  ])('%s', async (_state, version, status, code, headers) => {
    const answer = await gateway.call(`/dog_park/${version}/dogs`, { as: 'DogWalker-production' });
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(lifecycleHeaders(answer).map((value) => String(value))).toEqual(
      headers.map((value) => String(value)),
    );
  });
});

describe('a deprecated version says so', () => {
  test('where a call is refused', async () => {
    const answer = await gateway.call('/dog_park/v5/dogs');
    expect(answer).toMatchObject({ status: 403, code: 'token_missing' });
    expect(lifecycleHeaders(answer)).toEqual([...told, links]);
  });

  test('to a preflight', async () => {
    const headers = { origin: 'https://walker.example.edu', 'access-control-request-method': 'GET' };
    const answer = await gateway.call('/dog_park/v5/dogs', { method: 'OPTIONS', headers });
    expect([answer.status, ...lifecycleHeaders(answer)]).toEqual([200, ...told, links]);
  });

  test('until a reload says otherwise', async () => {
    await gateway.swap(tableWith('header'));
    const headers = { 'api-version': 'v5' };
    const answer = await gateway.call('/dog_park/dogs', { as: 'DogWalker-production', headers });
    // Its successor has the same address, so there is no other address to link to.
    const withoutSuccessor = links.slice(0, links.lastIndexOf(', '));
    expect(lifecycleHeaders(answer).map((value) => String(value))).toEqual(
      [...told, [next, withoutSuccessor]].map((value) => String(value)),
    );
    await gateway.swap(tableWith('url'));
  });
});
