import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { TokenResponse } from '../authorization-server.ts';
import type { ClientRequest } from '../client-request.ts';
import type { Grant } from './grant.ts';
import { grants } from './grants.ts';

/** Answers a request to the token endpoint (RFC 6749 sections 4 and 5). */
export async function answerTokenRequest(request: ClientRequest): Promise<TokenResponse | OAuthRefusal> {
  const grant = chooseGrant(request);
  return 'refused' in grant ? grant : grant.handle(request);
}

function chooseGrant({ client, form }: ClientRequest): Grant | OAuthRefusal {
  const grantType = form.get('grant_type');
  if (grantType === undefined) return { refused: 'grant_type_missing' };
  const grant = grants.find((candidate) => candidate.grantType === grantType);
  if (!grant) return { refused: 'grant_unsupported' };
  if (!client.application.grants.includes(grantType)) return { refused: 'grant_undeclared' };
  return grant.parameters.every((name) => form.has(name)) ? grant : { refused: 'parameter_missing' };
}
