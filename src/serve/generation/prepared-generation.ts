import { mintToken } from '#runtime/token/mint-token.ts';
import type { LoadedTable, Secrets } from '../served/loaded-table.ts';
import type { ServedGeneration, Services } from '../served/served-generation.ts';
import type { Serving } from '../served/serving.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { Manifest } from '#compiled/manifest.ts';
import { buildGeneration } from '#runtime/gateway/generation/generation.ts';
import type { Identity } from '#runtime/identity/identity.ts';
import type { AuthorizationServer } from '#runtime/oauth/authorization-server.ts';
import { originsOfPages } from '#runtime/oauth/page-origins.ts';
import { describeServer } from '#runtime/oauth/server-metadata.ts';
import { groupsOfTeams } from '#runtime/oauth/team-groups.ts';
import { catalogueOf } from '#runtime/portal/catalogue/catalogue.ts';
import { openPortal, type PortalSessions } from '#runtime/portal/visit/portal.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { readScopes } from '#runtime/token/allowed-scopes.ts';
import { createCallerAsserter } from '#runtime/token/assert-caller.ts';
import { indexRealms, indexUsers, type AuthorizationState } from '#runtime/token/authorization-state.ts';
import { indexClients } from '#runtime/token/clients.ts';
import type { Revocations } from '#runtime/token/revocation/revocations.ts';
import { createTokenVerifier } from '#runtime/token/verify-token.ts';
import { openKeyRing } from '../services/open-key-ring.ts';
import { openIdentity } from './open-identity.ts';
import { digestOf } from '#compiled/digest.ts';
import { endOfSession } from '#runtime/identity/login-session.ts';
import { isSessionValid } from '#runtime/oauth/authorize/login/find-session.ts';
import { findFacts } from '#runtime/oauth/find-facts.ts';

/** A generation that is built and checked. Call either `enter` or `discard`. */
export interface PreparedGeneration {
  readonly enter: () => void;
  readonly discard: () => void;
}

/**
 * Builds and checks a generation next to the serving one. Rejects and closes everything that it opened if that fails.
 */
export async function prepareGeneration(
  table: LoadedTable,
  services: Services,
  serving: Serving,
): Promise<PreparedGeneration> {
  const next = await buildServedGeneration(table, services, serving.generation);
  await orDiscard(next);
  return {
    enter: () => {
      serving.swap(next, services.clock());
      // If it fails, the visits fail that need it, and report why.
      if (next.portal)
        catalogueOf(next.portal)
          .prepare()
          .catch(() => undefined);
    },
    discard: () => next.gateway.discard(),
  };
}

async function orDiscard(next: ServedGeneration): Promise<void> {
  try {
    await probeGeneration(next);
  } catch (error) {
    next.gateway.discard();
    throw error;
  }
}

/** A client that no table can declare, since consumer keys cannot contain a space. */
const probe = { consumerKey: 'probe of a generation', keySet: 'production' } as const;

/** Rejects if a generation does not accept its own tokens. */
async function probeGeneration({ gateway, authorization }: ServedGeneration): Promise<void> {
  const order = { client: probe, subject: 'probe', scopes: [] };
  const { token } = mintToken(authorization.mint, order);
  const verified = await gateway.verifyToken(token);
  if (verified?.claims.clientId !== probe.consumerKey)
    throw new Error('the gateway does not admit the tokens that it issues');
}

/**
 * Builds a generation next to the serving one, whose unchanged parts it reuses. Rejects with an error whose message is
 * for the user, and leaves nothing open then.
 */
export async function buildServedGeneration(
  { compiled, secrets }: LoadedTable,
  services: Services,
  previous: ServedGeneration | undefined,
): Promise<ServedGeneration> {
  const { gateway: settings } = compiled.manifest;
  const { secretOf } = secrets;
  const keyRing = await openKeyRing(settings.token, secretOf, services.openGeneratedKey);
  const { clock, pools, counters, concurrentCalls, reports, verifiedTokens, revocations } = services;
  const token = { issuer: settings.keyManagerUrl, audience: settings.gatewayUrl, keyRing, clock };
  const authorizationState = readAuthorizationState(compiled.manifest, revocations, previous);
  const verifyToken = createTokenVerifier({ ...token, verifiedTokens });
  const identity = readIdentity(compiled.manifest, secrets, clock, previous);
  const mint = {
    ...token,
    lifetimeSeconds: settings.token.lifetimeSeconds,
    newIdentifier: services.newIdentifier,
  };
  const opened = { authorizationState, mint, verifyToken, identity };
  const authorization = openAuthorization(compiled, services, opened, previous);
  return {
    manifest: compiled.manifest,
    digest: compiled.digest,
    secretsDigest: secrets.digest,
    authorization,
    portal: openPortal(compiled, services.portal, portalSessions(authorization)),
    // Built last, because it opens connections that stay open.
    gateway: buildGeneration(
      compiled,
      {
        clock,
        authorizationState,
        verifyToken,
        signingKeys: keyRing.keys,
        assertCaller: createCallerAsserter(mint),
        secretOf,
        pools,
        counters,
        concurrentCalls,
        reports,
      },
      previous?.gateway,
    ),
  };
}

function openAuthorization(
  compiled: Compiled,
  { loginLimits, store, pendingRevocations, audit, reportUnavailable }: Services,
  opened: Pick<AuthorizationServer, 'authorizationState' | 'mint' | 'verifyToken' | 'identity'>,
  previous: ServedGeneration | undefined,
): AuthorizationServer {
  const { manifest } = compiled;
  const before = previous?.authorization;
  const scopes = readScopes(compiled, before?.scopes);
  const hasSameApplications = previous?.manifest.applications === manifest.applications;
  const isDescribed =
    hasSameApplications &&
    previous?.manifest.gateway === manifest.gateway &&
    before?.scopes.all === scopes.all;
  return {
    ...opened,
    settings: manifest.gateway,
    organisation: manifest.organisation,
    scopes,
    loginLimits,
    store,
    pendingRevocations,
    teamGroups: groupsOfTeams(manifest.teams),
    audit,
    reportUnavailable,
    metadata: (isDescribed ? before?.metadata : undefined) ?? describeServer(manifest, scopes),
    pageOrigins:
      (hasSameApplications ? before?.pageOrigins : undefined) ?? originsOfPages(manifest.applications),
  };
}

function readAuthorizationState(
  manifest: Manifest,
  revocations: Revocations,
  previous: ServedGeneration | undefined,
): AuthorizationState {
  const { tokensNotBefore } = manifest.gateway.token;
  const before = previous?.authorization.authorizationState;
  const hasSameApplications = previous?.manifest.applications === manifest.applications;
  const hasSameUsers = previous?.manifest.users === manifest.users;
  return {
    mark: Symbol('authorization state'),
    clients: (hasSameApplications ? before?.clients : undefined) ?? indexClients(manifest, before?.clients),
    users: (hasSameUsers ? before?.users : undefined) ?? indexUsers(manifest.users),
    providers: indexRealms(manifest.identityProviders),
    revocations,
    ...(tokensNotBefore !== undefined && { tokensNotBefore }),
  };
}

function readIdentity(
  manifest: Manifest,
  { secretOf, digest }: Secrets,
  clock: Clock,
  previous: ServedGeneration | undefined,
): Identity {
  const before = previous?.authorization.identity;
  const isSame =
    previous?.secretsDigest === digest &&
    previous.manifest.users === manifest.users &&
    previous.manifest.identityProviders === manifest.identityProviders;
  return (isSame ? before : undefined) ?? openIdentity(manifest, { secretOf, clock, previous: before });
}

/** The store's access to sessions of the authorization server. */
function portalSessions(server: AuthorizationServer): PortalSessions {
  const { mint, store, pendingRevocations } = server;
  return {
    sealing: mint,
    newIdentifier: mint.newIdentifier,
    claimTicket: (id, until) => store.claim(digestOf(`store ticket ${id}`), until),
    endTicket: (id) => store.endClaim(digestOf(`store ticket ${id}`), mint.clock() / 1000),
    findFacts: async (session, address) =>
      (await isSessionValid(server, session, address)) ? findFacts(server, session) : undefined,
    endSession: (id) => pendingRevocations.revoke(id, endOfSession({ authenticatedAt: mint.clock() / 1000 })),
  };
}
