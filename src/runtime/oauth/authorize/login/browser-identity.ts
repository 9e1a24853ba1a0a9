import { Seal } from '../../../identity/seal.ts';
import type { CookieChanges } from '../cookies.ts';
import { nowOf, type Visit } from './visit.ts';

/** A browser, as far as forms and logins are bound to it. */
export interface BrowserIdentity {
  readonly id: string;
  /** Tells the browser who it is for another day, so that no form outlasts it. */
  readonly cookies: CookieChanges;
}

const seconds = 24 * 60 * 60;
const browserSeal = new Seal<{ readonly id: string }>('browser-1');

/** Who the browser is; undefined if it was never told, or keeps no cookies. */
export async function findBrowser({ server, cookies }: Visit): Promise<string | undefined> {
  const opened = await browserSeal.open(server.mint, cookies.browser ?? '');
  return opened?.isExpired === false ? opened.content.id : undefined;
}

/** Who the browser is, or is from now on. */
export async function identifyBrowser(visit: Visit): Promise<BrowserIdentity> {
  const { mint } = visit.server;
  const id = (await findBrowser(visit)) ?? mint.newIdentifier();
  return { id, cookies: { browser: await browserSeal.seal(mint, { id }, nowOf(visit) + seconds) } };
}
