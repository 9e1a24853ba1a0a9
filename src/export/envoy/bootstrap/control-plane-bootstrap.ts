import { connectionLimit } from './connection-limit.ts';

/** The cluster of the control plane in the bootstrap of every Envoy. */
export const controlPlaneCluster = 'gatewright_control_plane';

/**
 * How an Envoy finds its control plane and proves its identity. Files are in PEM, at their paths as Envoy sees them.
 */
export interface ControlPlaneBootstrap {
  /** The name of the Envoy, which is in its certificate. */
  readonly node: string;
  readonly controlPlane: { readonly host: string; readonly port: number };
  /** The expected name in the certificate of the control plane. */
  readonly serverName: string;
  readonly certificate: string;
  readonly key: string;
  /** The authorities that issue the certificate of the control plane. */
  readonly authorities: string;
  /** The address of Envoy's admin interface, which is for its own machine only. */
  readonly admin: { readonly host: string; readonly port: number };
}

/**
 * By default, Envoy reads at most 32 MiB of a control plane's response, and the program of a million subscriptions is
 * larger (`http.async_response_buffer_limit`, in bytes).
 */
const runtimeValues = { 'http.async_response_buffer_limit': 2 ** 30 };

/** The bootstrap of an Envoy that fetches its configuration from a control plane. */
export function bootstrapFromControlPlane(bootstrap: ControlPlaneBootstrap): object {
  return {
    node: { id: bootstrap.node, cluster: 'gatewright' },
    admin: { address: socketAddress(bootstrap.admin), ignore_global_conn_limit: true },
    ...connectionLimit,
    layered_runtime: { layers: [{ name: 'gatewright', static_layer: runtimeValues }] },
    dynamic_resources: {
      lds_config: pollControlPlane('1s'),
      // All other changes of a table wait for its clusters. If Envoy polls twice without accepting new clusters, it has
      // refused them. It then gets the restricted program with its next poll, within two seconds.
      cds_config: pollControlPlane('0.2s'),
    },
    static_resources: { clusters: [clusterOf(bootstrap)] },
  };
}

/** A source of resources that Envoy polls after a delay, or up to twice that (`ConfigSource`). */
function pollControlPlane(delay: string): object {
  return {
    resource_api_version: 'V3',
    api_config_source: {
      api_type: 'REST',
      transport_api_version: 'V3',
      cluster_names: [controlPlaneCluster],
      refresh_delay: delay,
      request_timeout: '5s',
    },
    // Without a table, Envoy does not become ready.
    initial_fetch_timeout: '0s',
  };
}

function clusterOf(bootstrap: ControlPlaneBootstrap): object {
  const endpoint = { address: socketAddress(bootstrap.controlPlane) };
  return {
    name: controlPlaneCluster,
    type: 'STRICT_DNS',
    connect_timeout: '2s',
    // With one connection, a load balancer sends all polls to the same control plane, which thus knows what Envoy has.
    circuit_breakers: { thresholds: [{ max_connections: 1 }] },
    load_assignment: {
      cluster_name: controlPlaneCluster,
      endpoints: [{ lb_endpoints: [{ endpoint }] }],
    },
    transport_socket: {
      name: 'envoy.transport_sockets.tls',
      typed_config: {
        '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext',
        sni: bootstrap.serverName,
        common_tls_context: {
          tls_certificates: [
            {
              certificate_chain: { filename: bootstrap.certificate },
              private_key: { filename: bootstrap.key },
            },
          ],
          validation_context: {
            trusted_ca: { filename: bootstrap.authorities },
            match_typed_subject_alt_names: [{ san_type: 'DNS', matcher: { exact: bootstrap.serverName } }],
          },
        },
      },
    },
  };
}

function socketAddress({ host, port }: { readonly host: string; readonly port: number }): object {
  return { socket_address: { address: host, port_value: port } };
}
