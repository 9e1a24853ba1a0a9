import { digestOf } from '#compiled/digest.ts';
import { endOfSession } from '#runtime/identity/login-session.ts';
import type { AuthorizationServer } from '#runtime/oauth/authorization-server.ts';
import { isSessionValid } from '#runtime/oauth/authorize/login/find-session.ts';
import { findFacts } from '#runtime/oauth/find-facts.ts';
import type { PortalSessions } from '#runtime/portal/visit/portal.ts';

/** The sessions of a store, as its authorization server knows them. */
export function portalSessions(server: AuthorizationServer): PortalSessions {
  const { mint, store, pendingRevocations } = server;
  return {
    sealing: mint,
    newIdentifier: mint.newIdentifier,
    claimTicket: (id, until) => store.claim(digestOf(`store ticket ${id}`), until),
    findFacts: async (session, address) =>
      (await isSessionValid(server, session, address)) ? findFacts(server, session) : undefined,
    endSession: (id) => pendingRevocations.revoke(id, endOfSession({ authenticatedAt: mint.clock() / 1000 })),
  };
}
