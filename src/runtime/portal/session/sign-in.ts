import { Seal } from '#runtime/identity/seal.ts';
import { storeSignInSeal, storeTicketSeal, type StoreTicket } from '#runtime/identity/store-sign-in.ts';
import type { PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreCookies } from '../visit/store-cookies.ts';
import { sealStoreSession } from '../visit/store-session.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';

/** How long a user may take to log in. */
const signInSeconds = 30 * 60;

const browserSeal = new Seal<{ readonly id: string }>('store-browser-1');

/** Sends the browser to the login pages, bound to its return by a cookie. */
export async function beginSignIn({ portal, query, user, cookies }: StoreVisit): Promise<StoreAnswer> {
  const { addresses, sessions, settings } = portal;
  const returnPath = readReturnPath(addresses, query.get('return'));
  if (user) return { location: returnPath };
  const { sealing } = sessions;
  const id = (await findBrowser(portal, cookies)) ?? sessions.newIdentifier();
  const expiresAt = sealing.clock() / 1000 + signInSeconds;
  const state = await storeSignInSeal.seal(sealing, { browser: id, returnPath }, expiresAt);
  return {
    location: `${settings.authUrl}/authorize/store?state=${state}`,
    cookies: { browser: await browserSeal.seal(sealing, { id }, expiresAt) },
  };
}

/** Begins the session of a browser that comes back from the login pages, and goes to where it wanted to be. */
export async function finishSignIn(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, query, user, cookies } = visit;
  const { sessions, addresses } = portal;
  const opened = await storeTicketSeal.open(sessions.sealing, query.get('ticket') ?? '');
  if (!opened) return showStoreProblem(portal, 'sign_in_not_of_browser');
  const { content, isExpired } = opened;
  const location = readReturnPath(addresses, content.returnPath);
  // A ticket that another browser has is used up too: nobody knows who has seen it.
  const isFirst = !isExpired && (await claim(portal, content));
  // Who goes back in the browser's history is still signed in.
  if (user?.sessionId === content.session.id) return { location };
  if (content.browser !== (await findBrowser(portal, cookies)))
    return showStoreProblem(portal, 'sign_in_not_of_browser');
  if (!isFirst) return showStoreProblem(portal, 'sign_in_used');
  return { location, cookies: await sealStoreSession(portal, content.session) };
}

/** How long a used ticket is remembered: longer than it is valid, also by the clock of another gateway. */
const claimSeconds = 15 * 60;

function claim({ sessions }: Portal, { id }: StoreTicket): Promise<boolean> {
  return sessions.claimTicket(id, sessions.sealing.clock() / 1000 + claimSeconds);
}

/** The id of a browser; undefined if it has begun no sign-in lately, or blocks cookies. */
async function findBrowser({ sessions }: Portal, cookies: StoreCookies): Promise<string | undefined> {
  const opened = await browserSeal.open(sessions.sealing, cookies.browser ?? '');
  return opened?.isExpired === false ? opened.content.id : undefined;
}

/** A cookie and a URL with the sealed path stay far below what browsers and proxies accept. */
const maxLength = 1000;

/**
 * The page of the store that a sign-in leads back to; the catalogue unless the text is a path below the store's, which
 * is not an address elsewhere however a browser reads it.
 */
function readReturnPath({ origin, path }: PortalAddresses, text: string | null): string {
  if (text === null || text.length > maxLength || !/^\/[!-[\]-~]*$/.test(text)) return path;
  const url = URL.parse(text, origin);
  if (url?.origin !== origin) return path;
  const isInStore = url.pathname === path || url.pathname.startsWith(`${path}/`);
  return isInStore ? url.pathname + url.search : path;
}
