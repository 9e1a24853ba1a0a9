/**
 * The part of a bootstrap for operators: the admin interface, which answers Prometheus at `/stats/prometheus`. Whoever
 * reaches it can stop Envoy, so that it only listens on this machine.
 */
export function adminInterface(port: number) {
  return {
    admin: {
      address: { socket_address: { address: '127.0.0.1', port_value: port } },
      ignore_global_conn_limit: true,
    },
    // The metrics of clusters and hosts are made with the first call, since of many upstreams few are called.
    deferred_stat_options: { enable_deferred_creation_stats: true },
    // Collects metrics when they are read, and not every five seconds: no one else is sent any.
    stats_flush_on_admin: true,
  };
}
