import type { EndedCall } from '../gateway/call.ts';

/** What stands in figures and logs for a client that went away before there was an answer, as nginx has it. */
const clientGone = 499;

/** The status that a call was answered with. */
export function statusOf({ response, upgrade, answeredAt }: EndedCall): number {
  if (response.headersSent) return response.statusCode;
  return upgrade && answeredAt > 0 ? 101 : clientGone;
}
