import type { ListenerSettings } from '#compiled/settings/gateway-settings.ts';
import type { EnvoyOptions } from '../envoy-options.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import type { Refusal } from '../refusal.ts';
import { discoverSecret } from '../secrets/discover-secret.ts';
import { listenerCertificate } from '../secrets/listener-certificate.ts';

interface SecuredConnections {
  /** The transport socket; absent for plain HTTP. */
  readonly transportSocket?: object;
  readonly secrets: readonly EnvoyResource[];
  readonly refusals: readonly Refusal[];
}

/** TLS between clients and Envoy, with the certificate of the table. */
export function secureConnections(
  settings: ListenerSettings,
  { listener, folder, discovery }: Pick<EnvoyOptions, 'listener' | 'folder' | 'discovery'>,
): SecuredConnections {
  if (listener.tls === 'off') return { secrets: [], refusals: [] };
  const certificate = listenerCertificate(settings, folder);
  if ('refusal' in certificate) return { secrets: [], refusals: [certificate.refusal] };
  const { secret } = certificate;
  const transportSocket = {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext',
      common_tls_context: {
        tls_params: { tls_minimum_protocol_version: 'TLSv1_2', tls_maximum_protocol_version: 'TLSv1_3' },
        alpn_protocols: settings.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
        tls_certificate_sds_secret_configs: [discoverSecret(secret.name, discovery)],
      },
    },
  };
  return { transportSocket, secrets: [secret], refusals: [] };
}
