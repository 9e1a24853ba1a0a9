import type { AtEnd } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import { start, type StartChanges } from '../../serve/running-gateway.ts';
import type { Repository } from '../repository/write-repository.ts';
import type { RunningPlane } from './running-plane.ts';

/** Starts the gateway as `gatewright run` does, which is the key manager as well. */
export async function openBuiltInPlane(
  { root }: Repository,
  atEnd: AtEnd,
  changes: Partial<StartChanges> = {},
): Promise<RunningPlane & { readonly authorizationUrl: string | undefined }> {
  // The declared address is not one of this machine, and so does not say which port was free.
  const port = await freePort();
  const gateway = await start({ root, plainHttp: true, port, ...changes }, atEnd);
  const listening = gateway.events.find((event) => event.type === 'listening');
  return {
    port,
    authorizationUrl: gateway.authorizationUrl,
    digest: listening?.type === 'listening' ? listening.digest : '',
    readMetrics: async () => (await fetch(`${gateway.adminUrl}/metrics`)).text(),
    // It watches the files.
    update: async () => undefined,
  };
}
