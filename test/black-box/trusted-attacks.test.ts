// @module-tag full
import { beforeAll, describe, expect, test } from 'vitest';
import { fateOf } from '#compiled/header-fate.ts';
import { whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { openShared } from '../serve/running-gateway.ts';
import { readOnEnvoy, type Attack } from './attacks/attack.ts';
import { attackPlane, expectHonest, type Way } from './attacks/attack-plane.ts';
import { expectSame } from './attacks/compare-on-envoy.ts';
import { attackByHeader, attackedHeaders } from './attacks/header-attacks.ts';
import { openHttp1Channel } from './attacks/http1-channel.ts';
import { isForHttp2, openHttp2Channel } from './attacks/http2-channel.ts';
import type { AttackOutcomes } from './attacks/send-attacks.ts';
import type { Headers } from './black-box-case.ts';
import { openEnvoyPlane } from './planes/envoy-plane.ts';
import { startMs } from './planes/running-plane.ts';
import { openSecureGround, type SecureGround } from './secure/secure-suite.ts';
import type { Target } from './send-case.ts';

let ground: SecureGround;
let builtIn: Target;

const overHttp1: Way = { isTrusted: true, openChannel: (target) => openHttp1Channel(target, ground.ca) };
const wayOverHttp2 = (via: Way['via'] & {}): Way => ({
  isTrusted: true,
  via,
  openChannel: (target) => openHttp2Channel(target, ground.ca),
});

beforeAll(
  () =>
    openShared(async (atEnd) => {
      ground = await openSecureGround(atEnd, { trustedProxies: ['127.0.0.1'] });
      builtIn = ground.targetOf(ground.builtIn);
      await expectHonest(builtIn, overHttp1);
      await expectHonest(builtIn, wayOverHttp2('2.0'));
    }),
  startMs,
);

const isStated = (name: string) => fateOf(name) === 'provenance';
const groups = attackedHeaders.map((name) => [name, attackByHeader(name)] as const);
/** Of headers that a trusted proxy states. */
const groupsOverHttp2 = groups
  .filter(([name]) => isStated(name))
  .map(([name, attacks]) => [name, attacks.filter(isForHttp2)] as const);

test('attacks state where a call comes from', () => {
  expect(attackedHeaders.filter(isStated)).toEqual(
    expect.arrayContaining(['forwarded', 'x-forwarded-for', 'x-real-ip', 'x-request-id']),
  );
});

test.each(groups)(
  'no attack by way of a trusted proxy with the header %s succeeds',
  async (_name, attacks) => {
    expect((await attackPlane(attacks, builtIn, overHttp1)).violations).toEqual([]);
  },
);

test.each(groupsOverHttp2)(
  'no attack over HTTP/2 by way of a trusted proxy with the header %s succeeds',
  async (_name, attacks) => {
    expect((await attackPlane(attacks, builtIn, wayOverHttp2('2.0'))).violations).toEqual([]);
  },
);

describe.skipIf(whyNoEnvoy)(`on Envoy${whyNoEnvoy}`, () => {
  let envoy: Target;

  beforeAll(
    () =>
      openShared(async (atEnd) => {
        envoy = ground.targetOf(await openEnvoyPlane(ground.repository, ground.keyManager, atEnd, []));
        await expectHonest(envoy, overHttp1);
      }),
    startMs,
  );

  test.each(groups)(
    'no attack by way of a trusted proxy with the header %s succeeds, or has another outcome',
    (name, attacks) => compare(name, attacks, { onEnvoy: overHttp1, onBuiltIn: overHttp1 }),
  );

  test.each(groupsOverHttp2)(
    'no attack over HTTP/2 by way of a trusted proxy with the header %s succeeds, or has another outcome',
    (name, attacks) =>
      compare(name, attacks, {
        onEnvoy: wayOverHttp2('1.1'),
        onBuiltIn: wayOverHttp2('2.0'),
        isHttp2: true,
      }),
  );

  async function compare(
    name: string,
    attacks: readonly Attack[],
    { onEnvoy, onBuiltIn, isHttp2 = false }: Ways,
  ): Promise<void> {
    const { outcomes, violations } = await attackPlane(attacks, envoy, onEnvoy);
    expect(violations).toEqual([]);
    const send = async (sent: readonly Attack[]) =>
      withoutRequestId(name, (await attackPlane(sent, builtIn, onBuiltIn)).outcomes);
    const readings = attacks.filter((attack) => attack.onEnvoy).map(readOnEnvoy);
    expectSame(attacks, {
      isHttp2,
      envoy: withoutRequestId(name, outcomes),
      builtIn: await send(attacks),
      readings: await send(readings),
    });
  }
});

interface Ways {
  readonly onEnvoy: Way;
  readonly onBuiltIn: Way;
  readonly isHttp2?: boolean;
}

/** Envoy keeps whatever a trusted proxy states as the identifier: the deviation `request_id_format`. */
function withoutRequestId(attacked: string, outcomes: AttackOutcomes): AttackOutcomes {
  if (attacked !== 'x-request-id') return outcomes;
  const drop = (headers: Headers): Headers =>
    Object.fromEntries(Object.entries(headers).filter(([header]) => header !== 'x-request-id'));
  return new Map(
    [...outcomes].map(([name, { answers, upstream }]) => [
      name,
      {
        answers: answers.map((answer) => ({ ...answer, headers: drop(answer.headers) })),
        upstream: upstream.map((seen) => ({ ...seen, headers: drop(seen.headers) })),
      },
    ]),
  );
}
