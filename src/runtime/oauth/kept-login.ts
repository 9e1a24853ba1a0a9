import type { UserCheck, LoginEvidence } from '../identity/identity.ts';
import { endOfSession } from '../identity/login-session.ts';
import { Seal } from '../identity/seal.ts';
import type { Seconds, StoredLogin } from '../ports/token-store.ts';
import { providerOf } from '../token/claims.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** Somebody's login, by which a session and perhaps grants have begun. */
export interface Login {
  readonly id: string;
  readonly subject: string;
  readonly authenticatedAt: Seconds;
}

/** The subject keeps whoever may write to the store from putting the evidence of one user in the place of another's. */
interface SealedEvidence {
  readonly subject: string;
  readonly evidence: LoginEvidence;
}

const evidenceSeal = new Seal<SealedEvidence>('login-evidence-1');

/** What asks again about the users of a provider; undefined if nobody has to be asked. */
export function findUserCheck({ identity }: AuthorizationServer, subject: string): UserCheck | undefined {
  const provider = providerOf(subject);
  const sources = [...identity.directories, ...identity.federations];
  return sources.find(({ name }) => name === provider)?.userCheck;
}

/**
 * Stores when a user was last confirmed (default: now), and what to ask with the next time. Does nothing for
 * users about whom nobody is asked. Rejects if the store cannot be reached.
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

/** Undefined if it is sealed by a key that is retired, or for somebody else. */
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
