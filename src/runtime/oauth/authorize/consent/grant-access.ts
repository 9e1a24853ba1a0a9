import type { LoginSession } from '#runtime/identity/login-session.ts';
import { issueCode } from '../../issue-code.ts';
import { issueToken } from '../../token/issue-token.ts';
import type { Answer } from '../answer.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { redirectBack } from '../redirect-back.ts';
import { refuseFailure } from '../refuse.ts';
import { nowOf, type Visit } from '../login/visit.ts';

/** Redirects the user to the application with a code, a token or an error. */
export async function grantAccess(
  visit: Visit,
  request: AuthorizationRequest,
  session: LoginSession,
): Promise<Answer> {
  try {
    const grant = request.responseType.name === 'code' ? grantCode : grantToken;
    return { location: redirectBack(request, await grant(visit, request, session)) };
  } catch (error) {
    return refuseFailure(visit, request, error);
  }
}

/** Issues an authorization code (RFC 6749 section 4.1.2). */
async function grantCode(
  _visit: Visit,
  { server, client, scopes, redirectUri, codeChallenge }: AuthorizationRequest,
  { id: loginId, subject, authenticatedAt }: LoginSession,
) {
  const order = { client, subject, scopes, redirectUri, codeChallenge, authenticatedAt, loginId };
  return { code: await issueCode(server, order) };
}

/** The longest lifetime of a token that passes through the browser, in seconds (RFC 9700 section 2.1.2). */
const maxImplicitSeconds = 900;

/** Issues an access token, never with a refresh token (RFC 6749 section 4.2.2). */
async function grantToken(
  visit: Visit,
  { server, client, scopes }: AuthorizationRequest,
  { id: loginId, subject, authenticatedAt }: LoginSession,
) {
  const notAfter = Math.floor(nowOf(visit)) + maxImplicitSeconds;
  const login = { subject, loginId, authenticatedAt };
  const granted = { client, ...login, scopes, notAfter, address: visit.address };
  return { ...issueToken(server, { grantType: 'implicit', ...granted }) };
}
