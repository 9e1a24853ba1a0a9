import { main } from '../../cli/run-gatewright.ts';
import { startCommand, untilListening } from '../../cli/running-command.ts';
import type { AtEnd } from '../../platform/in-folder.ts';
import { freePort } from '../../runtime/free-port.ts';
import type { Repository } from '../repository/write-repository.ts';
import type { RunningPlane } from './running-plane.ts';

/** Runs `gatewright run`, as an operator does; it is the key manager as well. `options` are further ones of the command. */
export async function openBuiltInPlane(
  { root }: Repository,
  atEnd: AtEnd,
  options: readonly string[] = ['--plain-http'],
): Promise<RunningPlane & { readonly authorizationUrl: string | undefined }> {
  // The declared address is not one of this machine, and so does not say which port was free.
  const port = await freePort();
  const usual = ['--port', String(port), '--admin-port', '0', '--log-format', 'json'];
  const command = startCommand(root, ['run', ...usual, ...options], { file: main, atEnd });
  const { adminUrl, authorizationUrl, digest } = await untilListening(command);
  return {
    port,
    authorizationUrl,
    digest,
    readMetrics: async () => (await fetch(`${adminUrl}/metrics`)).text(),
    // It watches the files.
    update: async () => undefined,
  };
}
