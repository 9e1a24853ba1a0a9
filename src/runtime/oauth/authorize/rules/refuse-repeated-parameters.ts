import type { AuthorizationRequest } from '../authorization-request.ts';

/** RFC 6749 section 3.1. */
export function refuseRepeatedParameters({
  parameters,
}: AuthorizationRequest): 'parameter_repeated' | undefined {
  return parameters.repeated.size > 0 ? 'parameter_repeated' : undefined;
}
