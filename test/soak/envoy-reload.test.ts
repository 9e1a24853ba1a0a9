import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import type { PollingEnvoy } from '../serve/control-plane/start-polling-envoy.ts';
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

/** Resolves with the digest of what is published then. */
async function expectPublished({ first, write, upstreams }: Fleet, round: number): Promise<string> {
  const { digest: before } = await first.status();
  for (const [path, text] of Object.entries(sourcesOfRound(round, upstreams))) await write(path, text);
  await until(async () => (await first.status()).digest !== before);
  const { digest, lastError, controlPlane } = await first.status();
  expect([lastError, controlPlane.published]).toEqual([null, digest]);
  return digest;
}

/** All of them have what is served, and keep it. */
async function expectAccepted({ first, envoys }: Fleet): Promise<void> {
  await until(async () => {
    const { digest, controlPlane } = await first.status();
    return controlPlane.nodes.filter(({ accepted }) => accepted === digest).length === envoys.length;
  });
}

/** What shows that an Envoy has refused something, or has closed connections because of a change. */
async function disturbancesOf({ admin }: PollingEnvoy): Promise<readonly string[]> {
  const stats = (await admin('/stats')).split('\n');
  return stats.filter((line) =>
    /(update_rejected|config_fail|listener_modified|listener_removed|listeners_draining|drain_close): [1-9]/.test(
      line,
    ),
  );
}

test.skipIf(!hasEnvoy)(
  `${reloads} reloads of Envoys under load, a third of them broken: no call fails, no generation is mixed${whyNoEnvoy}`,
  async () => {
    const fleet = await openFleet(['east', 'west'], (upstreams) => sourcesOfRound(0, upstreams));
    await expectAccepted(fleet);
    const roundOf = new Map([[(await fleet.first.status()).digest, 0]]);
    const awaited = new Set(roundOf.keys());
    let round = 0;
    const load = startLoad(`${fleet.url}/dog_park/v1/dogs`, fleet.token);
    const rounds = watchRounds(fleet, () => round, roundOf);
    for (round = 1; round <= reloads; round += 1) {
      if (round % 3 !== 0) {
        roundOf.set(await expectPublished(fleet, round), round);
        continue;
      }
      if (round % waitEvery === 0) {
        await expectAccepted(fleet);
        awaited.add((await fleet.first.status()).digest);
      }
      await expectBroken(fleet, round);
      if (round % waitEvery === 0) await expectAccepted(fleet);
    }
    await delay(1000);
    const { digests, mixed } = await rounds.stop();
    const { total, failed } = await load.stop();
    expect(mixed).toEqual([]);
    expect(failed).toEqual(noneFailed);
    expect(total).toBeGreaterThan(1000);
    expect([...awaited].filter((digest) => !digests.has(digest))).toEqual([]);
    expect(await Promise.all(fleet.envoys.map(disturbancesOf))).toEqual([[], []]);
    console.log(`Envoys answered with ${digests.size} tables, and to ${total} calls of the load.`);
  },
);
