import type { EndedCall } from '../gateway/call.ts';

/** The status in metrics and logs for a client that disconnected before the response, as in nginx. */
const clientGone = 499;

/** The status that a call was answered with. */
export function statusOf({ response, upgrade, responseStartedAt }: EndedCall): number {
  if (response.headersSent) return response.statusCode;
  return upgrade && responseStartedAt > 0 ? 101 : clientGone;
}

/** The problem of a call's upstream in one word: an error code, or `broken_off`; undefined if there was none. */
export function upstreamError({ rejected, failure }: EndedCall): string | undefined {
  if (rejected === undefined) return failure && 'broken_off';
  return rejected.startsWith('upstream_') ? rejected : undefined;
}
