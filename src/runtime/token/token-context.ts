import type { ManifestApi } from '../../compiled/manifest.ts';
import type { Client } from './clients.ts';
import { type AuthorizationState, findAuthorizedClient } from './authorization-state.ts';
import type { TokenClaims } from './claims.ts';

/**
 * What is found for a token in one generation, which has one authorization state and one set of APIs that never change; whoever
 * serves those says what a subscription is.
 */
export class TokenContext<Subscription = unknown> {
  /** Of the generation's authorization state. */
  readonly mark: AuthorizationState['mark'];
  readonly client: Client;
  /** The API that was called last with the token. */
  api: ManifestApi | undefined = undefined;
  /** The client's subscription to it, undefined where it has none. */
  subscription: Subscription | undefined = undefined;

  constructor(mark: AuthorizationState['mark'], client: Client) {
    this.mark = mark;
    this.client = client;
  }
}

/** A token whose signature was good. */
export class VerifiedToken {
  readonly text: string;
  readonly claims: TokenClaims;
  /** Of the key that its signature was good for. */
  readonly keyId: string;
  /** The last one, so that the next call need not look for the same again. */
  tokenContext: TokenContext | undefined = undefined;

  constructor(text: string, claims: TokenClaims, keyId: string) {
    this.text = copy(text);
    this.claims = claims;
    this.keyId = keyId;
  }
}

/** A part of a header or of a form holds on to the whole of that, for as long as it is remembered. */
function copy(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Admits a token to the client that `findAuthorizedClient` finds for it; of what was found before, only what is revoked is asked anew. */
export function resolveTokenContext(
  authorizationState: AuthorizationState,
  token: VerifiedToken,
): TokenContext | undefined {
  const { tokenContext } = token;
  if (tokenContext?.mark === authorizationState.mark)
    return authorizationState.revocations.ends(token.claims) ? undefined : tokenContext;
  const client = findAuthorizedClient(authorizationState, token.claims);
  if (!client) return undefined;
  token.tokenContext = new TokenContext(authorizationState.mark, client);
  return token.tokenContext;
}
