import type { Compiled } from '#compiled/compiled.ts';
import { clientPatience } from '#compiled/settings/client-patience.ts';
import { clearRefusals, refusedCode } from '../authz/clear-refusals.ts';
import { duration } from '../clusters/duration.ts';
import type { EnvoyOptions } from '../envoy-options.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import { accessLog } from '../observability/access-log.ts';
import { sayWhenToRetry } from '../limits/limit-fields.ts';
import { discover, discoverFilter, routesFile } from './extension-names.ts';
import { forgetHeaders, forgetTrailers } from './forget-headers.ts';
import { ownAnswers, isMade } from '../answers/own-answers.ts';
import { clientStatusHeader } from '#compiled/answers/external-authorization.ts';
import { writeErrorBody } from '#compiled/answers/error-body.ts';
import { errorCodes } from '#compiled/answers/error-codes.ts';
import { headerOption, ownFormat } from '../text/format-text.ts';
import type { OwnAnswer } from '../answers/upstream-failures.ts';
import { codeHeader } from '../answers/change-response.ts';

/**
 * Statuses that Envoy would take for an outage of the endpoint for authorization, which therefore sends them in a
 * header.
 */
const statusesOfOutages: readonly number[] = [
  ...new Set(Object.values(errorCodes).map(({ status }) => status)),
].filter((status) => status >= 500);

/** The name of the listener and of its routes. */
export const listenerName = 'calls';

/** The other parts of an export that a listener uses. */
interface ListenerParts {
  /** The transport socket of TLS; absent for plain HTTP. */
  readonly transportSocket?: object | undefined;
  readonly tracing?: object | undefined;
}

/**
 * The listener. Connections of trusted proxies have a separate filter chain, which preserves their headers about the
 * origin of calls.
 */
export function exportListener(
  table: Compiled,
  options: EnvoyOptions,
  { transportSocket, tracing }: ListenerParts,
): EnvoyResource {
  const { trustedProxies } = table.manifest.gateway;
  const chainFor = (isTrusted: boolean) => ({
    filters: [connectionManager(table, options, isTrusted, tracing)],
    ...(transportSocket && {
      transport_socket: transportSocket,
      transport_socket_connect_timeout: duration(clientPatience.headersMs),
    }),
  });
  return {
    '@type': 'type.googleapis.com/envoy.config.listener.v3.Listener',
    name: listenerName,
    address: { socket_address: { address: options.listener.host, port_value: options.listener.port } },
    // The buffer must hold the longest body, since one without a length is read completely before it is forwarded.
    per_connection_buffer_limit_bytes: longestBody(table),
    filter_chains: [
      ...(trustedProxies.length > 0
        ? [
            {
              filter_chain_match: { direct_source_prefix_ranges: trustedProxies.map(readRange) },
              ...chainFor(true),
            },
          ]
        : []),
      chainFor(false),
    ],
  };
}

const leastBufferBytes = 1024 * 1024;

function longestBody({ apis }: Compiled): number {
  let longest = leastBufferBytes;
  for (const { maxBodyBytes } of apis.values()) longest = Math.max(longest, maxBodyBytes);
  return Math.min(longest + 65_536, 4_294_967_295);
}

/** A range of addresses for Envoy; for a single address, all bits count. */
function readRange(block: string) {
  const [address = '', length = address.includes(':') ? '128' : '32'] = block.split('/');
  return { address_prefix: address, prefix_len: Number(length) };
}

/** Finds the client of a trusted proxy: the last address of X-Forwarded-For that is not a trusted proxy. */
function findClient(trustedProxies: readonly string[]) {
  return {
    use_remote_address: false,
    original_ip_detection_extensions: [
      {
        name: 'envoy.http.original_ip_detection.xff',
        typed_config: {
          '@type': 'type.googleapis.com/envoy.extensions.http.original_ip_detection.xff.v3.XffConfig',
          xff_trusted_cidrs: { cidrs: trustedProxies.flatMap(bothForms).map(readRange) },
          skip_xff_append: true,
        },
      },
    ],
  };
}

/** A range, and for IPv4 also the form that a dual-stack socket writes (RFC 4291 section 2.5.5.2). */
function bothForms(range: string): readonly string[] {
  const [address = '', bits = '32'] = range.split('/');
  return address.includes(':') ? [range] : [range, `::ffff:${address}/${96 + Number(bits)}`];
}

function connectionManager(
  { manifest: { gateway } }: Compiled,
  { listener, discovery, folder, authz }: EnvoyOptions,
  isTrusted: boolean,
  tracing: object | undefined,
) {
  const { limits } = gateway.listener;
  const speaksHttp2 = listener.tls !== 'off' && gateway.listener.http2;
  return {
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: {
      '@type':
        'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
      stat_prefix: listenerName,
      codec_type: speaksHttp2 ? 'AUTO' : 'HTTP1',
      // The path stays unchanged: the program refuses what servers read in different ways.
      normalize_path: false,
      merge_slashes: false,
      path_with_escaped_slashes_action: 'KEEP_UNCHANGED',
      common_http_protocol_options: {
        idle_timeout: duration(clientPatience.idleMs),
        headers_with_underscores_action: 'DROP_HEADER',
        max_headers_count: limits.maxHeaders,
      },
      max_request_headers_kb: Math.max(1, Math.ceil(limits.maxHeaderBytes / 1024)),
      // Otherwise Envoy refuses requests of HTTP/1.0 (426). They may lack a Host header, so there is a default.
      http_protocol_options: {
        accept_http_10: true,
        default_host_for_http_10: new URL(gateway.gatewayUrl).host,
      },
      http2_protocol_options: {
        max_concurrent_streams: limits.maxConcurrentStreams,
        // A malformed request does not end the other calls of its connection (RFC 9113 section 8.1.1).
        override_stream_error_on_invalid_http_message: true,
      },
      ...(isTrusted ? findClient(gateway.trustedProxies) : { use_remote_address: true }),
      // The routes add the peer's address, since Envoy would replace a loopback address by its own.
      ...(!isTrusted && { skip_xff_append: true }),
      early_header_mutation_extensions: [forgetHeaders(isTrusted)],
      always_set_request_id_in_response: true,
      // Forwards the client certificate that a trusted proxy states, whether or not the connection uses mutual TLS.
      ...(isTrusted && {
        preserve_external_request_id: true,
        forward_client_cert_details: 'ALWAYS_FORWARD_ONLY',
      }),
      server_header_transformation: 'PASS_THROUGH',
      request_headers_timeout: duration(clientPatience.headersMs),
      stream_idle_timeout: duration(clientPatience.requestMs),
      // For a response that Envoy has received completely; before that, its route limits the pause.
      stream_flush_timeout: duration(limits.stalledClientSeconds * 1000),
      // Not with HTTP/2, since the request of a gRPC stream lasts as long as the stream.
      ...(!speaksHttp2 && { request_timeout: duration(clientPatience.requestMs) }),
      upgrade_configs: [{ upgrade_type: 'websocket' }],
      local_reply_config: rewriteOwnAnswers(gateway.errorDocsUrl),
      access_log: accessLog(gateway, folder, ownAnswers),
      ...(tracing && { tracing }),
      rds: { route_config_name: listenerName, config_source: discover(discovery, routesFile) },
      http_filters: [
        sayWhenToRetry,
        ...(authz ? [clearRefusals] : []),
        // Only with HTTP/2, since Envoy drops the trailers of HTTP/1.1.
        ...(speaksHttp2 ? [forgetTrailers] : []),
        discoverFilter('tokens', discovery),
        discoverFilter('calls', discovery),
        discoverFilter('limits', discovery),
        ...(authz ? [discoverFilter('authz', discovery)] : []),
        {
          name: 'envoy.filters.http.router',
          typed_config: {
            '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router',
            suppress_envoy_headers: true,
          },
        },
      ],
    },
  };
}

/**
 * The `local_reply_config` that gives Envoy's own responses the bodies of the gateway, and gives refusals of the
 * endpoint for authorization the status for the client.
 */
function rewriteOwnAnswers(errorDocsUrl: string | undefined) {
  return {
    mappers: [
      ...statusesOfOutages.map((status) => mapperOfRefusals(status)),
      mapperOfRefusals(),
      ...ownAnswers.map((answer) => mapperFor(answer, errorDocsUrl)),
    ],
  };
}

/**
 * Marks refusals, so that `clearRefusals` removes the headers for Envoy from them, and sets the status for the client.
 */
function mapperOfRefusals(status?: number) {
  const isRefused = "response.code_details.startsWith('ext_authz_denied')";
  return {
    filter: filterBy(
      status === undefined
        ? isRefused
        : `${isRefused} && response.headers['${clientStatusHeader}'] == '${status}'`,
    ),
    ...(status !== undefined && { status_code: status }),
    headers_to_add: [headerOption(codeHeader, ownFormat(refusedCode))],
  };
}

function filterBy(expression: string) {
  return {
    extension_filter: {
      name: 'cel',
      typed_config: {
        '@type': 'type.googleapis.com/envoy.extensions.access_loggers.filters.cel.v3.ExpressionFilter',
        expression,
      },
    },
  };
}

function mapperFor({ when, code }: OwnAnswer, errorDocsUrl: string | undefined) {
  return {
    filter: filterBy(`!${isMade} && (${when})`),
    status_code: errorCodes[code].status,
    body: { inline_string: writeErrorBody(code, 'json', errorDocsUrl) },
    body_format_override: {
      text_format_source: { inline_string: ownFormat('%LOCAL_REPLY_BODY%') },
      content_type: 'application/json; charset=utf-8',
    },
    headers_to_add: [
      headerOption('cache-control', ownFormat('no-store')),
      headerOption('x-content-type-options', ownFormat('nosniff')),
      ...(code === 'rate_limited' ? [headerOption(codeHeader, ownFormat(code))] : []),
    ],
  };
}
