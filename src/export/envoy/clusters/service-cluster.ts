import type { EnvoyResource } from '../envoy-resources.ts';
import { duration } from './duration.ts';
import { readTargetAddress } from './target-address.ts';
import { plainSocket, tlsSocket } from './transport-sockets.ts';

const connectMs = 5000;

/**
 * The cluster of a service of the operator at an absolute URL. `authorities` is a PEM file of the authorities to trust
 * over TLS.
 */
export function serviceCluster(name: string, url: string, authorities: string): EnvoyResource {
  const { hostname, port, isTls } = readTargetAddress(url);
  return {
    '@type': 'type.googleapis.com/envoy.config.cluster.v3.Cluster',
    name,
    type: 'STRICT_DNS',
    dns_lookup_family: 'V4_PREFERRED',
    connect_timeout: duration(connectMs),
    load_assignment: {
      cluster_name: name,
      endpoints: [
        {
          lb_endpoints: [
            { endpoint: { address: { socket_address: { address: hostname, port_value: port } }, hostname } },
          ],
        },
      ],
    },
    transport_socket: isTls ? tlsSocket(hostname, { trusted: { filename: authorities } }) : plainSocket,
  };
}
