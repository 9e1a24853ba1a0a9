import { Seal } from '#runtime/identity/seal.ts';
import type { CookieChanges } from '../cookies.ts';
import { nowOf, type Visit } from './visit.ts';

/** The identity of a browser, which binds forms and logins to it. */
export interface BrowserIdentity {
  readonly id: string;
  /** Renews the cookie that identifies the browser for another day, so that no form outlives it. */
  readonly cookies: CookieChanges;
}

const seconds = 24 * 60 * 60;
const browserSeal = new Seal<{ readonly id: string }>('browser-1');

/** The identity of the browser; undefined if it has none yet, or blocks cookies. */
export async function findBrowser({ server, cookies }: Visit): Promise<string | undefined> {
  const opened = await browserSeal.open(server.mint, cookies.browser ?? '');
  return opened?.isExpired === false ? opened.content.id : undefined;
}

/** The identity of the browser; a new one if it has none. */
export async function identifyBrowser(visit: Visit): Promise<BrowserIdentity> {
  const { mint } = visit.server;
  const id = (await findBrowser(visit)) ?? mint.newIdentifier();
  return { id, cookies: { browser: await browserSeal.seal(mint, { id }, nowOf(visit) + seconds) } };
}
