import { statusOfError } from '#compiled/answers/status-of-error.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { TokenClaims } from '#runtime/token/claims.ts';
import { resolveTokenContext, type TokenContext, type VerifiedToken } from '#runtime/token/token-context.ts';
import { readAuthorization } from '#runtime/token/read-authorization.ts';
import type { Call, WaitingPolicy } from '../call.ts';
import type { ServedSubscription } from '../generation/served-subscription.ts';

/**
 * Refuses a call without a valid access token in the Authorization header, the only place for one (RFC 6750 section
 * 2.1).
 */
export const authenticate: WaitingPolicy = (call) => {
  const authorization = readAuthorization(call.request);
  if (authorization.kind === 'several') return rejectToken(call, 'token_ambiguous', 'invalid_request');
  if (authorization.kind === 'none' || authorization.scheme !== 'bearer') return rejectMissingToken(call);
  const refused = refuseTokenInQuery(call);
  if (refused) return refused;
  const verified = call.generation.verifyToken(authorization.credentials);
  return verified instanceof Promise
    ? verified.then((token) => acceptToken(call, token))
    : acceptToken(call, verified);
};

/** Refuses a token in the query, which the upstream would receive (RFC 6750 section 2.3). */
export function refuseTokenInQuery(call: Call): Rejection | undefined {
  const { query } = call.target;
  if (query === '' || !/[?&]access_token=/.test(query)) return undefined;
  return rejectToken(call, 'token_ambiguous', 'invalid_request');
}

/**
 * Stores a token and its client in the call. Returns a rejection if the token is not valid for the call: its client and
 * user must be declared, and nothing may revoke it.
 */
export function acceptToken(call: Call, token: VerifiedToken | undefined): Rejection | undefined {
  const tokenContext = token && resolveTokenContext(call.generation.authorizationState, token);
  if (!tokenContext || !isForCall(token.claims, call)) return rejectInvalidToken(call);
  call.token = token;
  call.claims = token.claims;
  call.client = tokenContext.client;
  // Safe: only the gateway stores subscriptions in a context.
  call.tokenContext = tokenContext as TokenContext<ServedSubscription>;
  return undefined;
}

/**
 * Whether a token may be used for a call. A token of the store's console is valid only for calls from the console, to
 * the API that its user tries.
 */
function isForCall({ consoleApi }: TokenClaims, { request, api }: Call): boolean {
  if (consoleApi === undefined) return true;
  return request.isFromConsole === true && consoleApi === apiKey(api.manifest);
}

export function rejectMissingToken(call: Call): Rejection {
  return rejectToken(call, 'token_missing');
}

export function rejectInvalidToken(call: Call): Rejection {
  return rejectToken(call, 'token_invalid', 'invalid_token');
}

/** The challenge to a call without a token names no error (RFC 6750 section 3.1). */
function rejectToken(
  { generation: { settings } }: Call,
  code: 'token_missing' | 'token_invalid' | 'token_ambiguous',
  error?: 'invalid_request' | 'invalid_token',
): Rejection {
  const challenge = `Bearer realm="${settings.gatewayUrl}"`;
  return {
    code,
    status: statusOfError(code, settings),
    headers: { 'www-authenticate': error ? `${challenge}, error="${error}"` : challenge },
  };
}
