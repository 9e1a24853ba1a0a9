import type { LimitSettings } from '#compiled/settings/gateway-settings.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { RateCounters } from '#runtime/ports/rate-counters.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { createCounterMemory } from '#runtime/state/counter-table.ts';
import { openLocalCounters } from '#runtime/state/local-counters.ts';
import { messageOf, StartupError } from '../served/startup-error.ts';

/** How long further reports are suppressed after one about uncounted calls, in milliseconds. */
const silenceMs = 60_000;

export interface CounterServices {
  readonly clock: Clock;
  readonly resolveSecret: ResolveSecret;
  readonly warn: (message: string) => void;
  /** Memory from `createCounterMemory`, if several threads count together; by default, memory of this thread only. */
  readonly counterMemory?: SharedArrayBuffer;
}

/**
 * Opens the declared counters, which live longer than a generation; `opened` closes them. An unreachable Redis does not
 * prevent the start: each limit declares what happens in that case. Rejects with a StartupError.
 */
export async function openCounters(
  { counters, url }: LimitSettings,
  services: CounterServices,
  opened: AsyncDisposableStack,
): Promise<RateCounters> {
  const { clock, resolveSecret, warn } = services;
  if (counters === 'local') {
    const memory = services.counterMemory ?? createCounterMemory();
    return openLocalCounters({ memory, clock, onFull: warnWhenFull(services) });
  }
  if (!url) throw new StartupError('Calls are counted in redis, but its `url` is missing.');
  const { openRedisCounters } = await import('#runtime/state/redis/redis-counters.ts');
  try {
    const settings = { url: await resolveSecret(url), warn };
    return opened.adopt(await openRedisCounters(settings), (open) => open.close());
  } catch (error) {
    throw error instanceof StoreError ? new StartupError(error.message) : new StartupError(messageOf(error));
  }
}

function warnWhenFull({ clock, warn }: CounterServices): () => void {
  let reportedAt = -Infinity;
  return () => {
    const now = clock();
    if (now < reportedAt + silenceMs) return;
    reportedAt = now;
    warn('Calls cannot be counted: too many limits are in use at once for the memory of the counters.');
  };
}
