/** The most client connections at a time, which limits Envoy's memory and file descriptors. */
export const maxConnections = 50_000;

/**
 * The part of a bootstrap that closes further client connections at once; those to the admin interface do not count.
 */
export const connectionLimit = {
  overload_manager: {
    resource_monitors: [
      {
        name: 'envoy.resource_monitors.global_downstream_max_connections',
        typed_config: {
          '@type':
            'type.googleapis.com/envoy.extensions.resource_monitors.downstream_connections.v3.DownstreamConnectionsConfig',
          max_active_downstream_connections: maxConnections,
        },
      },
    ],
  },
};
