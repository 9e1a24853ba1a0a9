import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import type { StreamSettings } from '#compiled/settings/gateway-settings.ts';
import { duration } from './duration.ts';
import { literalRegex, literalSubstitution, rewriteBeginning } from '../text/regex-text.ts';
import { readTargetAddress } from './target-address.ts';

/** The parameters of a route that forwards calls to an upstream. */
interface ForwardOptions {
  readonly endpoint: CompiledEndpoint;
  /** The name of the endpoint's cluster. */
  readonly cluster: string;
  /** The path prefix that is removed before forwarding: `/dog_park/v1`. */
  readonly prefix: string;
  /** How long a call may last, if that is declared. */
  readonly streams?: StreamSettings | undefined;
}

/** The `RouteAction` that forwards a call to an endpoint. */
export function forwardAction({ endpoint, cluster, prefix, streams }: ForwardOptions) {
  return {
    cluster,
    ...routeTimeouts(endpoint, streams),
    retry_policy: retryPolicy(endpoint),
    ...rewritePath(prefix, endpoint),
    // Each target gets its own name in the Host header.
    auto_host_rewrite: true,
    upgrade_configs: [{ upgrade_type: 'websocket', enabled: !endpoint.http2 }],
  };
}

/**
 * The timeouts of a route. There is none for the whole call, since a response may be a long stream. The timeouts of
 * each attempt are in the retry policy; the idle timeout is the longest time that they allow.
 */
function routeTimeouts({ timeouts, retries }: CompiledEndpoint, streams: StreamSettings | undefined) {
  const { connectMs, firstByteMs, idleMs } = timeouts;
  return {
    timeout: '0s',
    idle_timeout: duration((retries + 1) * connectMs + firstByteMs + idleMs),
    ...(streams && { max_stream_duration: { max_stream_duration: `${streams.maxAgeSeconds}s` } }),
  };
}

/**
 * Retries calls that the upstream has not processed, and limits the time of each attempt. A call that times out is not
 * retried, so that no client waits for two timeouts. The idle timeout also runs until the response headers arrive, so
 * that it must not be shorter than their timeout.
 */
function retryPolicy({ retries, timeouts, targets }: CompiledEndpoint) {
  return {
    retry_on: 'connect-failure,refused-stream,reset-before-request',
    num_retries: retries,
    per_try_timeout: duration(timeouts.firstByteMs),
    per_try_idle_timeout: duration(Math.max(timeouts.idleMs, timeouts.firstByteMs)),
    retry_back_off: { base_interval: '0.001s', max_interval: '0.001s' },
    ...(targets.length > 1 && {
      retry_host_predicate: [
        {
          name: 'envoy.retry_host_predicates.previous_hosts',
          typed_config: {
            '@type':
              'type.googleapis.com/envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate',
          },
        },
      ],
      host_selection_retry_max_attempts: targets.length,
    }),
  };
}

/**
 * Replaces the prefix by the path of the endpoint. A path that consists of the prefix only leads to the root of the
 * API.
 */
function rewritePath(prefix: string, { targets: [target = ''] }: CompiledEndpoint) {
  const { basePath } = readTargetAddress(target);
  return {
    regex_rewrite: rewriteBeginning(literalRegex(prefix), literalSubstitution(basePath)),
  };
}
