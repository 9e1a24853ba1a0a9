import { expect } from 'vitest';
import type { PollingEnvoy } from '../../serve/control-plane/start-polling-envoy.ts';
import { type ControlPlaneProcess, type Fleet, until } from './open-fleet.ts';
import { sourcesOfRound } from './round-sources.ts';

/** Declares a round, and resolves with the digest of its table once it is published. */
export async function expectPublished(
  { write, upstreams }: Pick<Fleet, 'write' | 'upstreams'>,
  controlPlane: ControlPlaneProcess,
  round: number,
): Promise<string> {
  const { digest: before } = await controlPlane.status();
  for (const [path, text] of Object.entries(sourcesOfRound(round, upstreams))) await write(path, text);
  await until(async () => (await controlPlane.status()).digest !== before);
  const { digest, lastError, controlPlane: shown } = await controlPlane.status();
  expect([lastError, shown.published]).toEqual([null, digest]);
  return digest;
}

/** Resolves with the digest of what is served once all Envoys have it. */
export async function expectAccepted(
  { envoys }: Pick<Fleet, 'envoys'>,
  controlPlane: ControlPlaneProcess,
): Promise<string> {
  let served = '';
  await until(async () => {
    const { digest, controlPlane: shown } = await controlPlane.status();
    served = digest;
    return shown.nodes.filter(({ accepted }) => accepted === digest).length === envoys.length;
  });
  return served;
}

/** Metrics that show that an Envoy has refused something, or has closed connections because of a change. */
export async function disturbancesOf({ admin }: PollingEnvoy): Promise<readonly string[]> {
  const disturbed =
    /(update_rejected|config_fail|listener_modified|listener_removed|listeners_draining|drain_close): [1-9]/;
  return (await admin('/stats')).split('\n').filter((line) => disturbed.test(line));
}
