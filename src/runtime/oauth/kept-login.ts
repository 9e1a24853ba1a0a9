import type { UserCheck, LoginEvidence } from '../identity/identity.ts';
import { endOfSession } from '../identity/login-session.ts';
import { Seal } from '../identity/seal.ts';
import type { Seconds, StoredLogin } from '../ports/token-store.ts';
import { providerOf } from '../token/claims.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** A user's login, which began a session and perhaps grants. */
export interface Login {
  readonly id: string;
  readonly subject: string;
  readonly authenticatedAt: Seconds;
}

/** The subject prevents those who can write to the store from replacing one user's evidence by another's. */
interface SealedEvidence {
  readonly subject: string;
  readonly evidence: LoginEvidence;
}

const evidenceSeal = new Seal<SealedEvidence>('login-evidence-1');

/** Checks the users of a provider again; undefined if no check is needed. */
export function findUserCheck({ identity }: AuthorizationServer, subject: string): UserCheck | undefined {
  const provider = providerOf(subject);
  const sources = [...identity.directories, ...identity.federations];
  return sources.find(({ name }) => name === provider)?.userCheck;
}

/**
 * Stores when a user was last confirmed (default: now), and the evidence for the next check. Does nothing for users who
 * are not checked. Rejects if the store cannot be reached.
 */
export async function keepLogin(
  server: AuthorizationServer,
  login: Login,
  evidence: LoginEvidence | undefined,
  checkedAt: Seconds = server.mint.clock() / 1000,
): Promise<void> {
  if (!findUserCheck(server, login.subject)) return;
  const { mint, store } = server;
  const until = endOfLogin(server, login);
  const content = { subject: login.subject, evidence: evidence ?? {} };
  const sealed = await evidenceSeal.seal(mint, content, until);
  await store.putLogin(login.id, { checkedAt, evidence: sealed }, until);
}

/** Undefined if it is sealed by a key that is retired, or for another user. */
export async function openEvidence(
  { mint }: AuthorizationServer,
  { subject }: Pick<Login, 'subject'>,
  { evidence }: StoredLogin,
): Promise<LoginEvidence | undefined> {
  const opened = await evidenceSeal.open(mint, evidence);
  return opened?.content.subject === subject ? opened.content.evidence : undefined;
}

/** When everything that began with a login has expired. */
export function endOfLogin(
  { settings }: AuthorizationServer,
  { authenticatedAt }: Pick<Login, 'authenticatedAt'>,
): Seconds {
  return Math.max(endOfSession({ authenticatedAt }), authenticatedAt + settings.token.refreshLifetimeSeconds);
}
