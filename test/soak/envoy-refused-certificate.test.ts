import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runGatewright } from '../cli/run-gatewright.ts';
import { hasEnvoy, whyNoEnvoy } from '../export/envoy/envoy-in-test.ts';
import { answersTo, call } from './envoys/call-envoys.ts';
import { expectAccepted } from './envoys/expect-published.ts';
import {
  declareGuarded,
  declareKeyed,
  key,
  keyHeader,
  openGuardedUpstream,
  put,
  putMisfits,
} from './envoys/guarded-upstream.ts';
import { openFleet, until, type ControlPlaneProcess, type Fleet } from './envoys/open-fleet.ts';
import { declareRound, roundFile, sourcesOfRound } from './envoys/round-sources.ts';
import { noneFailed, startLoad } from './envoys/start-load.ts';

/** Waits until the Envoys have polled for longer than it takes a control plane to send a refused version again. */
async function untilSentAgain({ status }: ControlPlaneProcess): Promise<void> {
  const { nodes: before } = (await status()).controlPlane;
  await until(async () => {
    const { nodes } = (await status()).controlPlane;
    const polledFor = nodes.map(
      ({ polledAt }, index) => Date.parse(polledAt) - Date.parse(before[index]?.polledAt ?? ''),
    );
    return polledFor.every((milliseconds) => milliseconds > 15_000);
  });
}

async function callGuarded(fleet: Fleet): Promise<string> {
  const { status, text } = await call(fleet, '/guarded/v1/dogs');
  return `${status} ${text}`;
}

test.skipIf(!hasEnvoy)(
  `Envoys with a key that does not fit refuse it, keep what they have under load, and recover with the right one${whyNoEnvoy}`,
  async () => {
    const fleet = await openFleet(['east', 'west'], (upstreams) => sourcesOfRound(0, upstreams));
    const { authority, first, root, envoys, write } = fleet;
    const before = await expectAccepted(fleet, first);
    const load = startLoad(`${fleet.url}/dog_park/v1/dogs`, fleet.token);
    const url = await openGuardedUpstream(authority);

    const { right, other } = await putMisfits(fleet);
    await write('apis/guarded/api.yaml', declareGuarded(url));

    await until(async () => {
      const { nodes } = (await first.status()).controlPlane;
      return nodes.every(({ refused }) => refused.length > 0);
    });
    await untilSentAgain(first);
    const { digest, controlPlane } = await first.status();
    expect(controlPlane.published).toBe(digest);
    expect(digest).not.toBe(before);
    // Envoy blames the secret of the endpoint that arrives last.
    const blamed = new RegExp(`^(?:certificate|authority):${authority.folder}/secrets/`);
    const names = [expect.stringMatching(blamed) as unknown];
    const refused = [{ resources: 'secrets', names }];
    expect(controlPlane.nodes).toMatchObject([
      { name: 'east', refused },
      { name: 'west', refused },
    ]);
    const shown = await runGatewright(root, ['status', '--url', first.adminUrl]);
    for (const node of ['east', 'west'])
      expect(shown.stdout).toMatch(
        new RegExp(
          `^Envoy ${node} has refused version \\S+ of its secrets \\(\\w+:${authority.folder}/`,
          'm',
        ),
      );
    for (const { log } of envoys) expect(log()).toMatch(/private key/i);
    expect(await callGuarded(fleet)).toMatch(/^404 .*api_unknown/);

    await put(right.key, authority.folder, key);
    expect(await expectAccepted(fleet, first)).toBe(digest);
    expect((await first.status()).controlPlane.nodes.flatMap((node) => node.refused)).toEqual([]);
    await until(async () => (await callGuarded(fleet)) === '200 guarded');

    // A renewal that goes wrong changes nothing either.
    await put(other.key, authority.folder, key);
    for (const { admin } of envoys)
      await until(async () => /sds\.certificate.*key_rotation_failed: [1-9]/.test(await admin('/stats')));
    for (let count = 0; count < 10; count += 1) expect(await callGuarded(fleet)).toBe('200 guarded');
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);

test.skipIf(!hasEnvoy)(
  `Envoys that refuse a key that does not fit still refuse what its table takes away, and the table after it${whyNoEnvoy}`,
  async () => {
    const fleet = await openFleet(['east', 'west'], (upstreams) => sourcesOfRound(0, upstreams));
    const { authority, first, root, write, upstreams } = fleet;
    const before = await expectAccepted(fleet, first);
    const load = startLoad(`${fleet.url}/dog_park/v1/dogs`, fleet.token);
    const [walks, own] = ['/walks/v1/walks_0', '/owna/v1/walks_0'];
    expect(await answersTo(fleet, walks)).toEqual([`200 ${before} undefined`]);
    const { right } = await putMisfits(fleet);
    const guarded = declareGuarded(await openGuardedUpstream(authority));
    for (const folder of [root, authority.folder]) await writeFile(join(folder, keyHeader), 'a-key');
    const declared = [declareRound(0, upstreams), guarded, declareKeyed(upstreams.even)];
    const documents = declared.flatMap((text) => text.split('---\n'));
    /** Declares all without the subscriptions to some APIs, and waits until both Envoys refuse calls of these. */
    const removeSubscriptions = async (...apis: readonly string[]) => {
      const isKept = (text: string) => !apis.some((api) => text.includes(`\napi: ${api}/v1`));
      const { digest: earlier } = await first.status();
      await write(roundFile, documents.filter(isKept).join('---\n'));
      await until(async () => {
        const { digest, controlPlane } = await first.status();
        return (
          digest !== earlier &&
          controlPlane.nodes.every(
            ({ restricted, refused }) => restricted?.by === digest && refused.length > 0,
          )
        );
      });
      return first.status();
    };

    const { digest, controlPlane } = await removeSubscriptions('Walks');
    const restricted = controlPlane.nodes[0]?.restricted?.digest;
    const refused = [{ resources: 'secrets' }];
    expect(controlPlane.nodes).toMatchObject(
      ['east', 'west'].map((name) => ({
        name,
        accepted: before,
        restricted: { digest: restricted, by: digest },
        refused,
      })),
    );
    expect(await answersTo(fleet, walks)).toEqual([`403 ${restricted} not_subscribed`]);
    expect(await answersTo(fleet, own)).toEqual([`200 ${restricted} undefined`]);
    expect(await callGuarded(fleet)).toMatch(/^404 .*api_unknown/);
    const { code, stdout } = await runGatewright(root, ['status', '--url', first.adminUrl]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `Envoy east answers by the table ${restricted}: the one that it has accepted, without what the served table takes away.`,
    );

    await removeSubscriptions('Walks', 'Owna');
    const [refusesWalks] = await answersTo(fleet, walks);
    expect(refusesWalks).toMatch(/^403 \S+ not_subscribed$/);
    expect(await answersTo(fleet, own)).toEqual([refusesWalks]);

    await put(right.key, authority.folder, key);
    const accepted = await expectAccepted(fleet, first);
    await until(async () => (await callGuarded(fleet)) === '200 guarded');
    for (const path of [walks, own])
      expect(await answersTo(fleet, path)).toEqual([`403 ${accepted} not_subscribed`]);
    expect((await first.status()).controlPlane.nodes.map((node) => node.restricted)).toEqual([null, null]);
    expect((await load.stop()).failed).toEqual(noneFailed);
  },
);
