import { sealSession, type LoginSession } from '#runtime/identity/login-session.ts';
import type { StoredGrant } from '#runtime/ports/token-store.ts';
import { revokeGrant } from '../../revoke-grant.ts';
import { revokeUntilNow, type Holder } from '../../revoke-until-now.ts';
import type { Answer } from '../answer.ts';
import { pathOfPage } from '../authorize-paths.ts';
import { consentsWithout } from './consents.ts';
import { findSession } from '../login/find-session.ts';
import { grantsForm, openForm } from '../sealed-form.ts';
import type { Visit } from '../login/visit.ts';

/** The number of grants to revoke in parallel; each revocation waits for every gateway that shares the store. */
const revokedAtOnce = 50;

/**
 * Handles the form of the grants page: revokes the user's grants to an application, and shows the remaining grants.
 */
export async function answerGrants(visit: Visit): Promise<Answer> {
  const opened = await openForm(visit, grantsForm);
  if (!('content' in opened)) return opened;
  const location = pathOfPage(visit.server.settings, 'grants');
  const session = await findSession(visit);
  // Another user may have logged in since the page was shown.
  if (session?.id !== opened.content.session) return { location };
  const consumerKeys = keysOf(visit, visit.form.get('application'));
  await removeAccess(visit, session, consumerKeys);
  const consents = consentsWithout(session.consents, consumerKeys);
  return { location, cookies: { session: await sealSession(visit.server.mint, { ...session, consents }) } };
}

function keysOf({ server }: Visit, application: string | undefined): readonly string[] {
  const clients = [...server.authorizationState.clients.values()];
  return clients
    .filter((client) => client.application.name === application)
    .map(({ consumerKey }) => consumerKey);
}

/**
 * Revokes the user's tokens and sessions for these clients, in all browsers. When this resolves, every gateway has
 * received the revocations. Rejects if the store cannot be reached.
 */
async function removeAccess(
  { server, address }: Visit,
  { subject }: LoginSession,
  consumerKeys: readonly string[],
): Promise<void> {
  const { store, mint, settings, audit, authorizationState } = server;
  const { revocations } = authorizationState;
  const { refreshLifetimeSeconds } = settings.token;
  const holders = consumerKeys.map((clientId) => ({ subject, clientId }));
  const revoked = (holder: Holder, isCertain: boolean) =>
    audit({
      event: 'grants_revoked',
      reason: isCertain ? 'asked_by_user' : 'asked_by_user_unconfirmed',
      ...holder,
      address,
    });
  await revokeUntilNow({ store, revocations, clock: mint.clock, refreshLifetimeSeconds, revoked }, holders);
  const grants = await findGrants(server, subject, consumerKeys);
  for (let start = 0; start < grants.length; start += revokedAtOnce) {
    const some = grants.slice(start, start + revokedAtOnce);
    await Promise.all(some.map((grant) => revokeGrant(server, grant, { reason: 'asked_by_user', address })));
  }
}

async function findGrants(
  { store }: Visit['server'],
  subject: string,
  consumerKeys: readonly string[],
): Promise<readonly StoredGrant[]> {
  const found: StoredGrant[] = [];
  for await (const { grant } of store.listGrants(subject))
    if (consumerKeys.includes(grant.clientId)) found.push(grant);
  return found;
}
