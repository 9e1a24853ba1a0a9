import { beforeAll, describe, expect, test } from 'vitest';
import { full } from '../full-run.ts';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { openShared } from '../serve/running-gateway.ts';
import { deviations } from '../../src/export/envoy/deviations.ts';
import { caseTopics } from './cases.ts';
import { beyondOneExchange, deviate } from './envoy-deviations.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { Suite } from './suite.ts';

describe.skipIf(whyNoEnvoy)(`on Envoy${whyNoEnvoy}`, full, () => {
  let suite: Suite;

  beforeAll(() =>
    openShared(async (atEnd) => {
      suite = await Suite.open(openEnvoyPlane, atEnd);
    }),
  );

  describe.each(Object.entries(caseTopics))('%s:', (_topic, cases) => {
    test.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) =>
      suite.check(each, deviate(each).outcome),
    );
  });

  test('every difference is a named deviation, and each of them is one of a case', () => {
    const cases = Object.values(caseTopics).flat();
    const used = new Set(cases.flatMap((each) => deviate(each).codes));
    const named = Object.entries(deviations).flatMap(([code, { effect }]) =>
      effect === 'different' ? [code] : [],
    );
    expect([...used, ...beyondOneExchange].toSorted()).toEqual(named.toSorted());
  });
});
