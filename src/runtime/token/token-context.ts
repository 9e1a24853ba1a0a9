import type { ManifestApi } from '#compiled/manifest.ts';
import type { Client } from './clients.ts';
import { type AuthorizationState, findAuthorizedClient } from './authorization-state.ts';
import type { TokenClaims } from './claims.ts';

/**
 * The context of a token in one generation, whose authorization state and APIs never change. The code that serves the
 * APIs defines the type of a subscription.
 */
export class TokenContext<Subscription = unknown> {
  /** The mark of the generation's authorization state. */
  readonly mark: AuthorizationState['mark'];
  readonly client: Client;
  /** The API that was called last with the token. */
  api: ManifestApi | undefined = undefined;
  /** The client's subscription to that API; undefined if it has none. */
  subscription: Subscription | undefined = undefined;

  constructor(mark: AuthorizationState['mark'], client: Client) {
    this.mark = mark;
    this.client = client;
  }
}

/** A token with a verified signature. */
export class VerifiedToken {
  readonly text: string;
  readonly claims: TokenClaims;
  /** The key that verified its signature. */
  readonly keyId: string;
  /** The context of the token's last call, which the next call can reuse. */
  tokenContext: TokenContext | undefined = undefined;

  constructor(text: string, claims: TokenClaims, keyId: string) {
    this.text = copy(text);
    this.claims = claims;
    this.keyId = keyId;
  }
}

/**
 * Copies a text, since a part of a header or a form would keep all of it in memory for as long as the part is cached.
 */
function copy(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/**
 * The context of a token; undefined if the token is not valid. A context of the same generation is reused after
 * revocations are checked.
 */
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
