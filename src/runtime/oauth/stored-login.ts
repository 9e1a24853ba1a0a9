import type { LoginEvidence, User, UserCheck, UserFacts } from '#runtime/identity/identity.ts';
import { endOfSession } from '#runtime/identity/login-session.ts';
import { Seal } from '#runtime/identity/seal.ts';
import type { Seconds, StoredLogin } from '#runtime/ports/token-store.ts';
import { providerOf } from '#runtime/token/claims.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** A user's login, which began a session and perhaps grants. */
export interface Login {
  readonly id: string;
  readonly subject: string;
  readonly authenticatedAt: Seconds;
}

/**
 * The sealed form of a stored user. The subject prevents anyone who can write to the store from replacing one user's
 * evidence with another user's.
 */
interface SealedEvidence extends StoredUser {
  readonly subject: string;
}

/** The data about a user that is stored until the next check. */
export interface StoredUser {
  readonly evidence: LoginEvidence;
  /** Absent in logins that an earlier release stored, until their next check. */
  readonly facts?: UserFacts;
}

const evidenceSeal = new Seal<SealedEvidence>('login-evidence-1');

/** The check by which the user's directory or provider is queried again; undefined if no check is needed. */
export function findUserCheck({ identity }: AuthorizationServer, subject: string): UserCheck | undefined {
  const provider = providerOf(subject);
  const sources = [...identity.directories, ...identity.federations];
  return sources.find(({ name }) => name === provider)?.userCheck;
}

/**
 * Stores when a user was last confirmed (default: now), the evidence for the next check, and the relevant facts. Does
 * nothing for users who are not checked. Rejects if the store cannot be reached.
 */
export async function keepLogin(
  server: AuthorizationServer,
  login: Login,
  { evidence = {}, facts }: Pick<User, 'evidence' | 'facts'>,
  checkedAt: Seconds = server.mint.clock() / 1000,
): Promise<void> {
  if (!findUserCheck(server, login.subject)) return;
  const { mint, store } = server;
  const until = endOfLogin(server, login);
  const { subject } = login;
  const content = { subject, evidence, ...(facts && { facts: factsThatMatter(server, subject, facts) }) };
  const sealed = await evidenceSeal.seal(mint, content, until);
  await store.putLogin(login.id, { checkedAt, evidence: sealed }, until);
}

/** More email addresses than one user has. */
const maxEmails = 20;

/** Omits groups that no team refers to, and email addresses beyond the maximum. */
function factsThatMatter(
  { teamGroups }: AuthorizationServer,
  subject: string,
  { emails, groups }: UserFacts,
): UserFacts {
  const named = teamGroups.get(providerOf(subject) ?? '') ?? new Set();
  return { emails: emails.slice(0, maxEmails), groups: groups.filter((group) => named.has(group)) };
}

/** Opens the stored data about a user; undefined if it was sealed with a retired key, or for another user. */
export async function openStoredUser(
  { mint }: AuthorizationServer,
  { subject }: Pick<Login, 'subject'>,
  { evidence }: StoredLogin,
): Promise<StoredUser | undefined> {
  const opened = await evidenceSeal.open(mint, evidence);
  return opened?.content.subject === subject ? opened.content : undefined;
}

/** When the session and the refresh tokens of a login have all expired. */
export function endOfLogin(
  { settings }: AuthorizationServer,
  { authenticatedAt }: Pick<Login, 'authenticatedAt'>,
): Seconds {
  return Math.max(endOfSession({ authenticatedAt }), authenticatedAt + settings.token.refreshLifetimeSeconds);
}
