import type { Compiled } from '../compiled/compiled.ts';
import type { Digest } from '../compiled/digest.ts';
import type { Manifest } from '../compiled/manifest.ts';
import { buildGeneration, type Generation } from '../runtime/gateway/generation.ts';
import type { UpstreamPools } from '../runtime/gateway/upstream-pools.ts';
import type { FailedLogins } from '../runtime/identity/failed-logins.ts';
import type { AuthorizationServer } from '../runtime/oauth/authorization-server.ts';
import { originsOfPages } from '../runtime/oauth/page-origins.ts';
import { describeServer } from '../runtime/oauth/server-metadata.ts';
import type { Clock } from '../runtime/ports/clock.ts';
import type { NewIdentifier } from '../runtime/ports/identifiers.ts';
import type { ResolveSecret } from '../runtime/ports/secrets.ts';
import type { WriteAudit } from '../runtime/ports/audit.ts';
import type { TokenStore } from '../runtime/ports/token-store.ts';
import { readScopes } from '../runtime/token/allowed-scopes.ts';
import { indexClients } from '../runtime/token/clients.ts';
import type { Revocations } from '../runtime/token/revocations.ts';
import { indexUsers, type Standing } from '../runtime/token/standing.ts';
import type { VerifiedTokens } from '../runtime/token/verified-tokens.ts';
import { createTokenVerifier } from '../runtime/token/verify-token.ts';
import { openIdentity } from './open-identity.ts';
import { openKeyRing, type OpenOwnKey } from './open-key-ring.ts';
import { readSecrets } from './read-secrets.ts';

/** Everything that is swapped together, built from one route table. */
export interface ServedGeneration {
  /** The table's digest, and that of its secrets: where both are the same, so is the generation. */
  readonly digest: Digest;
  readonly secretsDigest: Digest;
  readonly apis: number;
  readonly gateway: Generation;
  readonly authorization: AuthorizationServer;
}

/** What outlives the generations. */
export interface Services {
  readonly pools: UpstreamPools;
  readonly verifiedTokens: VerifiedTokens;
  readonly clock: Clock;
  readonly newIdentifier: NewIdentifier;
  readonly resolveSecret: ResolveSecret;
  readonly openOwnKey: OpenOwnKey;
  readonly stateFolder: string;
  readonly store: TokenStore;
  readonly revocations: Revocations;
  readonly failedLogins: FailedLogins;
  readonly audit: WriteAudit;
}

/** Builds a generation aside. Rejects with an error whose message is for the user, and then holds nothing. */
export async function buildServedGeneration(
  compiled: Compiled,
  services: Services,
  previous: ServedGeneration | undefined,
): Promise<ServedGeneration> {
  const { gateway: settings, apis } = compiled.manifest;
  const { secretOf, digest: secretsDigest } = await readSecrets(compiled, services.resolveSecret);
  const keyRing = await openKeyRing(settings.token, secretOf, services.openOwnKey);
  const { clock, pools, verifiedTokens, revocations } = services;
  const token = { issuer: settings.keyManagerUrl, audience: settings.gatewayUrl, keyRing, clock };
  const standing = readStanding(compiled.manifest, revocations);
  const verifyToken = createTokenVerifier({ ...token, verifiedTokens });
  const before = previous?.authorization.identity;
  const identity = openIdentity(compiled.manifest, { secretOf, clock, previous: before });
  const mint = {
    ...token,
    lifetimeSeconds: settings.token.lifetimeSeconds,
    newIdentifier: services.newIdentifier,
  };
  return {
    digest: compiled.digest,
    secretsDigest,
    apis: apis.length,
    authorization: openAuthorization(compiled, services, { standing, mint, verifyToken, identity }),
    // Last, since it holds on to connections from here on.
    gateway: buildGeneration(compiled, { standing, verifyToken, secretOf, pools }, previous?.gateway),
  };
}

function openAuthorization(
  compiled: Compiled,
  { failedLogins, store, audit }: Services,
  opened: Pick<AuthorizationServer, 'standing' | 'mint' | 'verifyToken' | 'identity'>,
): AuthorizationServer {
  const { manifest } = compiled;
  const scopes = readScopes(compiled);
  return {
    ...opened,
    settings: manifest.gateway,
    scopes,
    failedLogins,
    store,
    audit,
    metadata: describeServer(manifest, scopes),
    pageOrigins: originsOfPages(manifest.applications),
  };
}

function readStanding(manifest: Manifest, revocations: Revocations): Standing {
  const { tokensNotBefore } = manifest.gateway.token;
  const clients = indexClients(manifest);
  const users = indexUsers(manifest.users);
  const providers = new Set(manifest.identityProviders.map(({ name }) => name));
  return {
    clients,
    users,
    providers,
    revocations,
    ...(tokensNotBefore !== undefined && { tokensNotBefore }),
  };
}
