import { commitAll, makeRepository } from '../../platform/git-in-test.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { followBranch } from './follow-branch.ts';
import { openSurroundings } from './open-fleet.ts';
import { openSwitch } from './open-switch.ts';
import { sourcesOfRound } from './round-sources.ts';

/** Two control planes of one branch, and an address for Envoys that leads to the first one until it is moved. */
export async function openTwoPlanes() {
  const surroundings = await openSurroundings((upstreams) => sourcesOfRound(0, upstreams));
  const { root, port } = surroundings;
  await makeRepository(root);
  await commitAll(root);
  const places = [
    { port, controlPlanePort: await freePort(), stateFolder: await makeTestFolder() },
    { port: 0, controlPlanePort: await freePort(), stateFolder: await makeTestFolder() },
  ] as const;
  /** Starts one of them with the state that it had, unless it has lost that. */
  const start = (index: 0 | 1, lost: { readonly stateFolder?: string } = {}) =>
    followBranch(surroundings, root, { ...places[index], ...lost });
  const planes = [await start(0), await start(1)] as const;
  const polled = await openSwitch(places[0].controlPlanePort);
  const move = (index: 0 | 1) => polled.leadTo(places[index].controlPlanePort);
  return { surroundings, planes, start, move, polledPort: polled.port };
}
