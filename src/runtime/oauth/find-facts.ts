import type { UserFacts } from '#runtime/identity/identity.ts';
import { findUser } from '#runtime/token/authorization-state.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { findUserCheck, openKeptUser, type Login } from './kept-login.ts';

const noFacts: UserFacts = { emails: [], groups: [] };

/**
 * What is known of the user of a login: by the declarations of today, or by the last answer of the directory or the
 * provider. Rejects if the store cannot be reached.
 */
export async function findFacts(
  server: AuthorizationServer,
  { id, subject }: Pick<Login, 'id' | 'subject'>,
): Promise<UserFacts> {
  const { email } = findUser(server.authorizationState, subject) ?? {};
  if (email !== undefined) return { emails: [email], groups: [] };
  if (!findUserCheck(server, subject)) return noFacts;
  const kept = await server.store.findLogin(id);
  return (kept && (await openKeptUser(server, { subject }, kept)))?.facts ?? noFacts;
}
