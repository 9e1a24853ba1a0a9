import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { full } from '../full-run.ts';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { openShared } from '../serve/running-gateway.ts';
import { deviations } from '#export/envoy/deviations.ts';
import { readOnEnvoy } from './attacks/attack.ts';
import { attackGroups } from './attacks/attack-groups.ts';
import { expectSame } from './attacks/compare-on-envoy.ts';
import { caseTopics } from './cases.ts';
import { deviate, notShown, shownElsewhere } from './envoy-deviations.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { startMs } from './planes/running-plane.ts';
import { Suite } from './suite.ts';

describe.skipIf(whyNoEnvoy)(`on Envoy${whyNoEnvoy}`, full, () => {
  let suite: Suite;

  beforeAll(
    () =>
      openShared(async (atEnd) => {
        suite = await Suite.open(openEnvoyPlane, atEnd);
      }),
    startMs,
  );

  describe.each(Object.entries(caseTopics))('%s:', (_topic, cases) => {
    test.each(cases.map((each) => [each.name, each] as const))('%s', (_name, each) =>
      suite.check(each, deviate(each).outcome),
    );
  });

  test.each(attackGroups)('no attack by %s succeeds, or has another outcome', async (_name, attacks) => {
    const { outcomes, violations } = await suite.attack(attacks);
    expect(violations).toEqual([]);
    const builtIn = await suite.attackBuiltIn(attacks);
    const readings = await suite.attackBuiltIn(attacks.filter(({ onEnvoy }) => onEnvoy).map(readOnEnvoy));
    expectSame(attacks, { envoy: outcomes, builtIn, readings });
  });

  test('calls at further addresses are counted by address', async () => {
    const metrics = await suite.readMetrics();
    for (const address of ['/park-service/v2', '/Old_Parks'])
      expect(metrics.get('url')).toMatch(
        new RegExp(
          `^envoy_vhost_route_upstream_rq_total\\{[^}]*envoy_route="park/v1/production/also${address}"\\} [1-9]`,
          'm',
        ),
      );
  });

  test('the program has failed at none of these calls', async () => {
    for (const metrics of (await suite.readMetrics()).values()) {
      const count = (name: string) =>
        Number(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(metrics)?.[1]);
      expect(count('envoy_http_lua_executions')).toBeGreaterThan(0);
      expect(count('envoy_http_lua_errors')).toBe(0);
    }
  });

  test('every difference is a named deviation, and each of them is one of a test', async () => {
    const cases = Object.values(caseTopics).flat();
    const ofAttacks = attackGroups.flatMap(([, attacks]) =>
      attacks.flatMap(({ onEnvoy }) => onEnvoy?.code ?? []),
    );
    const shown = [
      ...cases.flatMap((each) => deviate(each).codes),
      ...ofAttacks,
      ...scenarios.map(({ code }) => code),
      ...shownElsewhere.keys(),
      ...notShown.keys(),
    ];
    const named = Object.entries(deviations).flatMap(([code, { effect }]) =>
      effect === 'different' ? [code] : [],
    );
    // A table that is not exported can be exported all the same, and a scenario shows what happens then.
    const different = shown.filter((code) => deviations[code].effect === 'different');
    expect([...new Set(different)].toSorted()).toEqual(named.toSorted());
    for (const [code, file] of shownElsewhere)
      expect(await readFile(file, 'utf8')).toContain(`  test('${code}: `);
  });
});
