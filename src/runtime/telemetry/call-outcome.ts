import type { EndedCall } from '../gateway/call.ts';

/** What stands in figures and logs for a client that went away before there was an answer, as nginx has it. */
const clientGone = 499;

/** The status that a call was answered with. */
export function statusOf({ response, upgrade, answeredAt }: EndedCall): number {
  if (response.headersSent) return response.statusCode;
  return upgrade && answeredAt > 0 ? 101 : clientGone;
}

/** In a word what was wrong with the upstream of a call: an error code, or `broken_off`; undefined where nothing was. */
export function upstreamError({ rejected, failure }: EndedCall): string | undefined {
  if (rejected === undefined) return failure && 'broken_off';
  return rejected.startsWith('upstream_') ? rejected : undefined;
}
