import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { VersioningStyle } from '#compiled/settings/gateway-settings.ts';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';

const endOfBlock = Date.parse('2026-01-31T12:00:00Z');
const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
let now: number;
let gateway: GatewayInTest;

function tableIn(versioning: VersioningStyle) {
  const blocked = { state: 'blocked', blockedUntil: endOfBlock / 1000 } as const;
  return buildTable({
    gateway: { versioning },
    apis: [
      defineApi({ version: 'v1', endpoints, ...blocked, state: 'retired' }),
      defineApi({ version: 'v2', endpoints, state: 'blocked' }),
      defineApi({ version: 'v3', endpoints, ...blocked }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker', 'DogPark/v3')],
  });
}

beforeAll(async () => {
  gateway = await openGateway(tableIn('url'), { clock: () => now });
});

beforeEach(() => {
  now = endOfBlock - 90_000;
});

afterAll(() => gateway.close());

async function retryAfter(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await gateway.call(path, { headers });
  return [answer.status, answer.headers['retry-after']];
}

describe('a blocked version says when to try again', () => {
  test.each([
    ['in whole seconds', -90_000, '90'],
    ['rounded up, so that nobody comes too early', -89_999, '90'],
    ['to the last moment', -1, '1'],
    ['but not from then on, though it stays blocked', 0, undefined],
    ['nor later', 86_400_000, undefined],
  ])('%s', async (_title, offset, seconds) => {
    now = endOfBlock + offset;
    expect(await retryAfter('/dog_park/v3/dogs')).toEqual([503, seconds]);
  });

  test('where it says until when, and is blocked', async () => {
    expect(await retryAfter('/dog_park/v2/dogs')).toEqual([503, undefined]);
    expect(await retryAfter('/dog_park/v1/dogs')).toEqual([410, undefined]);
  });

  test('to calls that name the version in a header, or none', async () => {
    await gateway.swap(tableIn('hybrid'));
    expect(await retryAfter('/dog_park/dogs')).toEqual([503, '90']);
    expect(await retryAfter('/dog_park/dogs', { 'api-version': 'v3' })).toEqual([503, '90']);
    await gateway.swap(tableIn('header'));
    expect(await retryAfter('/dog_park/dogs', { 'api-version': 'v3' })).toEqual([503, '90']);
  });
});
