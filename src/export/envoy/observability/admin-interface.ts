/**
 * The admin interface in a bootstrap, with metrics for Prometheus at `/stats/prometheus`. It listens on this machine
 * only, since anyone who reaches it can stop Envoy.
 */
export function adminInterface(port: number) {
  return {
    admin: {
      address: { socket_address: { address: '127.0.0.1', port_value: port } },
      ignore_global_conn_limit: true,
    },
    // Creates the metrics of clusters and hosts at the first call, since only a few of many upstreams are called.
    deferred_stat_options: { enable_deferred_creation_stats: true },
    // Collects metrics only when they are read, not every five seconds, since they are sent nowhere.
    stats_flush_on_admin: true,
  };
}
