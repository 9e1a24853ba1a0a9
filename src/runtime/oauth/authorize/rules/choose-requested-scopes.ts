import { chooseScopes } from '../../token/choose-scopes.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';

export function chooseRequestedScopes(request: AuthorizationRequest): 'scope_refused' | undefined {
  const { server, client, parameters } = request;
  const scopes = chooseScopes(server, client, parameters.single.get('scope'));
  if ('refused' in scopes) return 'scope_refused';
  request.scopes = scopes;
  return undefined;
}
