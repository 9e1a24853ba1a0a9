import { digestOf } from '#compiled/digest.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { Client } from '#runtime/token/clients.ts';
import { bindingOf } from '#runtime/token/authorization-state.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { grantIdOf, handleOfCode, newSecret } from './token/refresh-chain.ts';

/** A user's grant to a client at the authorization endpoint. */
export interface CodeOrder {
  readonly client: Pick<Client, 'consumerKey' | 'keySet'>;
  /** The `sub` of the tokens, see `token/claims.ts`. */
  readonly subject: string;
  readonly scopes: readonly string[];
  /** As sent to the authorization endpoint. */
  readonly redirectUri: string;
  /** The S256 challenge of RFC 7636, if one was sent. */
  readonly codeChallenge?: string | undefined;
  /** When the user logged in. */
  readonly authenticatedAt: Seconds;
  /** The id of the login in which the user granted access. */
  readonly loginId?: string;
}

/** How long a code can be redeemed (RFC 6749 section 4.1.2). */
const codeSeconds = 60;

/** Issues an authorization code, which is stored when this resolves. Rejects if the store cannot be reached. */
export async function issueCode(
  { store, mint, authorizationState }: AuthorizationServer,
  order: CodeOrder,
): Promise<string> {
  const { client, subject, scopes, redirectUri, codeChallenge, authenticatedAt, loginId } = order;
  const code = newSecret();
  const id = grantIdOf(handleOfCode(code));
  const record = {
    id,
    clientId: client.consumerKey,
    keySet: client.keySet,
    subject,
    ...bindingOf(authorizationState, subject, id),
    scopes,
    authenticatedAt,
    ...(loginId !== undefined && { loginId }),
    redirectUri,
    ...(codeChallenge !== undefined && { codeChallenge }),
  };
  const expiresAt = Math.floor(mint.clock() / 1000) + codeSeconds;
  await store.putCode(digestOf(code), record, { expiresAt, forgetAt: expiresAt + mint.lifetimeSeconds });
  return code;
}
