import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { FollowedStore } from '#runtime/oauth/revoke-until-now.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { openAdminKey } from './admin-access.ts';
import type { GrantPages } from './register-grants.ts';
import type { Services } from '../served/served-generation.ts';
import type { Serving } from '../served/serving.ts';
import type { Servers } from '../served/servers.ts';
import { messageOf } from '../served/startup-error.ts';
import { openTokenStore } from '../services/open-token-store.ts';

interface GrantSources extends Pick<Services, 'clock' | 'resolveSecret' | 'stateFolder'> {
  readonly declared: GatewaySettings;
  readonly serving: Serving;
  readonly servers: Servers;
  readonly audit: WriteAudit;
}

/** Prepares the pages by which operators list and end grants; `opened` closes their resources. */
export async function openGrantPages(
  { declared, serving, servers, audit, ...base }: GrantSources,
  opened: AsyncDisposableStack,
): Promise<GrantPages> {
  const { store } = servers;
  return {
    adminKey: await openAdminKey(base.stateFolder),
    operations: {
      openStore: store ? async () => store() : openOnFirstUse(declared, base, opened),
      manifest: () => serving.table?.manifest,
      clock: base.clock,
      audit,
    },
  };
}

/**
 * Returns a function that opens a store on its first call, for gateways whose store belongs to the workers. It rejects
 * with a StoreError, and the next call tries again.
 */
function openOnFirstUse(
  { state }: GatewaySettings,
  base: Pick<Services, 'clock' | 'resolveSecret' | 'stateFolder'>,
  opened: AsyncDisposableStack,
): () => Promise<FollowedStore> {
  const own = opened.use(new AsyncDisposableStack());
  let opening: Promise<FollowedStore> | undefined;
  const open = async (): Promise<FollowedStore> => {
    try {
      return await openTokenStore(state, base, own);
    } catch (error) {
      opening = undefined;
      throw new StoreError(messageOf(error));
    }
  };
  return () => (opening ??= open());
}
