import type { AuthorizationRequest } from '../authorization-request.ts';

export function requireDeclaredGrant({
  application,
  responseType,
}: AuthorizationRequest): 'grant_undeclared' | undefined {
  return application.grants.includes(responseType.grant) ? undefined : 'grant_undeclared';
}
