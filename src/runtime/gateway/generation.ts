import type { Compiled } from '../../compiled/compiled.ts';
import type { Digest } from '../../compiled/digest.ts';
import type {
  GatewaySettings,
  KeySetName,
  Manifest,
  ManifestApi,
  ManifestSubscription,
} from '../../compiled/manifest.ts';
import type { SecretOf } from '../ports/secrets.ts';
import type { Standing } from '../token/standing.ts';
import type { VerifyToken } from '../token/verify-token.ts';
import { indexApis, type ApiIndex } from './api-index.ts';
import { servePart, type ServedApi, type ServedPart } from './served-api.ts';
import { serveEndpoint, type ServedEndpoint } from './served-endpoint.ts';
import type { PoolLease, UpstreamPools } from './upstream-pools.ts';
import { trustPeers, type TrustsPeer } from './trusted-peers.ts';
import { countUsage, type Usage } from './usage.ts';

/** Everything that calls need and that is built from one route table. A call keeps the one that it began on. */
export interface Generation {
  readonly settings: GatewaySettings;
  /** The path of gatewayUrl; empty at the root. */
  readonly basePath: string;
  /** The scheme, and the host with its port, of gatewayUrl. */
  readonly scheme: string;
  readonly host: string;
  readonly trustsPeer: TrustsPeer;
  readonly apis: ApiIndex;
  readonly standing: Standing;
  readonly verifyToken: VerifyToken;
  readonly parts: ReadonlyMap<Digest, ServedPart>;
  readonly usage: Usage;
}

/** What a generation is built with beside its table. */
export interface GenerationServices {
  readonly standing: Standing;
  readonly verifyToken: VerifyToken;
  readonly secretOf: SecretOf;
  readonly pools: UpstreamPools;
}

/** Builds a generation. Throws where a trusted proxy or an upstream's TLS material is not valid. */
export function buildGeneration(
  compiled: Compiled,
  { standing, verifyToken, secretOf, pools }: GenerationServices,
  previous?: Generation,
): Generation {
  const { gateway: settings } = compiled.manifest;
  const { pathname, protocol, host } = new URL(settings.gatewayUrl);
  const trustsPeer = trustPeers(settings.trustedProxies);
  const parts = buildParts(compiled, previous);
  const lease = pools.openLease();
  return {
    settings,
    basePath: pathname.replace(/\/$/, ''),
    scheme: protocol.replace(':', ''),
    host,
    trustsPeer,
    apis: indexApis(serveApis(compiled.manifest, parts, secretOf, lease)),
    standing,
    verifyToken,
    parts,
    usage: countUsage(() => lease.end()),
  };
}

function buildParts({ apis }: Compiled, previous: Generation | undefined): ReadonlyMap<Digest, ServedPart> {
  const parts = new Map<Digest, ServedPart>();
  for (const [digest, api] of apis) parts.set(digest, previous?.parts.get(digest) ?? servePart(api));
  return parts;
}

function serveApis(
  manifest: Manifest,
  parts: ReadonlyMap<Digest, ServedPart>,
  secretOf: SecretOf,
  lease: PoolLease,
): readonly ServedApi[] {
  const subscriptions = groupSubscriptions(manifest);
  try {
    return manifest.apis.map((api) => {
      const part = partOf(api, parts);
      const subscribed = subscriptions.get(`${api.name}/${api.version}`) ?? new Map();
      return {
        manifest: api,
        part,
        endpoints: serveEndpoints(part, secretOf, lease),
        subscriptions: subscribed,
      };
    });
  } catch (error) {
    lease.end();
    throw error;
  }
}

function partOf(
  { name, version, part: digest }: ManifestApi,
  parts: ReadonlyMap<Digest, ServedPart>,
): ServedPart {
  const part = parts.get(digest);
  if (!part) throw new Error(`the route table lacks its part for ${name}/${version}`);
  return part;
}

function serveEndpoints(
  { api: { endpoints } }: ServedPart,
  secretOf: SecretOf,
  lease: PoolLease,
): Partial<Record<KeySetName, ServedEndpoint>> {
  const { production, sandbox } = endpoints;
  return {
    ...(production ? { production: serveEndpoint(production, secretOf, lease) } : {}),
    ...(sandbox ? { sandbox: serveEndpoint(sandbox, secretOf, lease) } : {}),
  };
}

/** The subscriptions by API and then by application. */
function groupSubscriptions({
  subscriptions,
}: Manifest): ReadonlyMap<string, Map<string, ManifestSubscription>> {
  const groups = new Map<string, Map<string, ManifestSubscription>>();
  for (const subscription of subscriptions) {
    const group = groups.get(subscription.api) ?? new Map<string, ManifestSubscription>();
    group.set(subscription.application, subscription);
    groups.set(subscription.api, group);
  }
  return groups;
}
