import { ForbiddenUpstreams } from '#compiled/settings/forbidden-upstreams.ts';
import type { ConnectionLimits } from '#runtime/gateway/upstream/upstream-pool.ts';

/** The limits of connections in tests, with the addresses that a gateway forbids. */
export function limitConnections(maxAgeMs = 60_000, entries?: readonly string[]): ConnectionLimits {
  const forbidden = new ForbiddenUpstreams(entries);
  return { maxAgeMs, forbidden: () => forbidden };
}
