import { controlPlaneCluster } from '#export/envoy/bootstrap/control-plane-bootstrap.ts';
import type { EnvoyResources } from '#export/envoy/envoy-resources.ts';
import type { EarlierExport } from '#serve/control-plane/publications/fallbacks.ts';
import type { RestrictedExport } from '#serve/control-plane/publications/restricted-programs.ts';

/** For Envoys that have no program, or refuse nothing. */
export const restrictNothing: RestrictedExport & EarlierExport = {
  restrictTable: () => {
    throw new Error('a table was restricted');
  },
  exportProgram: () => {
    throw new Error('a program was exported');
  },
  exportEarlier: () => {
    throw new Error('an earlier table was exported');
  },
};

/** Resources with which Envoy answers every call with a text. */
export function answerWith(text: string, port: number): EnvoyResources {
  const pollForRoutes = {
    resource_api_version: 'V3',
    api_config_source: {
      api_type: 'REST',
      transport_api_version: 'V3',
      cluster_names: [controlPlaneCluster],
      refresh_delay: '0.2s',
    },
  };
  return {
    listeners: [
      {
        '@type': 'type.googleapis.com/envoy.config.listener.v3.Listener',
        name: 'calls',
        address: { socket_address: { address: '127.0.0.1', port_value: port } },
        filter_chains: [
          {
            filters: [
              {
                name: 'envoy.filters.network.http_connection_manager',
                typed_config: {
                  '@type':
                    'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
                  stat_prefix: 'calls',
                  rds: { route_config_name: 'calls', config_source: pollForRoutes },
                  http_filters: [
                    {
                      name: 'envoy.filters.http.router',
                      typed_config: {
                        '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router',
                      },
                    },
                  ],
                },
              },
            ],
          },
        ],
      },
    ],
    routes: [
      {
        '@type': 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration',
        name: 'calls',
        virtual_hosts: [
          {
            name: 'calls',
            domains: ['*'],
            routes: [
              { match: { prefix: '/' }, direct_response: { status: 200, body: { inline_string: text } } },
            ],
          },
        ],
      },
    ],
    clusters: [
      {
        '@type': 'type.googleapis.com/envoy.config.cluster.v3.Cluster',
        name: 'dogs',
        type: 'STATIC',
        connect_timeout: '1s',
      },
    ],
    extensionConfigs: [],
    secrets: [],
  };
}

/** The same with as many bytes more. */
export function withPadding(resources: EnvoyResources, bytes: number): EnvoyResources {
  const metadata = { filter_metadata: { padding: { text: 'x'.repeat(bytes) } } };
  return { ...resources, clusters: resources.clusters.map((cluster) => ({ ...cluster, metadata })) };
}

/** The same with a cluster that Envoy does not accept. */
export function withBrokenCluster(resources: EnvoyResources): EnvoyResources {
  const clusters = resources.clusters.map((cluster) => ({ ...cluster, connect_timeout: '-1s' }));
  return { ...resources, clusters };
}
