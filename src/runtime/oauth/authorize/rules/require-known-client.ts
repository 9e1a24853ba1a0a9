import type { AuthorizationRequest } from '../authorization-request.ts';

export function requireKnownClient(
  request: AuthorizationRequest,
): 'client_missing' | 'client_unknown' | undefined {
  const clientId = request.parameters.single.get('client_id');
  if (clientId === undefined) return 'client_missing';
  const client = request.server.authorizationState.clients.get(clientId);
  if (!client) return 'client_unknown';
  request.client = client;
  return undefined;
}
