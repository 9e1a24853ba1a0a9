// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { fateOf } from '../../src/compiled/header-fate.ts';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { openShared } from '../serve/running-gateway.ts';
import { readOnEnvoy } from './attacks/attack.ts';
import { attackPlane, expectHonest, type Way } from './attacks/attack-plane.ts';
import { expectSame } from './attacks/compare-on-envoy.ts';
import { attackByHeader, attackedHeaders } from './attacks/header-attacks.ts';
import { openHttp1Channel } from './attacks/http1-channel.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { openSecureGround, type SecureGround } from './secure/secure-suite.ts';
import type { Target } from './send-case.ts';

let ground: SecureGround;
let builtIn: Target;

const way: Way = { isTrusted: true, openChannel: (target) => openHttp1Channel(target, ground.ca) };

beforeAll(() =>
  openShared(async (atEnd) => {
    ground = await openSecureGround(atEnd, { trustedProxies: ['127.0.0.1'] });
    builtIn = ground.targetOf(ground.builtIn);
    await expectHonest(builtIn, way);
  }),
);

const groups = attackedHeaders.map((name) => [name, attackByHeader(name)] as const);

test('attacks state where a call comes from', () => {
  const stated = attackedHeaders.filter((name) => fateOf(name) === 'provenance');
  expect(stated).toEqual(
    expect.arrayContaining(['forwarded', 'x-forwarded-for', 'x-real-ip', 'x-request-id']),
  );
});

test.each(groups)(
  'no attack by way of a trusted proxy with the header %s succeeds',
  async (_name, attacks) => {
    expect((await attackPlane(attacks, builtIn, way)).violations).toEqual([]);
  },
);

describe.skipIf(whyNoEnvoy)(`on Envoy${whyNoEnvoy}`, () => {
  let envoy: Target;

  beforeAll(() =>
    openShared(async (atEnd) => {
      envoy = ground.targetOf(await openEnvoyPlane(ground.repository, ground.keyManager, atEnd, []));
      await expectHonest(envoy, way);
    }),
  );

  test.each(groups)(
    'no attack by way of a trusted proxy with the header %s succeeds, or has another outcome',
    async (_name, attacks) => {
      const { outcomes, violations } = await attackPlane(attacks, envoy, way);
      expect(violations).toEqual([]);
      const readings = attacks.filter(({ onEnvoy }) => onEnvoy).map(readOnEnvoy);
      const sendBuiltIn = async (sent: typeof attacks) => (await attackPlane(sent, builtIn, way)).outcomes;
      expectSame(attacks, {
        envoy: outcomes,
        builtIn: await sendBuiltIn(attacks),
        readings: await sendBuiltIn(readings),
      });
    },
  );
});
