import { Seal } from '#runtime/identity/seal.ts';
import { logoutMemorySeconds, type CookieChanges } from '../cookies.ts';
import { nowOf, type Visit } from './visit.ts';

/** The identity providers whose users have logged out in a browser and have not logged in again. */
interface LoggedOutProviders {
  readonly names: readonly string[];
}

/** More providers than any login page offers, but few enough for a cookie of 4096 bytes. */
const maxNames = 20;

const loggedOutSeal = new Seal<LoggedOutProviders>('left-providers-1');

/**
 * Whether a user of a provider has logged out in this browser, so that the provider must authenticate the next user.
 */
export async function hasLoggedOut(visit: Visit, provider: string): Promise<boolean> {
  return (await namesIn(visit)).includes(provider);
}

/** Remembers that a user of a provider has logged out, even if the login at the provider was ended too. */
export async function rememberLogout(visit: Visit, provider: string): Promise<CookieChanges> {
  const others = (await namesIn(visit)).filter((name) => name !== provider);
  return { left: await sealNames(visit, [...others, provider].slice(-maxNames)) };
}

/** Removes a provider after one of its users has logged in again. */
export async function forgetLogout(visit: Visit, provider: string): Promise<CookieChanges> {
  const names = await namesIn(visit);
  if (!names.includes(provider)) return {};
  const others = names.filter((name) => name !== provider);
  return { left: others.length === 0 ? '' : await sealNames(visit, others) };
}

async function namesIn({ server, cookies }: Visit): Promise<readonly string[]> {
  const opened = await loggedOutSeal.open(server.mint, cookies.left ?? '');
  return opened?.isExpired === false ? opened.content.names : [];
}

function sealNames(visit: Visit, names: readonly string[]): Promise<string> {
  return loggedOutSeal.seal(visit.server.mint, { names }, nowOf(visit) + logoutMemorySeconds);
}
