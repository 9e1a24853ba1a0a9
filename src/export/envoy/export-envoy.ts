import type { Compiled } from '#compiled/compiled.ts';
import { callsProgram } from './calls/calls-program.ts';
import { exportClusters } from './clusters/export-clusters.ts';
import { serviceCluster } from './clusters/service-cluster.ts';
import type { EnvoyOptions, ServiceAddress } from './envoy-options.ts';
import type { EnvoyResource, EnvoyResources } from './envoy-resources.ts';
import { authzFilter, authzCluster } from './authz/authz-filter.ts';
import { countCalls } from './limits/count-calls.ts';
import { exportListener } from './listener/export-listener.ts';
import { type DiscoveredFilter, programFilter } from './listener/extension-names.ts';
import { secureConnections } from './listener/secure-connections.ts';
import { exportTracing } from './observability/tracing.ts';
import type { Refusal } from './refusal.ts';
import { exportRoutes } from './routes/export-routes.ts';
import type { LuaText } from './text/lua-text.ts';
import { keyManagerCluster, verifyTokens } from './tokens/verify-tokens.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { forwardsCalls } from '#compiled/manifest.ts';
import type { DeviationCode } from './deviations.ts';

/** The Envoy resources for a table, and the declarations that they do not cover. */
export interface EnvoyExport {
  readonly resources: EnvoyResources;
  /** The refusals, without those that the operator accepts. */
  readonly refusals: readonly Refusal[];
}

/** Exports a table for Envoy. Never throws: each declaration that Envoy does not support has a refusal. */
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
    ...(options.authz ? [extension('authz', authzFilter(table, options.authz))] : []),
  ];
}

/** The filter that decides on all calls. It refers to the other resources of the table by name. */
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

/** The parts of a table that Envoy does not support, except those of endpoints, secrets and traces. */
function refuseDeclarations(table: Compiled, { authz }: EnvoyOptions): readonly Refusal[] {
  const { manifest, apis } = table;
  const refusals = manifest.apis.filter(forwardsCalls).flatMap((api) => {
    const part = apis.get(api.part);
    return part ? refuseApi(`Api ${apiKey(api)}`, part, authz !== undefined) : [];
  });
  return [...refuseCounters(table), ...refuseConcurrency(table), ...refusals];
}

function refuseCounters({ manifest: { gateway } }: Compiled): readonly Refusal[] {
  if (gateway.limits.counters === 'local') return [];
  return [
    refuse(
      'shared_counters',
      'Gateway limits.counters',
      'Each Envoy counts calls by itself, and not in Redis.',
      'Accept that n Envoys together allow n times a limit, or run gatewright run.',
    ),
  ];
}

function refuseConcurrency({ manifest: { tiers } }: Compiled): readonly Refusal[] {
  return tiers
    .filter(({ maxConcurrentCalls }) => maxConcurrentCalls !== undefined)
    .map(({ name }) =>
      refuse(
        'concurrent_calls',
        `Tier ${name} maxConcurrentCalls`,
        'Envoy cannot limit the concurrent calls of a subscription.',
        'Accept that they are unlimited, remove maxConcurrentCalls, or run gatewright run.',
      ),
    );
}

function refuseApi(subject: string, part: CompiledApi, hasAuthz: boolean): readonly Refusal[] {
  const { validation, callerAssertion } = part;
  return [
    ...(validation.requests !== 'off' && !hasAuthz ? [refuseValidation(subject)] : []),
    ...(validation.responses === 'report'
      ? [
          refuse(
            'response_validation',
            `${subject} validation.responses`,
            'Envoy does not compare responses with the OpenAPI document.',
            'Set validation.responses to off.',
          ),
        ]
      : []),
    ...(callerAssertion && !hasAuthz ? [refuseAssertion(subject)] : []),
  ];
}

function refuseValidation(subject: string): Refusal {
  return refuse(
    'request_validation',
    `${subject} validation.requests`,
    'Envoy cannot validate requests by itself.',
    'Name the endpoint for authorization of a gateway, or set validation.requests to off.',
  );
}

function refuseAssertion(subject: string): Refusal {
  return refuse(
    'caller_assertion',
    `${subject} callerAssertion`,
    'Envoy cannot sign an assertion about the caller by itself.',
    'Name the endpoint for authorization of a gateway, or remove callerAssertion.',
  );
}

function refuse(deviation: DeviationCode, subject: string, message: string, help: string): Refusal {
  return { deviation, subject, message, help };
}
