import type { Client, Clients } from '../token/clients.ts';
import { mintToken, type TokenMint } from '../token/mint-token.ts';

/** The authorization server of one generation. */
export interface AuthorizationServer {
  readonly clients: Clients;
  readonly mint: TokenMint;
}

/** The successful answer of a token endpoint (RFC 6749 section 5.1). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
}

/** Issues an access token that a client has for itself. */
export async function issueToken({ mint }: AuthorizationServer, client: Client): Promise<TokenResponse> {
  return {
    access_token: await mintToken(mint, client),
    token_type: 'Bearer',
    expires_in: mint.lifetimeSeconds,
  };
}
