import type { EndedCall } from '../gateway/call.ts';

/** In a word what was wrong with the upstream of a call: an error code, or `broken_off`; undefined where nothing was. */
export function upstreamTrouble({ rejected, failure }: EndedCall): string | undefined {
  if (rejected === undefined) return failure && 'broken_off';
  return rejected.startsWith('upstream_') ? rejected : undefined;
}
