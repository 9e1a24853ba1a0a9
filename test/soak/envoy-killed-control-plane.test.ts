import { expect, test } from 'vitest';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { disturbancesOf, expectAccepted } from './envoys/expect-published.ts';
import { openFleet } from './envoys/open-fleet.ts';
import { sourcesOfRound } from './envoys/round-sources.ts';
import { noneFailed, startLoad } from './envoys/start-load.ts';
import { watchRounds } from './envoys/watch-rounds.ts';

const kills = 2;

test.skipIf(!hasEnvoy)(
  `${kills} times the control plane is killed under load and the declarations change meanwhile: no call fails${whyNoEnvoy}`,
  async () => {
    const fleet = await openFleet(['east', 'west'], (upstreams) => sourcesOfRound(0, upstreams));
    const roundOf = new Map([[await expectAccepted(fleet, fleet.first), 0]]);
    let round = 0;
    const load = startLoad(`${fleet.url}/dog_park/v1/dogs`, fleet.token);
    const rounds = watchRounds(fleet, () => round, roundOf);
    let running = fleet.first;
    for (round = 1; round <= kills; round += 1) {
      running.signal('SIGKILL');
      await running.ended;
      for (const [path, text] of Object.entries(sourcesOfRound(round, fleet.upstreams)))
        await fleet.write(path, text);
      running = await fleet.start();
      roundOf.set((await running.status()).digest, round);
      await expectAccepted(fleet, running);
    }
    const { digests, mixed } = await rounds.stop();
    const { failed } = await load.stop();
    expect(mixed).toEqual([]);
    expect(failed).toEqual(noneFailed);
    expect(digests.size).toBe(kills + 1);
    expect(await Promise.all(fleet.envoys.map(disturbancesOf))).toEqual([[], []]);
  },
);
