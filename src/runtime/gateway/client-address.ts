import { isIP } from 'node:net';
import { withoutPort } from '#runtime/requests/caller-address.ts';
import type { EndedCall } from './call.ts';

/** The most entries of X-Forwarded-For to read. */
const maxHops = 16;

/** The parts of a call that the address of its client depends on. */
interface ForwardedCall extends Pick<EndedCall, 'peer'> {
  readonly request: Pick<EndedCall['request'], 'headers'>;
  readonly generation: Pick<EndedCall['generation'], 'trustsPeer'>;
}

/**
 * The IP address of the client: the last entry of X-Forwarded-For that is not a trusted proxy, or the peer if it is not
 * a trusted proxy itself.
 */
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
