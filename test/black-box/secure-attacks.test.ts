// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { openShared } from '../serve/running-gateway.ts';
import { readOnEnvoy, type Attack } from './attacks/attack.ts';
import { attackGroups } from './attacks/attack-groups.ts';
import { attackPlane, expectHonest, type Way } from './attacks/attack-plane.ts';
import { expectSame } from './attacks/compare-on-envoy.ts';
import { isForHttp2, openHttp2Channel, overHttp2 } from './attacks/http2-channel.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { startMs } from './planes/running-plane.ts';
import { openSecureGround, type SecureGround } from './secure/secure-suite.ts';
import type { Target } from './send-case.ts';

let ground: SecureGround;
let builtIn: Target;

beforeAll(
  () =>
    openShared(async (atEnd) => {
      ground = await openSecureGround(atEnd);
      builtIn = ground.targetOf(ground.builtIn);
      await expectHonest(builtIn, wayOf('2.0'));
    }),
  startMs,
);

/** All that HTTP/2 can say to a gateway whose versions are in the URL. */
const groups = attackGroups
  .map(([name, attacks]) => [name, attacks.filter(isSent).map(overHttp2)] as const)
  .filter(([, attacks]) => attacks.length > 0);

function isSent(attack: Attack): boolean {
  return (attack.style ?? 'url') === 'url' && isForHttp2(attack);
}

function wayOf(via: Way['via'] & {}): Way {
  return { via, openChannel: (target) => openHttp2Channel(target, ground.ca) };
}

test.each(groups)('no attack over HTTP/2 by %s succeeds', async (_name, attacks) => {
  expect((await attackPlane(attacks, builtIn, wayOf('2.0'))).violations).toEqual([]);
});

test('most attacks are sent over HTTP/2', () => {
  expect(groups.flatMap(([, attacks]) => attacks).length).toBeGreaterThanOrEqual(9000);
});

describe.skipIf(whyNoEnvoy)(`on Envoy${whyNoEnvoy}`, () => {
  let envoy: Target;

  beforeAll(
    () =>
      openShared(async (atEnd) => {
        envoy = ground.targetOf(await openEnvoyPlane(ground.repository, ground.keyManager, atEnd, []));
        await expectHonest(envoy, wayOf('1.1'));
      }),
    startMs,
  );

  test.each(groups)(
    'no attack over HTTP/2 by %s succeeds, or has another outcome',
    async (_name, attacks) => {
      const { outcomes, violations } = await attackPlane(attacks, envoy, wayOf('1.1'));
      expect(violations).toEqual([]);
      const readings = attacks.filter(({ onEnvoy }) => onEnvoy).map(readOnEnvoy);
      expectSame(attacks, {
        isHttp2: true,
        envoy: outcomes,
        builtIn: (await attackPlane(attacks, builtIn, wayOf('2.0'))).outcomes,
        readings: (await attackPlane(readings, builtIn, wayOf('2.0'))).outcomes,
      });
    },
  );
});
