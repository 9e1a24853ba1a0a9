import { Seal } from '#runtime/identity/seal.ts';
import { storeSignInSeal, storeTicketSeal, type StoreTicket } from '#runtime/identity/store-sign-in.ts';
import { longestReturnPath, type PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import { againField, hasRecentLogin, recentSeconds } from '../visit/recent-login.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreCookies } from '../visit/store-cookies.ts';
import { sealStoreSession } from '../visit/store-session.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';

/** How long a user may take to log in. */
const signInSeconds = 30 * 60;

/** How long a browser is known after a sign-in: longer than any session. */
const browserSeconds = 24 * 3600;

interface Browser {
  readonly id: string;
  /** Whether somebody has signed in with it. */
  readonly hasSignedIn: boolean;
}

const browserSeal = new Seal<Browser>('store-browser-2');

/** Redirects the browser to the login pages. A cookie binds its return to this browser. */
export async function beginSignIn({ portal, query, user, cookies }: StoreVisit): Promise<StoreAnswer> {
  const { addresses, sessions, settings } = portal;
  const returnPath = readReturnPath(addresses, query.get('return'));
  const needsRecent = query.get(againField) === 'on';
  if (user && (!needsRecent || hasRecentLogin(portal, user))) return { location: returnPath };
  const { sealing } = sessions;
  const id = (await findBrowser(portal, cookies)) ?? sessions.newIdentifier();
  const hasSignedIn = await hasSignedInBefore(portal, cookies);
  const expiresAt = sealing.clock() / 1000 + signInSeconds;
  const begun = { browser: id, returnPath, ...(needsRecent && { maxAgeSeconds: recentSeconds }) };
  const state = await storeSignInSeal.seal(sealing, begun, expiresAt);
  return {
    location: `${settings.authUrl}/authorize/store?state=${state}`,
    cookies: { browser: await browserSeal.seal(sealing, { id, hasSignedIn }, expiresAt) },
  };
}

/**
 * Begins the session of a browser that returns from the login pages, and redirects to the page where the sign-in began.
 */
export async function finishSignIn(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, query, user } = visit;
  const { sessions, addresses } = portal;
  const opened = await storeTicketSeal.open(sessions.sealing, query.get('ticket') ?? '');
  if (!opened) return showStoreProblem(portal, 'sign_in_not_of_browser');
  const { content, isExpired } = opened;
  const location = readReturnPath(addresses, content.returnPath);
  // A ticket is used up even if another browser presents it, since it may have been stolen.
  const isFirst = !isExpired && (await claim(portal, content));
  // A reader who goes back in the browser's history is still signed in.
  if (user?.sessionId === content.session.id) return { location };
  if (content.browser !== (await findBrowser(portal, visit.cookies)))
    return showStoreProblem(portal, 'sign_in_not_of_browser');
  if (!isFirst) return showStoreProblem(portal, 'sign_in_used');
  const browser = { id: content.browser, hasSignedIn: true };
  const until = sessions.sealing.clock() / 1000 + browserSeconds;
  const cookies = await sealStoreSession(portal, content.session);
  return {
    location,
    cookies: { ...cookies, browser: await browserSeal.seal(sessions.sealing, browser, until) },
  };
}

/** How long a used ticket is remembered: longer than it is valid, with room for the clocks of other gateways. */
const claimSeconds = 15 * 60;

function claim({ sessions }: Portal, { id }: StoreTicket): Promise<boolean> {
  return sessions.claimTicket(id, sessions.sealing.clock() / 1000 + claimSeconds);
}

/** The id of a browser; undefined if it has not begun a sign-in recently, or blocks cookies. */
async function findBrowser({ sessions }: Portal, cookies: StoreCookies): Promise<string | undefined> {
  const opened = await browserSeal.open(sessions.sealing, cookies.browser ?? '');
  return opened?.isExpired === false ? opened.content.id : undefined;
}

/** Whether somebody has signed in with a browser in the last day; their session may have ended. */
export async function hasSignedInBefore(
  { sessions }: Portal,
  cookies: Pick<StoreCookies, 'browser'>,
): Promise<boolean> {
  const opened = await browserSeal.open(sessions.sealing, cookies.browser ?? '');
  return opened?.isExpired === false && opened.content.hasSignedIn;
}

/**
 * The path that a sign-in returns to. Only a path inside the store is accepted, which no browser can interpret as
 * another site; otherwise it is the catalogue.
 */
function readReturnPath({ origin, path }: PortalAddresses, text: string | null): string {
  if (text === null || text.length > longestReturnPath || !/^\/[!-[\]-~]*$/.test(text)) return path;
  const url = URL.parse(text, origin);
  if (url?.origin !== origin) return path;
  const isInStore = url.pathname === path || url.pathname.startsWith(`${path}/`);
  return isInStore ? url.pathname + url.search : path;
}
