import type { AuthorizationRequest } from '../authorization-request.ts';

/** The space in a cookie next to the state of a login at another service. */
const longestQuery = 2400;

export function requireShortRequest({ parameters }: AuthorizationRequest): 'request_too_long' | undefined {
  return parameters.query.length > longestQuery ? 'request_too_long' : undefined;
}
