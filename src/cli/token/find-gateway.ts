import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { isLoopbackHost } from '#serve/served/loopback-host.ts';
import { CommandError } from '../command-error.ts';

/**
 * The token endpoint below the base URL of a gateway. Throws a CommandError if the URL is invalid, or if secrets would
 * be sent unencrypted over a network.
 */
export function tokenEndpointOf(base: string): URL {
  const url = URL.parse(`${base.replace(/\/+$/, '')}/token`);
  if (!url || !['https:', 'http:'].includes(url.protocol)) {
    throw new CommandError(
      `${JSON.stringify(base)} is not the address of a gateway.`,
      'The address must begin with https://.',
    );
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    const help = 'Use an https:// address; plain HTTP is allowed only for this machine.';
    throw new CommandError(
      `A secret must not go to ${url.origin}, where everybody on the network could read it.`,
      help,
    );
  }
  if (url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new CommandError('The address of a gateway must not have user information, a query or a fragment.');
  }
  return url;
}

/**
 * The authorities to trust on this machine: the default authorities, and the authority that the gateway has generated.
 * Undefined for other machines, and if the gateway has generated none.
 */
export async function trustedAuthorities(
  url: URL,
  stateFolder: string,
): Promise<readonly string[] | undefined> {
  if (!isLoopbackHost(url.hostname)) return undefined;
  const own = await readFile(join(stateFolder, 'tls', 'ca.pem'), 'utf8').catch(() => undefined);
  return own === undefined ? undefined : [own, ...rootCertificates];
}
