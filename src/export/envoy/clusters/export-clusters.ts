import { apiKey } from '#compiled/api-key.ts';
import type { Compiled } from '#compiled/compiled.ts';
import type { CompiledEndpoint, HealthCheckSettings } from '#compiled/compiled-api.ts';
import { forwardsCalls, type KeySetName, type ManifestApi } from '#compiled/manifest.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import type { Refusal } from '../refusal.ts';
import { clusterName, statName } from './cluster-name.ts';
import type { ClusterOptions } from './cluster-options.ts';
import { findEndpointSecrets, type EndpointSecrets } from './endpoint-secrets.ts';
import { readTargetAddress, type TargetAddress } from './target-address.ts';
import { duration } from './duration.ts';
import { connectionLimits, outlierDetection, failureStatuses } from './protect-upstream.ts';
import { socketMatchKey, transportSockets } from './transport-sockets.ts';
import { headerOption, ownFormat } from '../text/format-text.ts';
import { discoverSecret } from '../secrets/discover-secret.ts';

/** How long a connection may be idle, and how old it may get: as in the built-in data plane, in milliseconds. */
const [maxIdleMs, maxAgeMs] = [4000, 300_000];

/**
 * The limits of response headers. The built-in data plane limits only their size, so the number is what fits into that.
 */
const [maxResponseHeadersKb, maxResponseHeaders] = [16, 8192];

const upstreamCodec = {
  name: 'envoy.filters.http.upstream_codec',
  typed_config: {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.upstream_codec.v3.UpstreamCodec',
  },
};

/** The name of a cluster, and its name in metrics. */
interface ClusterNames {
  readonly name: string;
  readonly stats: string;
}

/** The clusters of all endpoints that calls are forwarded to, and the secrets that they need. */
export interface ExportedClusters {
  readonly clusters: readonly EnvoyResource[];
  /** Without duplicates, even if several clusters use the same secret. */
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

/** The settings of an endpoint that Envoy does not support, except its secrets. */
function refuseEndpoint(subject: string, endpoint: CompiledEndpoint): readonly Refusal[] {
  return [refusePaths, refuseProtocols, refuseHealthCheck].flatMap((refuse) => refuse(subject, endpoint));
}

function refusePaths(subject: string, { targets }: CompiledEndpoint): readonly Refusal[] {
  if (new Set(targets.map((url) => readTargetAddress(url).basePath)).size === 1) return [];
  return [
    {
      deviation: 'target_paths',
      subject,
      message: 'The targets have different paths, and Envoy rewrites the path before it chooses a target.',
      help: 'Use targets that have the same path.',
    },
  ];
}

function refuseProtocols(subject: string, { targets, http2 }: CompiledEndpoint): readonly Refusal[] {
  const schemes = new Set(targets.map((url) => readTargetAddress(url).isTls));
  if (!http2 || schemes.size === 1) return [];
  return [
    {
      deviation: 'target_schemes',
      subject,
      message: 'The targets have different schemes, and Envoy negotiates HTTP/2 only if all of them use TLS.',
      help: 'Use the scheme https for all targets, or remove http2.',
    },
  ];
}

function refuseHealthCheck(subject: string, { auth, healthCheck }: CompiledEndpoint): readonly Refusal[] {
  if (!healthCheck || !auth?.header) return [];
  return [
    {
      deviation: 'health_check_credentials',
      subject,
      message: `Envoy cannot send the header ${auth.header.name} of auth with health checks.`,
      help: 'Authenticate with a client certificate, or remove healthCheck.',
    },
  ];
}

/** The cluster of an endpoint: its targets, how Envoy connects to them, and when it stops calling them. */
function endpointCluster(
  { name, stats }: ClusterNames,
  endpoint: CompiledEndpoint,
  secrets: EndpointSecrets,
  options: ClusterOptions,
): EnvoyResource {
  const targets = endpoint.targets.map(readTargetAddress);
  const { timeouts, circuitBreaker, healthCheck } = endpoint;
  return {
    '@type': 'type.googleapis.com/envoy.config.cluster.v3.Cluster',
    name,
    alt_stat_name: stats,
    type: 'STRICT_DNS',
    dns_lookup_family: 'V4_PREFERRED',
    connect_timeout: duration(timeouts.connectMs),
    lb_policy: 'ROUND_ROBIN',
    load_assignment: loadAssignment(name, targets),
    common_lb_config: { healthy_panic_threshold: { value: panicPercent(endpoint) } },
    ignore_health_on_host_removal: true,
    circuit_breakers: connectionLimits(endpoint),
    ...(circuitBreaker && { outlier_detection: outlierDetection(circuitBreaker) }),
    ...(healthCheck && { health_checks: checkHealth(healthCheck) }),
    ...transportSockets(targets, secrets, options),
    typed_extension_protocol_options: protocolOptions(endpoint, targets, secrets, options),
  };
}

/**
 * The percentage of available targets below which Envoy calls all of them. Without a circuit breaker, an unhealthy
 * target is still called if no other is available. With one, targets with an open circuit would be called too.
 */
function panicPercent({ circuitBreaker }: CompiledEndpoint): number {
  return circuitBreaker ? 0 : 1;
}

function loadAssignment(name: string, targets: readonly TargetAddress[]) {
  return { cluster_name: name, endpoints: [{ lb_endpoints: targets.map(lbEndpoint) }] };
}

function lbEndpoint({ hostname, port, host, origin }: TargetAddress) {
  return {
    endpoint: {
      address: { socket_address: { address: hostname, port_value: port } },
      // The router writes it into the Host header.
      hostname: host,
      health_check_config: { hostname: host },
    },
    metadata: { filter_metadata: { [socketMatchKey]: { origin }, gatewright: { origin } } },
    load_balancing_weight: 1,
  };
}

/** Active health checks. Each uses the host name of its target. */
function checkHealth(settings: HealthCheckSettings) {
  const { path, intervalMs, timeoutMs, healthyAfter, unhealthyAfter } = settings;
  return [
    {
      timeout: duration(timeoutMs),
      interval: duration(intervalMs),
      // The same jitter as in the built-in data plane, so that upstreams are not all checked at once.
      interval_jitter_percent: 10,
      no_traffic_interval: duration(intervalMs),
      healthy_threshold: healthyAfter,
      unhealthy_threshold: unhealthyAfter,
      http_health_check: {
        path,
        expected_statuses: [{ start: 200, end: 400 }],
        request_headers_to_add: [headerOption('user-agent', ownFormat('gatewright'))],
      },
    },
  ];
}

/** The protocol of requests to an upstream, and the last filters that process them. */
function protocolOptions(
  endpoint: CompiledEndpoint,
  targets: readonly TargetAddress[],
  secrets: EndpointSecrets,
  options: ClusterOptions,
) {
  return {
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
      '@type': 'type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
      common_http_protocol_options: {
        idle_timeout: duration(maxIdleMs),
        max_connection_duration: duration(maxAgeMs),
        max_response_headers_kb: maxResponseHeadersKb,
        max_headers_count: maxResponseHeaders,
      },
      ...protocolFor(endpoint, targets),
      ...(endpoint.circuitBreaker && { outlier_detection: failureStatuses }),
      ...(secrets.header && {
        http_filters: [injectCredential(secrets.header, options), upstreamCodec],
      }),
    },
  };
}

/** As in the built-in data plane, the upstream chooses HTTP/2 in the TLS handshake. */
function protocolFor({ http2 }: CompiledEndpoint, targets: readonly TargetAddress[]) {
  if (http2 && targets.every(({ isTls }) => isTls))
    return { auto_config: { http_protocol_options: {}, http2_protocol_options: {} } };
  return { explicit_http_config: { http_protocol_options: {} } };
}

/** The filter that adds the credential of an endpoint. A call is refused if the credential is missing. */
function injectCredential({ name, secret }: NonNullable<EndpointSecrets['header']>, options: ClusterOptions) {
  return {
    name: 'envoy.filters.http.credential_injector',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.filters.http.credential_injector.v3.CredentialInjector',
      overwrite: true,
      allow_request_without_credential: false,
      credential: {
        name: 'envoy.http.injected_credentials.generic',
        typed_config: {
          '@type': 'type.googleapis.com/envoy.extensions.http.injected_credentials.generic.v3.Generic',
          credential: discoverSecret(secret.name, options.discovery),
          header: name,
        },
      },
    },
  };
}
