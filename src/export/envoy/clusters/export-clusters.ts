import { apiKey } from '#compiled/api-key.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import { forwardsCalls, type KeySetName, type ManifestApi } from '#compiled/manifest.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import type { Refusal } from '../refusal.ts';
import { clusterName, statName } from './cluster-name.ts';
import type { ClusterOptions } from './cluster-options.ts';
import { endpointCluster } from './endpoint-cluster.ts';
import { findEndpointSecrets, type EndpointSecrets } from './endpoint-secrets.ts';
import { refuseEndpoint } from './refuse-endpoint.ts';

/** The clusters of all endpoints that calls are forwarded to, and the secrets that they need. */
export interface ExportedClusters {
  readonly clusters: readonly EnvoyResource[];
  /** Each once, whatever number of clusters uses it. */
  readonly secrets: readonly EnvoyResource[];
  readonly refusals: readonly Refusal[];
}

interface ServedEndpoint {
  readonly name: string;
  readonly stats: string;
  readonly subject: string;
  readonly endpoint: CompiledEndpoint;
}

/** Exports the endpoints of all APIs that forward calls. An endpoint with a refusal has no cluster. */
export function exportClusters(table: Compiled, options: ClusterOptions): ExportedClusters {
  const clusters: EnvoyResource[] = [];
  const secrets = new Map<string, EnvoyResource>();
  const refusals: Refusal[] = [];
  for (const { subject, endpoint, ...names } of listEndpoints(table)) {
    const found = findEndpointSecrets(subject, endpoint, options.folder);
    const refused = [...refuseEndpoint(subject, endpoint), ...found.refusals];
    refusals.push(...refused);
    if (refused.length > 0) continue;
    clusters.push(endpointCluster(names, endpoint, found.secrets, options));
    for (const secret of listSecrets(found.secrets)) secrets.set(secret.name, secret);
  }
  return { clusters, secrets: [...secrets.values()], refusals };
}

function listEndpoints({ manifest, apis }: Compiled): readonly ServedEndpoint[] {
  return manifest.apis.filter(forwardsCalls).flatMap((api) => {
    const { production, sandbox } = apis.get(api.part)?.endpoints ?? {};
    return [...named(api, 'production', production), ...named(api, 'sandbox', sandbox)];
  });
}

function named(
  api: ManifestApi,
  keySet: KeySetName,
  endpoint: CompiledEndpoint | undefined,
): readonly ServedEndpoint[] {
  if (!endpoint) return [];
  return [
    {
      name: clusterName(api, keySet, endpoint),
      stats: statName(api, keySet),
      subject: `Api ${apiKey(api)} endpoints.${keySet}`,
      endpoint,
    },
  ];
}

function listSecrets({ authority, clientCertificate, header }: EndpointSecrets): readonly EnvoyResource[] {
  return [authority, clientCertificate, header?.secret].filter((secret) => secret !== undefined);
}
