import { isLoopbackHost } from '#serve/served/loopback-host.ts';
import { CommandError } from '../command-error.ts';

/** The address of an admin listener, which can have a path prefix, and credentials for a proxy. */
export interface AdminAddress {
  /** Its path ends with a slash. */
  readonly url: URL;
  /** The address without credentials, for messages. */
  readonly shown: string;
}

/** Reads `--url`. Throws a CommandError that contains no part of the address that may be a password. */
export function parseAdminAddress(text: string): AdminAddress {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    const help = 'Use the address that `gatewright run` prints after Admin, such as http://127.0.0.1:8244.';
    throw new CommandError('--url is not the address of an admin listener.', help);
  }
  if (url.search !== '' || url.hash !== '')
    throw new CommandError('The address of an admin listener must not have a query or a fragment.');
  if (url.password !== '' && url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    const help = 'Use an address that begins with https://.';
    throw new CommandError(
      `A password must not go to ${url.origin}, where everybody on the network could read it.`,
      help,
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/`;
  return { url, shown: `${url.origin}${url.pathname.slice(0, -1)}` };
}
