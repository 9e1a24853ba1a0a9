import { orUnavailable, UnavailableError, type FederatedLogin } from '#runtime/identity/identity.ts';
import type { LoginSession } from '#runtime/identity/login-session.ts';
import { Seal } from '#runtime/identity/seal.ts';
import { renderLoggedOut } from '#runtime/pages/logout-page.ts';
import { providerUserOf } from '#runtime/token/claims.ts';
import type { Answer } from '../answer.ts';
import { logoutUrlOf } from '../authorize-paths.ts';
import type { CookieChanges } from '../cookies.ts';
import { findIdToken, forgetIdToken } from './stored-id-token.ts';
import { rememberLogout } from './logged-out-providers.ts';
import { nowOf, type Visit } from './visit.ts';

/** A logout in progress at a provider, stored in the browser that began it. */
interface LogoutUnderWay {
  /** The display name of the provider. */
  readonly displayName: string;
  readonly state: string;
}

/** How long a user may take at the provider, which may ask for confirmation of the logout. */
const seconds = 30 * 60;

const logoutSeal = new Seal<LogoutUnderWay>('federated-logout-1');

/** The cookie changes that delete a browser's session and remember the provider that its user has logged out of. */
export async function forgetSession(visit: Visit, session: LoginSession | undefined): Promise<CookieChanges> {
  const federation = session && findFederation(visit, session);
  const left = federation ? await rememberLogout(visit, federation.name) : {};
  return { session: '', ...forgetIdToken(visit), ...left };
}

/**
 * Redirects the browser to the provider of an ended session, to log out there too (OpenID Connect RP-Initiated Logout
 * 1.0). If that is not possible, shows a page that reports it.
 */
export async function leaveProvider(visit: Visit, session: LoginSession | undefined): Promise<Answer> {
  const federation = session && findFederation(visit, session);
  if (!federation) return { status: 200, page: renderLoggedOut() };
  const { displayName } = federation;
  const state = visit.server.mint.newIdentifier();
  const url = await requestLogoutUrl(visit, federation, session, state);
  if (url === undefined)
    return { status: 200, page: renderLoggedOut({ displayName, outcome: 'not_offered' }) };
  if (url instanceof UnavailableError) {
    visit.server.reportUnavailable(url.message);
    return { status: 200, page: renderLoggedOut({ displayName, outcome: 'unavailable' }) };
  }
  const underWay = { displayName, state };
  const sealed = await logoutSeal.seal(visit.server.mint, underWay, nowOf(visit) + seconds);
  return { location: url, cookies: { federation: sealed } };
}

async function requestLogoutUrl(
  visit: Visit,
  federation: FederatedLogin,
  session: LoginSession,
  state: string,
): Promise<string | undefined | UnavailableError> {
  const idToken = await findIdToken(visit, session);
  const returnUrl = logoutUrlOf(visit.server.settings);
  const hint = providerUserOf(session.subject);
  return orUnavailable(federation.endSession({ idToken, hint, returnUrl, state }));
}

function findFederation({ server }: Visit, { provider }: LoginSession): FederatedLogin | undefined {
  return server.identity.federations.find(({ name }) => name === provider);
}

/** The page for a browser without a session, which may just have returned from a logout at a provider. */
export async function showLoggedOut({ server, query, cookies }: Visit): Promise<Answer> {
  const opened = await logoutSeal.open(server.mint, cookies.federation ?? '');
  const isOfThisLogout =
    opened?.isExpired === false && opened.content.state === new URLSearchParams(query).get('state');
  if (!isOfThisLogout) return { status: 200, page: renderLoggedOut() };
  const { displayName } = opened.content;
  return {
    status: 200,
    page: renderLoggedOut({ displayName, outcome: 'requested' }),
    cookies: { federation: '' },
  };
}
