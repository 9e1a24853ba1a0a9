import type { Compiled } from '#compiled/compiled.ts';
import { callsProgram } from './calls/calls-program.ts';
import { exportClusters } from './clusters/export-clusters.ts';
import { serviceCluster } from './clusters/service-cluster.ts';
import type { EnvoyOptions, ServiceAddress } from './envoy-options.ts';
import type { EnvoyResource, EnvoyResources } from './envoy-resources.ts';
import { askAuthz, authzCluster } from './authz/ask-authz.ts';
import { countCalls } from './limits/count-calls.ts';
import { exportListener } from './listener/export-listener.ts';
import { type DiscoveredFilter, programFilter } from './listener/extension-names.ts';
import { secureConnections } from './listener/secure-connections.ts';
import { exportTracing } from './observability/tracing.ts';
import { refuseDeclarations } from './refuse-declarations.ts';
import type { Refusal } from './refusal.ts';
import { exportRoutes } from './routes/export-routes.ts';
import type { LuaText } from './text/lua-text.ts';
import { keyManagerCluster, verifyTokens } from './tokens/verify-tokens.ts';

/** The resources of Envoy for a table, and what of the table they do not hold. */
export interface EnvoyExport {
  readonly resources: EnvoyResources;
  /** Without those that the operator accepts. */
  readonly refusals: readonly Refusal[];
}

/** Exports a table for Envoy. Never throws: what Envoy cannot do is refused by name. */
export function exportEnvoy(table: Compiled, options: EnvoyOptions): EnvoyExport {
  const { gateway } = table.manifest;
  const connections = secureConnections(gateway.listener, options);
  const tracing = exportTracing(gateway.tracing, options.authorities);
  const upstreams = exportClusters(table, options);
  const refusals = [
    ...connections.refusals,
    ...tracing.refusals,
    ...refuseDeclarations(table, options),
    ...upstreams.refusals,
  ];
  const listener = exportListener(table, options, {
    transportSocket: connections.transportSocket,
    tracing: tracing.tracing,
  });
  return {
    resources: {
      listeners: [listener],
      routes: [exportRoutes(table, options)],
      clusters: [...serviceClusters(options), ...tracing.clusters, ...upstreams.clusters],
      extensionConfigs: exportFilters(table, options),
      secrets: [...connections.secrets, ...upstreams.secrets],
    },
    refusals: refusals.filter(({ deviation }) => !options.accepted?.includes(deviation)),
  };
}

/** Exports the filter that verifies tokens, with their public keys. */
export function exportKeys(table: Compiled, options: Pick<EnvoyOptions, 'keys'>): EnvoyResource {
  return extension('tokens', verifyTokens(table.manifest.gateway, options));
}

function serviceClusters({ keys, authz, authorities }: EnvoyOptions): readonly EnvoyResource[] {
  const clusterOf = (name: string, { url, authorityFile }: ServiceAddress) =>
    serviceCluster(name, url, authorityFile ?? authorities);
  return [
    ...('keyManager' in keys ? [clusterOf(keyManagerCluster, keys.keyManager)] : []),
    ...(authz ? [clusterOf(authzCluster, authz)] : []),
  ];
}

function exportFilters(table: Compiled, options: EnvoyOptions): readonly EnvoyResource[] {
  return [
    exportKeys(table, options),
    exportProgram(table),
    extension('limits', countCalls(table)),
    ...(options.authz ? [extension('authz', askAuthz(table, options.authz))] : []),
  ];
}

/** The filter that alone decides on calls, by names of all else that the table has. */
export function exportProgram(table: Compiled): EnvoyResource {
  const program: LuaText = callsProgram(table);
  return extension(programFilter, {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua',
    default_source_code: { inline_string: program },
  });
}

function extension(name: DiscoveredFilter, config: object): EnvoyResource {
  return {
    '@type': 'type.googleapis.com/envoy.config.core.v3.TypedExtensionConfig',
    name,
    typed_config: config,
  };
}
