import { beforeAll, describe, expect, test } from 'vitest';
import { openShared } from '../serve/running-gateway.ts';
import { caseTopics } from './cases.ts';
import { Suite } from './suite.ts';

let suite: Suite;

beforeAll(() =>
  openShared(async (atEnd) => {
    suite = await Suite.open(async (_repository, keyManager) => keyManager, atEnd);
  }),
);

describe.each(Object.entries(caseTopics))('%s:', (_topic, cases) => {
  test.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) => suite.check(each));
});

test('there are as many cases as there should be, and none twice', () => {
  const cases = Object.values(caseTopics).flat();
  expect(cases.length).toBeGreaterThanOrEqual(590);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
