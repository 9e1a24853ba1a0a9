import { expect, test } from 'vitest';
import { runGatewright } from '../cli/run-gatewright.ts';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { answersTo } from './envoys/call-envoys.ts';
import { expectAccepted } from './envoys/expect-published.ts';
import { commitFiles, expectPolled, untilServed } from './envoys/follow-branch.ts';
import { declareGuarded, key, openGuardedUpstream, put, putMisfits } from './envoys/guarded-upstream.ts';
import { type ControlPlaneProcess, fetchToken, startEnvoy, until } from './envoys/open-fleet.ts';
import { openTwoPlanes } from './envoys/open-two-planes.ts';
import { declareRound, roundFile } from './envoys/round-sources.ts';
import { noneFailed, startLoad } from './envoys/start-load.ts';

const [walks, own] = ['/walks/v1/walks_0', '/owna/v1/walks_0'];

/** Two control planes of a branch, and an Envoy that polls the first one, on a machine where a key does not fit. */
async function openPlanes() {
  const { surroundings, planes, start, move, polledPort } = await openTwoPlanes();
  const { root, authority, upstreams, port, url } = surroundings;
  const [first, second] = planes;
  const { right } = await putMisfits(surroundings);
  const upstreamUrl = await openGuardedUpstream(authority);
  const envoys = [await startEnvoy('east', authority, polledPort)];
  const before = await expectAccepted({ envoys }, first);
  const token = await fetchToken(port);
  const documents = declareRound(0, upstreams).split('---\n');
  /** Commits the APIs without the subscriptions to some, and others beside them. */
  const declare = (withoutSubscriptions: readonly string[], others: readonly string[]) => {
    const isKept = (text: string) => !withoutSubscriptions.some((api) => text.includes(`\napi: ${api}/v1`));
    const declared = [...documents.filter(isKept), ...others].join('---\n');
    return commitFiles(surroundings, { [roundFile]: declared }, 'change');
  };
  return {
    calls: { url, token },
    root,
    envoys,
    before,
    first,
    second,
    start,
    declare,
    guarded: declareGuarded(upstreamUrl),
    move,
    putRightKey: () => put(right.key, authority.folder, key),
  };
}

/** Waits until an Envoy answers by what a table leaves of the one before. */
function untilRestricted({ status }: ControlPlaneProcess, by: string): Promise<void> {
  return until(async () => {
    const { nodes } = (await status()).controlPlane;
    return nodes.some(({ restricted, refused }) => restricted?.by === by && refused.length > 0);
  });
}

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses a key gets what is taken away, and nothing back, from two control planes in turn${whyNoEnvoy}`,
  async () => {
    const { calls, envoys, before, first, second, declare, guarded, move, putRightKey } = await openPlanes();
    const load = startLoad(`${calls.url}/dog_park/v1/dogs`, calls.token);
    expect(await answersTo(calls, walks)).toEqual([`200 ${before} undefined`]);

    const removed = await declare(['Walks'], [guarded]);
    const digest = await untilServed(first, removed);
    await untilServed(second, removed);
    await untilRestricted(first, digest);
    const [restricted = ''] = await answersTo(calls, walks);
    expect(restricted).toMatch(/^403 \S+ not_subscribed$/);
    for (const [index, plane] of [
      [1, second],
      [0, first],
      [1, second],
    ] as const) {
      move(index);
      await expectPolled(plane, 1);
      expect(await answersTo(calls, walks)).toEqual([restricted]);
      expect(await answersTo(calls, own)).toEqual([
        restricted.replace('403', '200').replace('not_subscribed', 'undefined'),
      ]);
    }

    const removedToo = await declare(['Walks', 'Owna'], [guarded]);
    await untilRestricted(second, await untilServed(second, removedToo));
    expect((await answersTo(calls, own))[0]).toMatch(/^403 \S+ not_subscribed$/);
    move(0);
    await untilServed(first, removedToo);
    await expectPolled(first, 1);
    expect((await answersTo(calls, own))[0]).toMatch(/^403 \S+ not_subscribed$/);

    await putRightKey();
    const accepted = await expectAccepted({ envoys }, first);
    await until(async () => (await answersTo(calls, '/guarded/v1/dogs'))[0] === `200 ${accepted} undefined`);
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses a key keeps its table when it polls a control plane that has not seen that${whyNoEnvoy}`,
  async () => {
    const { calls, envoys, before, first, second, declare, guarded, move, putRightKey } = await openPlanes();
    const load = startLoad(`${calls.url}/dog_park/v1/dogs`, calls.token);
    const commit = await declare([], [guarded]);
    await untilServed(second, commit);
    await until(async () =>
      (await first.status()).controlPlane.nodes.some(({ refused }) => refused.length > 0),
    );
    move(1);
    await expectPolled(second, 1);
    expect(await answersTo(calls, '/guarded/v1/dogs')).toEqual([`404 ${before} api_unknown`]);
    expect(await answersTo(calls, own)).toEqual([`200 ${before} undefined`]);
    await putRightKey();
    const accepted = await expectAccepted({ envoys }, second);
    await until(async () => (await answersTo(calls, '/guarded/v1/dogs'))[0] === `200 ${accepted} undefined`);
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);

/** Kills a control plane, and waits until it has ended. */
async function kill({ signal, ended }: ControlPlaneProcess): Promise<void> {
  signal('SIGKILL');
  await ended;
}

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses a key gets what is taken away from control planes that have restarted, and loses no other call${whyNoEnvoy}`,
  async () => {
    const { calls, envoys, first, second, start, declare, guarded, move, putRightKey } = await openPlanes();
    const load = startLoad(`${calls.url}/dog_park/v1/dogs`, calls.token);
    const ownLoad = startLoad(`${calls.url}${own}`, calls.token);
    const refused = await declare([], [guarded]);
    await untilRestricted(first, await untilServed(first, refused));
    await untilServed(second, refused);

    await kill(first);
    const removed = await declare(['Walks'], [guarded]);
    const restarted = await start(0);
    await untilRestricted(restarted, await untilServed(restarted, removed));
    expect((await answersTo(calls, walks))[0]).toMatch(/^403 \S+ not_subscribed$/);

    // No Envoy has polled this one since it started.
    await kill(second);
    const other = await start(1);
    move(1);
    await kill(restarted);
    expect((await ownLoad.stop()).failed).toEqual(noneFailed);
    await untilRestricted(other, await untilServed(other, await declare(['Walks', 'Owna'], [guarded])));
    for (const path of [walks, own])
      expect((await answersTo(calls, path))[0]).toMatch(/^403 \S+ not_subscribed$/);
    await putRightKey();
    await expectAccepted({ envoys }, other);
    await until(async () => (await answersTo(calls, '/guarded/v1/dogs'))[0]?.startsWith('200') === true);
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);

test.skipIf(!hasEnvoy)(
  `an Envoy that refuses a key keeps its rights while a control plane that has lost its state does not know its table, which status shows${whyNoEnvoy}`,
  async () => {
    const { calls, envoys, root, first, start, declare, guarded, putRightKey } = await openPlanes();
    const load = startLoad(`${calls.url}/dog_park/v1/dogs`, calls.token);
    await untilRestricted(first, await untilServed(first, await declare(['Walks'], [guarded])));
    first.signal('SIGKILL');
    await first.ended;
    const restarted = await start(0, { stateFolder: await makeTestFolder() });
    await expectPolled(restarted, 1);
    expect((await answersTo(calls, walks))[0]).toMatch(/^403 \S+ not_subscribed$/);
    const [stillAllowed = ''] = await answersTo(calls, own);
    expect(stillAllowed).toMatch(/^200 \S+ undefined$/);

    const removedToo = await untilServed(restarted, await declare(['Walks', 'Owna'], [guarded]));
    await until(async () => (await restarted.status()).controlPlane.nodes[0]?.removalsWait === true);
    const { code, stdout } = await runGatewright(root, ['status', '--url', restarted.adminUrl]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('Envoy east still allows what the served table takes away, until it accepts'),
    ]);
    expect(await answersTo(calls, own)).toEqual([stillAllowed]);
    await putRightKey();
    expect(await expectAccepted({ envoys }, restarted)).toBe(removedToo);
    await until(async () => (await answersTo(calls, own))[0] === `403 ${removedToo} not_subscribed`);
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);
