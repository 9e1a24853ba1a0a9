import type { AuthorizationRequest } from '../authorization-request.ts';

/** As much as fits into a cookie, beside what a login at another service needs to remember. */
const longestQuery = 2400;

export function requireShortRequest({ parameters }: AuthorizationRequest): 'request_too_long' | undefined {
  return parameters.query.length > longestQuery ? 'request_too_long' : undefined;
}
