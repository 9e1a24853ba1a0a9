import { discoverSecret, type SecretConfig } from '../secrets/discover-secret.ts';
import type { ClusterOptions } from './cluster-options.ts';
import type { EndpointSecrets } from './endpoint-secrets.ts';
import { isIpAddress, type TargetAddress } from './target-address.ts';

/** The key of the metadata by which Envoy finds the transport socket of a target. */
export const socketMatchKey = 'envoy.transport_socket_match';

/**
 * The transport sockets of a cluster: one for each target, since each certificate must be for the name of its target.
 */
export function transportSockets(
  targets: readonly TargetAddress[],
  secrets: EndpointSecrets,
  options: ClusterOptions,
): Readonly<Record<string, unknown>> {
  const trust = trustOf(secrets, options);
  const socketFor = ({ isTls, hostname }: TargetAddress) =>
    isTls ? tlsSocket(hostname, trust) : plainSocket;
  const [first, ...others] = targets;
  if (!first) return {};
  if (others.length === 0) return { transport_socket: socketFor(first) };
  return {
    // Every target has a match. Envoy uses this socket only to check whether it can negotiate HTTP/2.
    transport_socket: socketFor(first),
    transport_socket_matches: targets.map((target) => ({
      name: target.origin,
      match: { origin: target.origin },
      transport_socket: socketFor(target),
    })),
  };
}

function trustOf({ authority, clientCertificate }: EndpointSecrets, options: ClusterOptions): Trust {
  const { discovery, authorities } = options;
  return {
    trusted: authority ? discoverSecret(authority.name, discovery) : { filename: authorities },
    ...(clientCertificate && { clientCertificate: discoverSecret(clientCertificate.name, discovery) }),
  };
}

export const plainSocket = {
  name: 'envoy.transport_sockets.raw_buffer',
  typed_config: {
    '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer',
  },
};

/** The authorities to trust, and the certificate to present. */
interface Trust {
  /** The authorities that may issue the certificate of the server: a PEM file, or a secret. */
  readonly trusted: { readonly filename: string } | SecretConfig;
  readonly clientCertificate?: SecretConfig;
}

/** TLS to a host. Its certificate must name the host (RFC 9525), and must be issued by a trusted authority. */
export function tlsSocket(hostname: string, { trusted, clientCertificate }: Trust) {
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext',
      // An IP address is not sent as SNI (RFC 6066 section 3).
      ...(!isIpAddress(hostname) && { sni: hostname }),
      common_tls_context: {
        tls_params: { tls_minimum_protocol_version: 'TLSv1_2', tls_maximum_protocol_version: 'TLSv1_3' },
        ...(clientCertificate && { tls_certificate_sds_secret_configs: [clientCertificate] }),
        ...validation(hostname, trusted),
      },
    },
  };
}

function validation(hostname: string, trusted: Trust['trusted']) {
  const names = {
    match_typed_subject_alt_names: [
      { san_type: isIpAddress(hostname) ? 'IP_ADDRESS' : 'DNS', matcher: { exact: hostname } },
    ],
  };
  if ('filename' in trusted) return { validation_context: { trusted_ca: trusted, ...names } };
  return {
    combined_validation_context: {
      default_validation_context: names,
      validation_context_sds_secret_config: trusted,
    },
  };
}
