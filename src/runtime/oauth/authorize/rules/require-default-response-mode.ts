import type { AuthorizationRequest } from '../authorization-request.ts';

/** A token in a query would appear in logs and histories; other modes are not supported. */
export function requireDefaultResponseMode({
  parameters,
  responseType,
}: AuthorizationRequest): 'response_mode_unsupported' | undefined {
  const mode = parameters.single.get('response_mode') ?? responseType.mode;
  return mode === responseType.mode ? undefined : 'response_mode_unsupported';
}
