import type { UserFacts } from '#runtime/identity/identity.ts';
import { findUser } from '#runtime/token/authorization-state.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { findUserCheck, openStoredUser, type Login } from './stored-login.ts';

const noFacts: UserFacts = { emails: [], groups: [] };

/**
 * The facts about the user of a login: from the current declarations, or as last reported by the directory or provider.
 * Rejects if the store cannot be reached.
 */
export async function findFacts(
  server: AuthorizationServer,
  { id, subject }: Pick<Login, 'id' | 'subject'>,
): Promise<UserFacts> {
  const { email } = findUser(server.authorizationState, subject) ?? {};
  if (email !== undefined) return { emails: [email], groups: [] };
  if (!findUserCheck(server, subject)) return noFacts;
  const stored = await server.store.findLogin(id);
  return (stored && (await openStoredUser(server, { subject }, stored)))?.facts ?? noFacts;
}
