import type { AuthorizationRequest } from '../authorization-request.ts';

/**
 * An ignored request object could contain the protections of the request, so it is refused (RFC 9101 section 7).
 */
export function refuseRequestObjects({
  parameters,
}: AuthorizationRequest): 'request_object_unsupported' | 'request_uri_unsupported' | undefined {
  if (parameters.single.has('request')) return 'request_object_unsupported';
  return parameters.single.has('request_uri') ? 'request_uri_unsupported' : undefined;
}
