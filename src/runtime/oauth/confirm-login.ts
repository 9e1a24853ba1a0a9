import { digestOf } from '#compiled/digest.ts';
import { UnavailableError, type UserCheck } from '#runtime/identity/identity.ts';
import type { Seconds, StoredLogin } from '#runtime/ports/token-store.ts';
import { providerOf } from '#runtime/token/claims.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import {
  endOfLogin,
  findUserCheck,
  keepLogin,
  openStoredUser,
  type StoredUser,
  type Login,
} from './stored-login.ts';
import { nameWholeLogin } from '#runtime/token/revocation/revocation-names.ts';
import { endOfGrant, revokeGrant } from './revoke-grant.ts';
import { nameUntilNow } from './revoke-until-now.ts';

/** A login to check; its id is absent for grants of earlier releases. */
type CheckedLogin = Omit<Login, 'id'> & { readonly id?: string | undefined };

/**
 * The result of checking a login. `removed`: the directory or provider no longer knows the user. `login_ended`: the
 * provider has ended this login. `unconfirmed`: the user cannot be checked, and the last confirmation is too old.
 * `unavailable`: likewise, but a later attempt may succeed.
 */
type LoginVerdict = 'confirmed' | 'removed' | 'login_ended' | 'unconfirmed' | 'unavailable';

/** The minimum time between the starts of two checks of a login, unless the first one got an answer. */
export const secondsBetweenAttempts = 15;

/** Longer than any check takes: the metadata of a provider and its token response may each take ten seconds. */
const maxAttemptSeconds = 45;

/**
 * Checks whether the directory or provider still knows the user of a login, unless the last check is recent. If not,
 * ends the login, or all logins of a removed user. Rejects if the store cannot be reached.
 */
export async function confirmLogin(
  server: AuthorizationServer,
  login: CheckedLogin,
  address: string,
): Promise<LoginVerdict> {
  const check = findUserCheck(server, login.subject);
  if (!check) return 'confirmed';
  const { id } = login;
  const stored = id === undefined ? undefined : await server.store.findLogin(id);
  const age = nowOf(server) - (stored?.checkedAt ?? login.authenticatedAt);
  const isDue = age >= Math.min(check.recheckSeconds, check.maximumUncheckedSeconds);
  const verdict = isDue ? await checkIfStored(server, check, login, stored, address) : 'confirmed';
  // Another request may have ended the login during the check.
  if (id !== undefined && server.authorizationState.revocations.hasLogin(id) && verdict !== 'removed')
    return 'login_ended';
  const isWaiting = verdict === 'unconfirmed' || verdict === 'unavailable';
  return isWaiting && age < check.maximumUncheckedSeconds ? 'confirmed' : verdict;
}

async function checkIfStored(
  server: AuthorizationServer,
  check: UserCheck,
  { id, ...login }: CheckedLogin,
  stored: StoredLogin | undefined,
  address: string,
): Promise<LoginVerdict> {
  if (id === undefined || !stored) return 'unconfirmed';
  return checkAgain(server, check, { ...login, id }, stored, address);
}

/** Runs one check at a time per login: a provider treats a refresh token that is used twice as stolen. */
async function checkAgain(
  server: AuthorizationServer,
  check: UserCheck,
  login: Login,
  stored: StoredLogin,
  address: string,
): Promise<LoginVerdict> {
  const opened = await openStoredUser(server, login, stored);
  if (!opened) return 'unconfirmed';
  const attempt = digestOf(`check ${login.id} ${stored.checkedAt}`);
  const begunAt = nowOf(server);
  if (!(await server.store.claim(attempt, begunAt + maxAttemptSeconds))) return 'unavailable';
  const verdict = await attemptAnswer(server, check, login, { ...stored, opened }, address);
  if (verdict === 'unavailable' || verdict === 'unconfirmed')
    await server.store.endClaim(attempt, begunAt + secondsBetweenAttempts);
  return verdict;
}

/** Returns `unavailable` if the directory or provider does not respond, and records that in the audit log. */
async function attemptAnswer(
  server: AuthorizationServer,
  check: UserCheck,
  login: Login,
  stored: StoredLogin & { readonly opened: StoredUser },
  address: string,
): Promise<LoginVerdict> {
  try {
    return await takeAnswer(server, check, login, stored, address);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    server.reportUnavailable(error.message);
    auditUnchecked(server, login.subject, error.message, address);
    return 'unavailable';
  }
}

/** Stores new evidence as soon as it arrives, but the time of the check only after the user is confirmed. */
async function takeAnswer(
  server: AuthorizationServer,
  check: UserCheck,
  login: Login,
  { checkedAt, opened }: StoredLogin & { readonly opened: StoredUser },
  address: string,
): Promise<LoginVerdict> {
  let latest = opened;
  const answer = await check.confirm(
    login.subject,
    opened.evidence,
    (evidence) => {
      latest = { ...latest, evidence };
      return keepLogin(server, login, latest, checkedAt);
    },
    (facts) => void (latest = { ...latest, facts }),
  );
  if (answer === 'unanswerable') return 'unconfirmed';
  if (answer === 'confirmed') await keepLogin(server, login, latest);
  else await (answer === 'removed' ? endRemovedUser : endLogin)(server, login, address);
  return answer;
}

function auditUnchecked({ audit }: AuthorizationServer, user: string, reason: string, address: string): void {
  audit({ event: 'user_unchecked', user, provider: providerOf(user) ?? '', reason, address });
}

function nowOf({ mint }: AuthorizationServer): Seconds {
  return mint.clock() / 1000;
}

/**
 * Ends a login that a provider has ended: its session, codes, grants and tokens. Other logins of the user are not
 * affected. When this resolves, no gateway accepts the login. Rejects if the store cannot be reached.
 */
async function endLogin(server: AuthorizationServer, login: Login, address: string): Promise<void> {
  const { store, audit, pendingRevocations } = server;
  const { id, subject } = login;
  await pendingRevocations.revoke(nameWholeLogin(id), endOfTokens(server, login));
  audit({ event: 'login_ended', user: subject, provider: providerOf(subject) ?? '', address });
  for await (const { grant } of store.listGrants(subject))
    if (grant.loginId === id) await revokeGrant(server, grant, { reason: 'login_ended', address });
}

/**
 * Ends all sessions, codes, grants and tokens of a user whom the provider no longer knows. When this resolves, no
 * gateway accepts them. Rejects if the store cannot be reached.
 */
async function endRemovedUser(server: AuthorizationServer, login: Login, address: string): Promise<void> {
  const { store, audit, settings, mint, authorizationState, pendingRevocations } = server;
  const { id, subject } = login;
  await pendingRevocations.revoke(nameWholeLogin(id), endOfTokens(server, login));
  const { revocations } = authorizationState;
  const { refreshLifetimeSeconds } = settings.token;
  const naming = { revocations, clock: mint.clock, refreshLifetimeSeconds };
  const everything = await nameUntilNow(naming, { subject });
  await pendingRevocations.revoke(everything.id, everything.until);
  audit({ event: 'user_removed', user: subject, provider: providerOf(subject) ?? '', address });
  for await (const { grant } of store.listGrants(subject))
    await revokeGrant(server, grant, { reason: 'user_removed', address });
}

/** When the last token of a login expires; an access token may outlive the session and the refresh tokens. */
function endOfTokens(server: AuthorizationServer, login: Login): Seconds {
  return Math.max(endOfGrant(server), endOfLogin(server, login));
}
