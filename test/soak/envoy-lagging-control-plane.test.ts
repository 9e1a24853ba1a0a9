import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { commitAll, git, makeRepository } from '../platform/git-in-test.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { freePort } from '../runtime/free-port.ts';
import { balanceConnections } from '../serve/control-plane/balance-connections.ts';
import { expectAccepted } from './envoys/expect-published.ts';
import { commitFiles, expectPolled, followBranch } from './envoys/follow-branch.ts';
import { fetchToken, openSurroundings, startEnvoy, type Surroundings, until } from './envoys/open-fleet.ts';
import { sourcesOfRound } from './envoys/round-sources.ts';
import { noneFailed, startLoad } from './envoys/start-load.ts';
import { watchDigests } from './envoys/watch-digests.ts';

/** Commits the declarations of a round. */
function commitRound(surroundings: Surroundings, round: number): Promise<string> {
  return commitFiles(surroundings, sourcesOfRound(round, surroundings.upstreams), `round ${round}`);
}

test.skipIf(!hasEnvoy)(
  `a control plane that lags behind another one undoes nothing under load, and a commit that reverts does${whyNoEnvoy}`,
  async () => {
    const surroundings = await openSurroundings((upstreams) => sourcesOfRound(0, upstreams));
    const { root, authority, port, url } = surroundings;
    const [ahead, behind] = [await freePort(), await freePort()];
    await makeRepository(root);
    const commits = [await commitAll(root)];
    // Main moves to the commits of it at once.
    await git(root, 'checkout', '--quiet', '-b', 'work');
    const mirror = await makeTestFolder();
    await git(mirror, 'init', '--quiet', '--bare', '--initial-branch=main');
    const moveMirror = (commit: string) => git(root, 'push', '--quiet', mirror, `${commit}:refs/heads/main`);
    await moveMirror(commits[0] ?? '');

    const first = await followBranch(surroundings, root, {
      port,
      controlPlanePort: ahead,
      stateFolder: await makeTestFolder(),
    });
    const balanced = await balanceConnections([ahead, behind], onTestFinished);
    const envoys = await Promise.all(['east', 'west'].map((node) => startEnvoy(node, authority, balanced)));
    const digests = [await expectAccepted({ envoys }, first)];
    const token = await fetchToken(port);
    const load = startLoad(`${url}/dog_park/v1/dogs`, token);
    const watched = watchDigests(url, token);

    for (const round of [1, 2]) commits.push(await commitRound(surroundings, round));
    await git(root, 'branch', '--force', 'main', commits[2] ?? '');
    await until(async () => (await first.status()).source.commit === commits[2]);
    digests.push(await expectAccepted({ envoys }, first));

    const lagging = await followBranch(surroundings, mirror, {
      port: 0,
      controlPlanePort: behind,
      stateFolder: await makeTestFolder(),
    });
    expect((await lagging.status()).digest).toBe(digests[0]);
    first.signal('SIGKILL');
    await first.ended;
    await expectPolled(lagging, envoys.length);
    // It gets on, but not as far as the other one was.
    await moveMirror(commits[1] ?? '');
    await until(async () => (await lagging.status()).source.commit === commits[1]);
    await expectPolled(lagging, envoys.length);

    await delay(1100);
    await git(root, 'revert', '--no-edit', commits[2] ?? '');
    const reverted = await git(root, 'rev-parse', 'HEAD');
    await moveMirror(reverted);
    await until(async () => (await lagging.status()).source.commit === reverted);
    digests.push(await expectAccepted({ envoys }, lagging));
    await watched.untilSeen(digests.at(-1) ?? '');
    expect(await watched.stop()).toEqual(Array.from({ length: 6 }, () => digests));
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);
