import { expect, test } from 'vitest';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import type { PollingEnvoy } from '../serve/control-plane/start-polling-envoy.ts';
import { answersTo } from './envoys/call-envoys.ts';
import { callSteadily } from './envoys/call-steadily.ts';
import { expectAccepted } from './envoys/expect-published.ts';
import { commitFiles, expectPolled, untilServed } from './envoys/follow-branch.ts';
import { fetchToken, startEnvoy, until } from './envoys/open-fleet.ts';
import { openTwoPlanes } from './envoys/open-two-planes.ts';
import { sourcesOfRound, steadySources } from './envoys/round-sources.ts';

const settingsFile = 'gateway.config.yaml';

/** The maximum of headers that the listener of an Envoy has, and how often its listener was changed. */
async function listenerOf({ admin, stat }: PollingEnvoy) {
  const dump = await admin('/config_dump?resource=dynamic_listeners');
  return {
    maxHeaders: Number(/"max_headers_count": (\d+)/.exec(dump)?.[1]),
    changes: await stat('listener_manager.listener_in_place_updated'),
    modified: await stat('listener_manager.listener_modified'),
  };
}

test.skipIf(!hasEnvoy)(
  `an Envoy keeps the listener of a control plane that has restarted, whichever of two it polls under load${whyNoEnvoy}`,
  async () => {
    const { surroundings, planes, start, move, polledPort } = await openTwoPlanes();
    const { authority, upstreams, port, url } = surroundings;
    const [old, before] = planes;
    const envoy = await startEnvoy('east', authority, polledPort);
    const envoys = [envoy];
    await expectAccepted({ envoys }, old);
    const load = callSteadily(`${url}/dog_park/v1/dogs`, await fetchToken(port));
    expect(await listenerOf(envoy)).toEqual({ maxHeaders: 200, changes: 0, modified: 0 });

    const settings = steadySources(upstreams)[settingsFile] ?? '';
    const withLimit = settings.replace('host: 127.0.0.1 ', 'host: 127.0.0.1, limits: { maxHeaders: 150 } ');
    const changed = await commitFiles(surroundings, { [settingsFile]: withLimit }, 'listener');
    await untilServed(old, changed);
    before.signal('SIGTERM');
    expect(await before.ended).toBe(0);
    const restarted = await start(1);
    await untilServed(restarted, changed);
    move(1);
    await until(async () => (await listenerOf(envoy)).maxHeaders === 150);
    const expectOneListener = async (...order: readonly (0 | 1)[]) => {
      for (const index of order) {
        move(index);
        await expectPolled(index === 0 ? old : restarted, 1);
        expect(await listenerOf(envoy)).toEqual({ maxHeaders: 150, changes: 1, modified: 1 });
      }
    };
    await expectOneListener(0, 1, 0);

    // The one with the listener of before still gives what is declared later, and not its listener.
    const later = await commitFiles(surroundings, sourcesOfRound(1, upstreams), 'round 1');
    const digest = await untilServed(old, later);
    const calls = { url, token: await fetchToken(port) };
    await until(async () => (await answersTo(calls, '/walks/v1/walks_1'))[0] === `200 ${digest} undefined`);
    await untilServed(restarted, later);
    await expectOneListener(1, 0);

    old.signal('SIGTERM');
    expect(await old.ended).toBe(0);
    const both = await start(0);
    move(0);
    expect(await expectAccepted({ envoys }, both)).toBe(digest);
    expect(await load.stop()).toEqual(['200']);
  },
);
