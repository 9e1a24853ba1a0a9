import { isPublicClient } from '#compiled/is-public-client.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';

/** Proof Key for Code Exchange (RFC 7636 section 4.3): only S256, and required for clients without a secret. */
export function requireChallenge(
  request: AuthorizationRequest,
): 'challenge_missing' | 'challenge_method_unsupported' | 'challenge_malformed' | undefined {
  const { parameters, application, responseType } = request;
  const challenge = parameters.single.get('code_challenge');
  const method = parameters.single.get('code_challenge_method');
  if (challenge === undefined && method === undefined)
    return isPublicClient(application) && responseType.name === 'code' ? 'challenge_missing' : undefined;
  if (method !== 'S256') return 'challenge_method_unsupported';
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge)) return 'challenge_malformed';
  request.codeChallenge = challenge;
  return undefined;
}
