import { apiKey } from '#compiled/api-key.ts';
import type { ConsoleUser } from '#runtime/ports/console-calls.ts';
import type { ServedApi } from '#runtime/gateway/generation/served-api.ts';
import type { AuthorizationServer } from '#runtime/oauth/authorization-server.ts';
import { timeOfLogin } from '#runtime/oauth/time-of-login.ts';
import { allowsProvider, holderOf } from '#runtime/token/authorization-state.ts';
import { declaredUserOf, subjectOfClient } from '#runtime/token/claims.ts';
import type { Client } from '#runtime/token/clients.ts';
import { mintToken, type MintedToken, type TokenOrder } from '#runtime/token/mint-token.ts';

const lifetimeSeconds = 60;

/** The grants by which users log in to an application with a browser. */
const grantsOfUsers: readonly string[] = ['authorization_code', 'implicit'];

interface ConsoleTokenOrder {
  readonly user: ConsoleUser;
  readonly client: Client;
  readonly api: ServedApi;
}

/** A token for one call, with whom it speaks for and what it allows. */
export type ConsoleToken = MintedToken & Pick<TokenOrder, 'subject' | 'scopes'>;

/**
 * Makes a token for one call of one API, which ends with the login. It has the scopes that the subscription allows, and
 * speaks for the user if users log in to the application, or else for the application. Undefined if the user may not
 * log in to it.
 */
export function mintConsoleToken(
  server: Pick<AuthorizationServer, 'mint' | 'authorizationState'>,
  { user, client, api }: ConsoleTokenOrder,
): ConsoleToken | undefined {
  const { mint, authorizationState } = server;
  const { application, consumerKey } = client;
  const speaksForUser = application.grants.some((grant) => grantsOfUsers.includes(grant));
  if (speaksForUser && !allowsProvider(application, user.provider)) return undefined;
  const subject = speaksForUser ? user.subject : subjectOfClient(consumerKey);
  const scopes = api.subscriptions.get(application.name)?.scopes ?? [];
  const token = mintToken(mint, {
    client,
    subject,
    scopes,
    ...(speaksForUser && {
      holder: holderOf(authorizationState, subject, user.provider),
      ...vouchedBy(user),
    }),
    loginId: user.sessionId,
    // It is new, so that what revoked everything until now does not end it.
    authenticatedAt: Math.max(user.authenticatedAt ?? 0, timeOfLogin(server, subject, consumerKey)),
    notAfter: Math.floor(mint.clock() / 1000) + lifetimeSeconds,
    consoleApi: apiKey(api.manifest),
  });
  return { ...token, subject, scopes };
}

/** The subject of any other user names the provider already. */
function vouchedBy({ subject, provider }: ConsoleUser): Pick<TokenOrder, 'provider'> {
  return declaredUserOf(subject) !== undefined && provider !== 'users' ? { provider } : {};
}
