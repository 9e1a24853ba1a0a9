import type { AuthorizationRequest, ResponseType } from '../authorization-request.ts';

const responseTypes: readonly ResponseType[] = [
  { name: 'code', grant: 'authorization_code', mode: 'query' },
  { name: 'token', grant: 'implicit', mode: 'fragment' },
];

export function requireResponseType(
  request: AuthorizationRequest,
): 'response_type_missing' | 'response_type_unsupported' | undefined {
  const name = request.parameters.single.get('response_type');
  if (name === undefined) return 'response_type_missing';
  const responseType = responseTypes.find((candidate) => candidate.name === name);
  // The implicit grant does not exist unless an application declares it (RFC 9700 section 2.1.2).
  const isOffered = request.server.metadata.response_types_supported.includes(name);
  if (!responseType || !isOffered) return 'response_type_unsupported';
  request.responseType = responseType;
  return undefined;
}
