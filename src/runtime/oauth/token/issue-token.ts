import { mintToken, type TokenOrder } from '#runtime/token/mint-token.ts';
import { holderOf } from '#runtime/token/authorization-state.ts';
import type { AuthorizationServer, TokenResponse } from '../authorization-server.ts';

/** A token to issue, with the data to audit and to return. */
export interface GrantedToken extends Omit<TokenOrder, 'holder'> {
  readonly grantType: string;
  readonly refreshToken?: string;
  /** The scopes that the client assumes if the response contains none; by default the scopes of the token. */
  readonly expectedScopes?: readonly string[];
  /** The IP address of the caller who gets the token. */
  readonly address: string;
}

/** Signs an access token, records it in the audit log, and returns the token response. */
export function issueToken(server: AuthorizationServer, granted: GrantedToken): TokenResponse {
  const { client, subject, scopes, grantType, refreshToken, address, expectedScopes = scopes } = granted;
  const holder = holderOf(server.authorizationState, subject, granted.provider);
  const { token, grantId, lifetimeSeconds } = mintToken(server.mint, { ...granted, holder });
  server.audit({
    event: 'token_issued',
    grantType,
    clientId: client.consumerKey,
    subject,
    scopes,
    grantId,
    address,
  });
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    // JSON omits undefined members. Assigning undefined is faster than spreading optional members.
    scope: expectedScopes.length > 0 ? scopes.join(' ') : undefined,
    refresh_token: refreshToken,
  };
}
