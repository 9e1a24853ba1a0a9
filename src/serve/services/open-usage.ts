import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { makeEmptyFile } from '#platform/files/private-files.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageStore } from '#runtime/ports/usage-store.ts';
import { createMemoryUsage } from '#runtime/state/usage/memory-usage.ts';
import { UsageRecorder } from '#runtime/state/usage/usage-recorder.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';

interface UsageServices extends Pick<GatewayOptions, 'stateFolder' | 'deployment' | 'report'> {
  readonly clock: Clock;
  readonly resolveSecret: ResolveSecret;
}

/**
 * Opens the usage recorder for all threads of this gateway; `opened` closes it. A store that cannot be opened prevents
 * neither the start nor calls, and is tried again.
 */
export function openUsage(
  declared: Pick<GatewaySettings, 'state' | 'limits'>,
  services: UsageServices,
  opened: AsyncDisposableStack,
): UsageRecorder {
  const recorder = new UsageRecorder({
    open: () => openStore(declared, services),
    writer: randomUUID(),
    warn: (message) => services.report({ type: 'warning', message }),
  });
  return opened.adopt(recorder, (open) => open.close());
}

/** Opens the usage store: in Redis if that stores the state or the counters, otherwise where the state is stored. */
async function openStore(
  { state, limits }: Pick<GatewaySettings, 'state' | 'limits'>,
  { clock, resolveSecret, stateFolder, deployment }: UsageServices,
): Promise<UsageStore> {
  const redis = [state.store === 'redis' && state.url, limits.counters === 'redis' && limits.url];
  const url = redis.find((reference) => typeof reference === 'object');
  if (url) {
    const { openRedisUsage } = await import('#runtime/state/usage/redis-usage.ts');
    return openRedisUsage({ url: await resolveSecret(url), deployment, clock });
  }
  if (state.store === 'memory') return createMemoryUsage(clock);
  const { openSqliteUsage } = await import('#runtime/state/usage/sqlite-usage.ts');
  const file = join(stateFolder, 'usage.sqlite');
  await makeEmptyFile(file).catch((error: unknown) => {
    throw new StoreError(`The state database ${file} cannot be used (${explainSystemError(error)}).`);
  });
  return openSqliteUsage(file, clock);
}
