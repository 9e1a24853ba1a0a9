import { CommandError } from '../command-error.ts';
import { connectionFailure } from '../connection-failure.ts';
import type { AdminAddress } from './admin-address.ts';
import { AnswerTooLongError, type AdminAnswer, type AdminClient } from './admin-client.ts';
import { parseStatus, type RunningGateway } from './running-gateway.ts';

/** The maximum size of a status in bytes: enough for all errors of thousands of files. */
const maxStatusLength = 16 * 1024 * 1024;

/**
 * The maximum size of a page in bytes: enough for the manifest of a million subscriptions, or the longest compiled
 * definition.
 */
const maxPageLength = 256 * 1024 * 1024;

const howToAddress = 'Use the address that `gatewright run` prints after Admin, or that of a proxy.';

/** Requests the status of a gateway. Throws a CommandError if the response is not that of a gateway. */
export async function fetchStatus(client: AdminClient): Promise<RunningGateway> {
  const { status, body } = await fetchPage(client, 'status', maxStatusLength);
  const running = status === 200 ? parseStatus(body) : undefined;
  if (running) return running;
  throw explainAnswer(status, client.address);
}

/** Requests a page. Throws a CommandError if the gateway does not respond. */
export async function fetchPage(
  client: AdminClient,
  path: string,
  most = maxPageLength,
): Promise<AdminAnswer> {
  try {
    return await client.read(path, most);
  } catch (error) {
    throw explainFailure(error, client.address);
  }
}

/** Sends a request that changes something in the gateway. Throws a CommandError if the gateway does not respond. */
export async function postToGateway(client: AdminClient, path: string): Promise<AdminAnswer> {
  try {
    return await client.post(path, maxPageLength);
  } catch (error) {
    throw explainFailure(error, client.address);
  }
}

function explainAnswer(status: number, { shown }: AdminAddress): CommandError {
  if (status === 401 || status === 403) {
    const help = 'For a proxy with a password, write USER:PASSWORD@ before the host of --url.';
    return new CommandError(`${shown} requires authentication (${status}).`, help);
  }
  if (status >= 300 && status < 400)
    return new CommandError(`${shown} redirects (${status}), which is not followed.`, howToAddress);
  const what = status === 200 ? 'returns something else' : `returns ${status}`;
  return new CommandError(`${shown} is not the admin listener of a gateway: it ${what}.`, howToAddress);
}

function explainFailure(error: unknown, { shown }: AdminAddress): CommandError {
  if (error instanceof AnswerTooLongError)
    return new CommandError(
      `${shown} is not the admin listener of a gateway: its response does not end.`,
      howToAddress,
    );
  const { kind, code } = connectionFailure(error);
  if (kind === 'untrusted') {
    const help =
      'Set its certificate authority with --ca FILE, or the name in the certificate with --server-name.';
    return new CommandError(`The certificate of ${shown} is not trusted (${code}).`, help);
  }
  if (kind === 'no-tls') {
    const help = 'The URL of an admin listener on a loopback address begins with http://.';
    return new CommandError(`${shown} does not speak TLS (${code}).`, help);
  }
  const help =
    'Start it with `gatewright run`; its admin listener uses TLS unless it is on a loopback address.';
  return new CommandError(`No gateway responds at ${shown} (${code}).`, help);
}
