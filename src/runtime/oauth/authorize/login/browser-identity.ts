import { Seal } from '#runtime/identity/seal.ts';
import type { CookieChanges } from '../cookies.ts';
import { nowOf, type Visit } from './visit.ts';

/** The identity of a browser, to which forms and logins are bound. */
export interface BrowserIdentity {
  readonly id: string;
  /** Renews the cookie that identifies the browser for a day, so that it outlives every form. */
  readonly cookies: CookieChanges;
}

const seconds = 24 * 60 * 60;
const browserSeal = new Seal<{ readonly id: string }>('browser-1');

/** The id of the browser; undefined if it has none yet or blocks cookies. */
export async function findBrowser({ server, cookies }: Visit): Promise<string | undefined> {
  const opened = await browserSeal.open(server.mint, cookies.browser ?? '');
  return opened?.isExpired === false ? opened.content.id : undefined;
}

/** The identity of the browser, created if it has none. */
export async function identifyBrowser(visit: Visit): Promise<BrowserIdentity> {
  const { mint } = visit.server;
  const id = (await findBrowser(visit)) ?? mint.newIdentifier();
  return { id, cookies: { browser: await browserSeal.seal(mint, { id }, nowOf(visit) + seconds) } };
}
