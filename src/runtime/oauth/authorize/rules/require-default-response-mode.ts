import type { AuthorizationRequest } from '../authorization-request.ts';

/** A token in a query would stand in logs and histories, and other modes are not there at all. */
export function requireDefaultResponseMode({
  parameters,
  responseType,
}: AuthorizationRequest): 'response_mode_unsupported' | undefined {
  const mode = parameters.single.get('response_mode') ?? responseType.mode;
  return mode === responseType.mode ? undefined : 'response_mode_unsupported';
}
