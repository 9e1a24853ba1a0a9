import type { EndedCall } from '#runtime/gateway/call.ts';

/** The status in metrics and logs if the client disconnected before the response, as in nginx. */
const clientClosedRequest = 499;

/** The facts from which the outcome of a call is derived. */
export interface CallOutcome extends Pick<
  EndedCall,
  'upgrade' | 'responseStartedAt' | 'rejected' | 'failure'
> {
  readonly response: Pick<EndedCall['response'], 'headersSent' | 'statusCode'>;
}

/** The status of the response to a call. */
export function statusOf({ response, upgrade, responseStartedAt }: CallOutcome): number {
  if (response.headersSent) return response.statusCode;
  return upgrade && responseStartedAt > 0 ? 101 : clientClosedRequest;
}

/**
 * The problem of a call's upstream in one word: an error code, or `broken_off`; undefined if the upstream had no
 * problem.
 */
export function upstreamError({ rejected, failure }: CallOutcome): string | undefined {
  if (rejected === undefined) return failure && 'broken_off';
  return rejected.startsWith('upstream_') ? rejected : undefined;
}
