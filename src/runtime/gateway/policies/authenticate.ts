import type { Rejection } from '../../rejection/rejection.ts';
import type { TokenClaims } from '../../token/claims.ts';
import { readAuthorization } from '../../token/read-authorization.ts';
import { findHolder } from '../../token/standing.ts';
import type { Call, Policy } from '../call.ts';

/** Admits a call with an access token, sent in the Authorization header (RFC 6750 section 2.1) and nowhere else. */
export const authenticate: Policy = (call) => {
  const authorization = readAuthorization(call.request);
  if (authorization.kind === 'several') return rejectToken(call, 'token_ambiguous', 'invalid_request');
  if (authorization.kind === 'none' || authorization.scheme !== 'bearer')
    return rejectToken(call, 'token_missing');
  if (/[?&]access_token=/.test(call.target.query))
    return rejectToken(call, 'token_ambiguous', 'invalid_request');
  const verified = call.generation.verifyToken(authorization.credentials);
  return verified instanceof Promise ? verified.then((claims) => admit(call, claims)) : admit(call, verified);
};

/** A token is good only while what is declared bears it out, and nothing revokes it. */
function admit(call: Call, claims: TokenClaims | undefined): Rejection | undefined {
  const client = claims && findHolder(call.generation.standing, claims);
  if (!client) return rejectToken(call, 'token_invalid', 'invalid_token');
  call.claims = claims;
  call.client = client;
  return undefined;
}

/** Without a token the challenge names no error (RFC 6750 section 3.1). */
function rejectToken(
  { generation }: Call,
  code: 'token_missing' | 'token_invalid' | 'token_ambiguous',
  error?: 'invalid_request' | 'invalid_token',
): Rejection {
  const challenge = `Bearer realm="${generation.settings.gatewayUrl}"`;
  return { code, headers: { 'www-authenticate': error ? `${challenge}, error="${error}"` : challenge } };
}
