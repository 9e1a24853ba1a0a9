import type { StateSettings } from '#compiled/settings/gateway-settings.ts';
import { FailedLogins } from '#runtime/identity/failed-logins.ts';
import { LoginQueue } from '#runtime/identity/login-queue.ts';
import { SharedFailedLogins } from '#runtime/identity/shared-failed-logins.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { readStateUrl } from './open-token-store.ts';
import type { Services } from '../served/served-generation.ts';
import { StartupError } from '../served/startup-error.ts';

type LoginServices = Pick<Services, 'clock' | 'resolveSecret'> & Pick<GatewayOptions, 'report'>;

/**
 * Opens the limits of failed logins: shared by all gateways with the same state in Redis, otherwise only for this
 * gateway. `opened` closes them. Rejects with a StartupError.
 */
export async function openFailedLogins(
  { store, url }: StateSettings,
  { clock, resolveSecret, report }: LoginServices,
  opened: AsyncDisposableStack,
): Promise<LoginQueue> {
  const local = new FailedLogins(clock);
  if (store !== 'redis') return new LoginQueue(local);
  const { openRedisFailures } = await import('#runtime/state/redis/redis-failures.ts');
  const stateUrl = await readStateUrl(url, resolveSecret);
  try {
    const shared = opened.adopt(await openRedisFailures(stateUrl, clock), (open) => open.close());
    const warn = (message: string) => report({ type: 'warning', message });
    return new LoginQueue(new SharedFailedLogins(shared, { local, warn, clock }));
  } catch (error) {
    throw error instanceof StoreError ? new StartupError(error.message) : error;
  }
}
