import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import { discoverSecret } from '../secrets/discover-secret.ts';
import type { ClusterOptions } from './cluster-options.ts';
import { duration } from './duration.ts';
import type { EndpointSecrets } from './endpoint-secrets.ts';
import { failureStatuses } from './protect-upstream.ts';
import type { TargetAddress } from './target-address.ts';

/** How long a connection may be idle, and how old it may get: as in the built-in data plane, in milliseconds. */
const [maxIdleMs, maxAgeMs] = [4000, 300_000];

/** As in the built-in data plane, which counts no headers: the count is what fits into the size. */
const [maxResponseHeadersKb, maxResponseHeaders] = [16, 8192];

/** The protocol that requests to an upstream use, and the filters that they go through last. */
export function protocolOptions(
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

/** A call without its credential is refused. */
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

const upstreamCodec = {
  name: 'envoy.filters.http.upstream_codec',
  typed_config: {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.upstream_codec.v3.UpstreamCodec',
  },
};
