import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import { checkHealth } from './check-health.ts';
import type { ClusterOptions } from './cluster-options.ts';
import { duration } from './duration.ts';
import type { EndpointSecrets } from './endpoint-secrets.ts';
import { protocolOptions } from './protocol-options.ts';
import { connectionLimits, outlierDetection } from './protect-upstream.ts';
import { readTargetAddress, type TargetAddress } from './target-address.ts';
import { socketMatchKey, transportSockets } from './transport-sockets.ts';

/** How a cluster is called, and how in metrics. */
interface ClusterNames {
  readonly name: string;
  readonly stats: string;
}

/** The cluster of an endpoint: its targets, how Envoy connects to them, and when it does not. */
export function endpointCluster(
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
 * Below which share of available targets all of them are called. Without an open circuit one that is unhealthy is still
 * called if no other is left; with one, that would be called too.
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
