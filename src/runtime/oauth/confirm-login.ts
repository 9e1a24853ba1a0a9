import { digestOf } from '../../compiled/digest.ts';
import { UnavailableError, type UserCheck } from '../identity/identity.ts';
import type { Seconds, StoredLogin } from '../ports/token-store.ts';
import { providerOf } from '../token/claims.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { findUserCheck, keepLogin, openEvidence, type Login } from './kept-login.ts';

/** A login, of which grants of earlier releases do not know which one it was. */
type CheckedLogin = Omit<Login, 'id'> & { readonly id?: string | undefined };

/**
 * `removed`: the directory or the provider does not know the user any more. `unconfirmed`: it cannot be asked, and the
 * last confirmation is too long ago. `unavailable`: likewise, but it may answer later.
 */
type LoginVerdict = 'confirmed' | 'removed' | 'unconfirmed' | 'unavailable';

/** So long after an attempt to ask about a login nobody asks again unless it was answered. */
export const secondsBetweenAttempts = 15;

/**
 * Asks the directory or the provider whether the user of a login may still log in, unless it was asked a short while
 * ago. Rejects where the store cannot be reached.
 */
export async function confirmLogin(
  server: AuthorizationServer,
  login: CheckedLogin,
  address: string,
): Promise<LoginVerdict> {
  const check = findUserCheck(server, login.subject);
  if (!check) return 'confirmed';
  const { id } = login;
  const kept = id === undefined ? undefined : await server.store.findLogin(id);
  const age = nowOf(server) - (kept?.checkedAt ?? login.authenticatedAt);
  if (age < Math.min(check.recheckSeconds, check.maximumUncheckedSeconds)) return 'confirmed';
  const verdict =
    id !== undefined && kept ? await ask(server, check, { ...login, id }, kept, address) : 'unconfirmed';
  const isWaiting = verdict === 'unconfirmed' || verdict === 'unavailable';
  return isWaiting && age < check.maximumUncheckedSeconds ? 'confirmed' : verdict;
}

/** Only one of several at a time: a provider takes a refresh token that is used twice for a stolen one. */
async function ask(
  server: AuthorizationServer,
  check: UserCheck,
  login: Login,
  kept: StoredLogin,
  address: string,
): Promise<LoginVerdict> {
  const evidence = await openEvidence(server, login, kept);
  if (!evidence) return 'unconfirmed';
  const attempt = digestOf(`check ${kept.evidence}`);
  if (!(await server.store.claim(attempt, nowOf(server) + secondsBetweenAttempts))) return 'unavailable';
  try {
    const answer = await check.confirm(login.subject, evidence);
    if (answer === 'unanswerable') return 'unconfirmed';
    if (answer === 'removed') return 'removed';
    await keepLogin(server, login, answer);
    return 'confirmed';
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    noteUnchecked(server, login.subject, error.message, address);
    return 'unavailable';
  }
}

function noteUnchecked({ audit }: AuthorizationServer, user: string, reason: string, address: string): void {
  audit({ event: 'user_unchecked', user, provider: providerOf(user) ?? '', reason, address });
}

function nowOf({ mint }: AuthorizationServer): Seconds {
  return mint.clock() / 1000;
}
