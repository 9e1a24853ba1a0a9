import { expect, test } from 'vitest';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { commitAll, makeRepository } from '../platform/git-in-test.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { freePort } from '../runtime/free-port.ts';
import type { PollingEnvoy } from '../serve/control-plane/start-polling-envoy.ts';
import { answersTo } from './envoys/call-envoys.ts';
import { callSteadily } from './envoys/call-steadily.ts';
import { expectAccepted } from './envoys/expect-published.ts';
import { commitFiles, expectPolled, followBranch, untilServed } from './envoys/follow-branch.ts';
import { fetchToken, openSurroundings, startEnvoy, until } from './envoys/open-fleet.ts';
import { openSwitch } from './envoys/open-switch.ts';
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
    const surroundings = await openSurroundings((upstreams) => sourcesOfRound(0, upstreams));
    const { root, authority, upstreams, port, url } = surroundings;
    await makeRepository(root);
    await commitAll(root);
    const places = [
      { port, controlPlanePort: await freePort(), stateFolder: await makeTestFolder() },
      { port: 0, controlPlanePort: await freePort(), stateFolder: await makeTestFolder() },
    ] as const;
    const start = (index: 0 | 1) => followBranch(surroundings, root, places[index]);
    const [old, before] = [await start(0), await start(1)];
    const polled = await openSwitch(places[0].controlPlanePort);
    const move = (index: 0 | 1) => polled.leadTo(places[index].controlPlanePort);
    const envoys = [await startEnvoy('east', authority, polled.port)];
    const [envoy] = envoys as [PollingEnvoy];
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
    for (const [index, plane] of [
      [0, old],
      [1, restarted],
      [0, old],
    ] as const) {
      move(index);
      await expectPolled(plane, 1);
      expect(await listenerOf(envoy)).toEqual({ maxHeaders: 150, changes: 1, modified: 1 });
    }

    // The one with the listener of before still gives what is declared later, and not its listener.
    const later = await commitFiles(surroundings, sourcesOfRound(1, upstreams), 'round 1');
    const digest = await untilServed(old, later);
    const calls = { url, token: await fetchToken(port) };
    await until(async () => (await answersTo(calls, '/walks/v1/walks_1'))[0] === `200 ${digest} undefined`);
    await untilServed(restarted, later);
    for (const [index, plane] of [
      [1, restarted],
      [0, old],
    ] as const) {
      move(index);
      await expectPolled(plane, 1);
      expect(await listenerOf(envoy)).toEqual({ maxHeaders: 150, changes: 1, modified: 1 });
    }

    old.signal('SIGTERM');
    expect(await old.ended).toBe(0);
    const both = await start(0);
    move(0);
    expect(await expectAccepted({ envoys }, both)).toBe(digest);
    expect(await load.stop()).toEqual(['200']);
  },
);
