import type { AuthorizationRequest } from '../authorization-request.ts';

/**
 * What is ignored in a request object could be what makes the request safe, so that it is refused (RFC 9101 section 7).
 */
export function refuseRequestObjects({
  parameters,
}: AuthorizationRequest): 'request_object_unsupported' | 'request_uri_unsupported' | undefined {
  if (parameters.single.has('request')) return 'request_object_unsupported';
  return parameters.single.has('request_uri') ? 'request_uri_unsupported' : undefined;
}
