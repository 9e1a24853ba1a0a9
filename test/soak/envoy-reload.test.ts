import { expect, test } from 'vitest';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { disturbancesOf, expectAccepted, expectPublished } from './envoys/expect-published.ts';
import { type Fleet, openFleet, until } from './envoys/open-fleet.ts';
import { declareRound, definitionOfRound, roundFile, sourcesOfRound } from './envoys/round-sources.ts';
import { noneFailed, startLoad } from './envoys/start-load.ts';
import { watchRounds } from './envoys/watch-rounds.ts';

const reloads = 300;

/** The Envoys are waited for before every thirtieth reload, which is a broken one. */
const waitEvery = 30;

/** What is wrong with a third of the reloads. */
const breakages: readonly ((good: string) => string)[] = [
  (good) => `${good}---\nkind: Api\nname: {\n`,
  (good) => good.replace('state: published', 'state: open'),
  (good) => good.replace(/definition: \.\/openapi_\d+/, 'definition: ./missing'),
  (good) => good.replace('context: /walks', 'context: /token'),
  (good) => good.replace(/url: '[^']*'/, "url: 'ftp://127.0.0.1'"),
];

async function expectBroken({ first, write, upstreams }: Fleet, round: number): Promise<void> {
  const before = await first.status();
  const broken = breakages[(round / 3) % breakages.length];
  await write(`apis/rounds/openapi_${round}.yaml`, definitionOfRound(round));
  await write(roundFile, broken?.(declareRound(round, upstreams)) ?? '');
  await until(async () => (await first.status()).lastError !== null);
  const { digest, controlPlane } = await first.status();
  expect([digest, controlPlane.published]).toEqual([before.digest, before.digest]);
}

test.skipIf(!hasEnvoy)(
  `${reloads} reloads of Envoys under load, a third of them broken: no call fails, no generation is mixed${whyNoEnvoy}`,
  async () => {
    const fleet = await openFleet(['east', 'west'], (upstreams) => sourcesOfRound(0, upstreams));
    await expectAccepted(fleet, fleet.first);
    const roundOf = new Map([[(await fleet.first.status()).digest, 0]]);
    const awaited = new Set(roundOf.keys());
    let round = 0;
    const load = startLoad(`${fleet.url}/dog_park/v1/dogs`, fleet.token);
    const rounds = watchRounds(fleet, () => round, roundOf);
    for (round = 1; round <= reloads; round += 1) {
      if (round % 3 !== 0) {
        roundOf.set(await expectPublished(fleet, fleet.first, round), round);
        continue;
      }
      if (round % waitEvery === 0) {
        await expectAccepted(fleet, fleet.first);
        awaited.add((await fleet.first.status()).digest);
      }
      await expectBroken(fleet, round);
      if (round % waitEvery === 0) await expectAccepted(fleet, fleet.first);
    }
    const { digests, mixed } = await rounds.stop();
    const { total, failed } = await load.stop();
    expect(mixed).toEqual([]);
    expect(failed).toEqual(noneFailed);
    expect(total).toBeGreaterThan(1000);
    expect([...awaited].filter((digest) => !digests.has(digest))).toEqual([]);
    expect(await Promise.all(fleet.envoys.map(disturbancesOf))).toEqual([[], []]);
  },
);
