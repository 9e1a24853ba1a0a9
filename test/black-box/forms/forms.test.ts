// @module-tag full
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { whyNoEnvoy } from '../../export/envoy/envoy-in-test.ts';
import { draws } from '../../full-run.ts';
import { freePort } from '../../runtime/free-port.ts';
import { openShared } from '../../serve/running-gateway.ts';
import type { AtEnd } from '../../platform/in-folder.ts';
import { issueTokens } from '../issue-tokens.ts';
import { openBuiltInPlane } from '../planes/built-in-plane.ts';
import { openEnvoyPlane } from '../planes/envoy-plane.ts';
import { startMs } from '../planes/running-plane.ts';
import { openRecordingUpstream } from '../recording-upstream.ts';
import { declareApis } from '../repository/declared-apis.ts';
import { declaredApplications } from '../repository/declared-applications.ts';
import { writeRepository } from '../repository/write-repository.ts';
import type { Target } from '../send-case.ts';
import { bytesOf, drawnForm, lineOf, plainForm, type DrawnForm } from './draw-forms.ts';
import { formDeviations } from './form-deviations.ts';
import { sendForms } from './send-forms.ts';

interface Ground {
  readonly builtIn: Target;
  readonly envoy: Target;
}

/** Both data planes with the same declarations, before one upstream. */
async function openGround(trustedProxies: readonly string[], atEnd: AtEnd): Promise<Ground> {
  const upstream = await openRecordingUpstream(atEnd, { keepsLengths: true });
  const { takeSeen } = upstream;
  const repository = await writeRepository(
    {
      deployment: trustedProxies.length > 0 ? { trustedProxies } : {},
      apis: declareApis(upstream, `http://127.0.0.1:${await freePort()}`),
      applications: declaredApplications,
    },
    atEnd,
  );
  const builtIn = await openBuiltInPlane(repository, atEnd);
  const tokenFor = issueTokens(`http://127.0.0.1:${builtIn.port}`, repository.signingKey);
  const envoy = await openEnvoyPlane(repository, builtIn, atEnd);
  return { builtIn: { ...builtIn, tokenFor, takeSeen }, envoy: { ...envoy, tokenFor, takeSeen } };
}

describe.skipIf(whyNoEnvoy)(`drawn forms of requests${whyNoEnvoy}`, () => {
  describe.each([
    ['anyone', []],
    ['a trusted proxy', ['127.0.0.1']],
  ])('of %s', (_client, trustedProxies) => {
    const isTrusted = trustedProxies.length > 0;
    let ground: Ground;
    beforeAll(
      () => openShared(async (atEnd) => void (ground = await openGround(trustedProxies, atEnd))),
      startMs,
    );

    async function sendToBoth(forms: readonly DrawnForm[]) {
      const ofBuiltIn = await sendForms(forms, ground.builtIn);
      const ofEnvoy = await sendForms(forms, ground.envoy);
      return forms.map((form, index) => ({
        bytes: bytesOf(form, ''),
        builtIn: ofBuiltIn[index],
        envoy: ofEnvoy[index],
      }));
    }

    test('come to the same on both data planes, but for named deviations', { timeout: 600_000 }, async () => {
      const forms = fc.sample(drawnForm, draws(2000));
      const plain = forms.filter((form) => !formDeviations.some(({ applies }) => applies(form, isTrusted)));
      // Names of deviations that covered most draws would hide what this looks for.
      expect(plain.length).toBeGreaterThan(forms.length / 5);
      const outcomes = await sendToBoth(plain);
      const other = outcomes.filter(({ builtIn, envoy }) => !isDeepStrictEqual(builtIn, envoy));
      expect(other.slice(0, 3)).toEqual([]);
    });

    test('request_lengths: differ, as does every other form that a deviation names', async () => {
      const named = formDeviations.flatMap(({ code, example }) => (example ? [{ code, example }] : []));
      const outcomes = await sendToBoth(named.map(({ example }) => example));
      const same = outcomes.flatMap(({ bytes, builtIn, envoy }, index) =>
        JSON.stringify(builtIn) === JSON.stringify(envoy) ? [`${named[index]?.code}: ${bytes}`] : [],
      );
      expect(same).toEqual([]);
    });

    test('forwarded_addresses: count by what a trusted proxy states', async () => {
      /** How many calls are let through, of two an hour for each address. */
      const letThrough = async (addresses: readonly string[]) => {
        const forms = addresses.map((address) => ({
          ...plainForm,
          target: '/porch/v1/dogs',
          lines: [...plainForm.lines.slice(0, 1), lineOf('X-Forwarded-For', address)],
        }));
        const outcomes = await sendToBoth(forms);
        const count = (plane: 'builtIn' | 'envoy') =>
          outcomes.filter((outcome) => outcome[plane]?.upstream.length === 1).length;
        return [count('builtIn'), count('envoy')];
      };
      const three = [1, 2, 3];
      if (!isTrusted) return expect(await letThrough(three.map((at) => `192.0.2.${at}`))).toEqual([2, 2]);
      expect(await letThrough(three.map((at) => `192.0.2.${at}`))).toEqual([3, 3]);
      expect(await letThrough(three.map(() => '192.0.2.9'))).toEqual([2, 2]);
      expect(await letThrough(three.map((at) => `2001:db8:0:${at}::1`))).toEqual([3, 3]);
      expect(await letThrough(three.map((at) => `2001:db8:0:9::${at}`))).toEqual([2, 2]);
      expect(await letThrough(three.map((at) => `::ffff:192.0.2.${at + 20}`))).toEqual([3, 3]);
      expect(await letThrough(['::ffff:192.0.2.30', '192.0.2.30', '::ffff:192.0.2.30'])).toEqual([2, 2]);
      expect(await letThrough(three.map((at) => `192.0.2.${at + 40}:4711`))).toEqual([3, 2]);
      expect(await letThrough(three.map((at) => `192.0.2.${at + 50}, ::ffff:127.0.0.1`))).toEqual([3, 3]);
    });

    test('are refused by both if they are not valid HTTP', async () => {
      const broken = [' : ', ': '].flatMap((separator) =>
        ['a', 'a\0b', 'a\u0001b', 'a\u000bb', 'a\u007fb'].map((value) => ({
          ...plainForm,
          lines: [...plainForm.lines, { ...lineOf('X-Kept', value), separator }],
        })),
      );
      const invalid = broken.filter((form) => form !== broken[5]);
      const isTaken = ({ builtIn, envoy }: Awaited<ReturnType<typeof sendToBoth>>[number]) => [
        builtIn?.upstream.length,
        envoy?.upstream.length,
      ];
      expect((await sendToBoth([plainForm])).map(isTaken)).toEqual([[1, 1]]);
      for (const outcome of await sendToBoth(invalid))
        expect([outcome.bytes, ...isTaken(outcome)]).toEqual([outcome.bytes, 0, 0]);
    });
  });
});
