import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import {
  type ForbiddenUpstreams,
  readUpstreamAddress,
  type UpstreamAddress,
} from '#compiled/settings/forbidden-upstreams.ts';

/** An upstream is at an address that the gateway must not call, which its name may have hidden from lint. */
class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
  readonly code = 'UPSTREAM_FORBIDDEN';

  constructor({ host }: UpstreamAddress, entry: string) {
    super(`the upstream is at ${host}, which the gateway must not call (${entry})`);
  }
}

type ReadForbidden = () => Pick<ForbiddenUpstreams, 'find'>;

/** Resolves names for the connections to `origin`, and fails if any of the addresses is forbidden. */
export function lookupAllowed(origin: string, forbidden: ReadForbidden): LookupFunction {
  const port = readUpstreamAddress(origin)?.port ?? 0;
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const refused = error ?? findForbidden(found, port, forbidden());
      const [first] = found ?? [];
      if (refused || !first) callback(refused ?? new Error('no address was found'), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

function findForbidden(
  found: readonly { readonly address: string }[],
  port: number,
  forbidden: Pick<ForbiddenUpstreams, 'find'>,
): ForbiddenAddressError | undefined {
  for (const { address: host } of found) {
    const entry = forbidden.find({ host, port });
    if (entry !== undefined) return new ForbiddenAddressError({ host, port }, entry);
  }
  return undefined;
}

/** Opens no connection to `origin` while it is forbidden itself, since addresses are not looked up. */
export function refuseForbidden(
  origin: string,
  forbidden: ReadForbidden,
  connect: buildConnector.connector,
): buildConnector.connector {
  const address = readUpstreamAddress(origin);
  return (options, callback) => {
    const error = address && findForbidden([{ address: address.host }], address.port, forbidden());
    if (error) queueMicrotask(() => callback(error, null));
    else connect(options, callback);
  };
}
