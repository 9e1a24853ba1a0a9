import { isIP } from 'node:net';
import { withoutPort } from '#runtime/requests/caller-address.ts';
import type { EndedCall } from './call.ts';

/** Proxies in a row that are believed at most. */
const maxHops = 16;

/** What the address of a caller depends on. */
interface ForwardedCall extends Pick<EndedCall, 'peer'> {
  readonly request: Pick<EndedCall['request'], 'headers'>;
  readonly generation: Pick<EndedCall['generation'], 'trustsPeer'>;
}

/** The address that a call came from: the last one before those of trusted proxies; only these may forward it. */
export function clientAddress({ request, generation, peer }: ForwardedCall): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined || !generation.trustsPeer(peer)) return peer;
  let address = peer;
  for (const hop of String(forwarded).split(',').slice(-maxHops).toReversed()) {
    const named = withoutPort(hop.trim());
    // An invalid address ends the list of trusted hops.
    if (isIP(named) === 0) return address;
    address = named;
    if (!generation.trustsPeer(address)) return address;
  }
  return address;
}
