import type { AuthorizationRequest } from '../authorization-request.ts';

/** The space in a cookie next to the state of a login at another service. */
const maxQueryLength = 2400;

export function requireShortRequest({ parameters }: AuthorizationRequest): 'request_too_long' | undefined {
  return parameters.query.length > maxQueryLength ? 'request_too_long' : undefined;
}
