import { beforeAll, describe, expect, test } from 'vitest';
import { openShared } from '../serve/running-gateway.ts';
import { attackGroups } from './attacks/attack-groups.ts';
import { attackedHeaders } from './attacks/header-attacks.ts';
import { caseTopics } from './cases.ts';
import { startMs } from './planes/running-plane.ts';
import { Suite } from './suite.ts';

let suite: Suite;

beforeAll(
  () =>
    openShared(async (atEnd) => {
      suite = await Suite.open(async (_repository, keyManager) => keyManager, atEnd);
    }),
  startMs,
);

describe.each(Object.entries(caseTopics))('%s:', (_topic, cases) => {
  test.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) => suite.check(each));
});

test.each(attackGroups)('no attack by %s succeeds', async (_name, attacks) => {
  expect((await suite.attack(attacks)).violations).toEqual([]);
});

test('the attacked headers are those of the sources', () => {
  expect(attackedHeaders).toEqual(expect.arrayContaining(headersOfTheGateway));
  const attacks = attackGroups.flatMap(([, group]) => group);
  expect(attacks.length).toBeGreaterThanOrEqual(12_000);
});

/** Some of every kind, each of another file. */
const headersOfTheGateway = [
  'authorization',
  'connection',
  'content-length',
  'forwarded',
  'gatewright-digest',
  'tracestate',
  'traceparent',
  'via',
  'x-envoy-other',
  'x-forwarded-for',
  'x-forwarded-other',
  'x-gatewright-proto',
  'x-gatewright-route',
  'x-http-method-override',
  'x-original-url',
  'x-real-ip',
  'x-request-id',
];

test('there are as many cases as there should be, and none twice', () => {
  const cases = Object.values(caseTopics).flat();
  expect(cases.length).toBeGreaterThanOrEqual(600);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
