import type { CircuitBreaker, CompiledEndpoint } from '#compiled/compiled-api.ts';
import { duration } from './duration.ts';

/** The largest value of a 32-bit field, which stands for no limit. */
const unlimited = 4_294_967_295;

/** How many connections a cluster may have, and how many requests may wait for one. */
export function connectionLimits({ maxConnections, targets }: CompiledEndpoint) {
  const maxOfAll = maxConnections * targets.length;
  return {
    thresholds: [
      {
        max_connections: maxOfAll,
        max_pending_requests: maxOfAll,
        max_requests: unlimited,
        max_retries: unlimited,
      },
    ],
    per_host_thresholds: [{ max_connections: maxConnections }],
  };
}

/**
 * When a target is ejected: after `failures` failures in a row, or at the end of a window in which the share of
 * failures was too large. The volume is the smallest number of calls that contains enough failures.
 */
export function outlierDetection({ failures, ratio, windowMs, openMs }: CircuitBreaker) {
  return {
    consecutive_5xx: failures,
    enforcing_consecutive_5xx: 100,
    enforcing_consecutive_gateway_failure: 0,
    enforcing_success_rate: 0,
    failure_percentage_threshold: Math.ceil(ratio * 100),
    failure_percentage_minimum_hosts: 1,
    failure_percentage_request_volume: Math.ceil(failures / ratio),
    enforcing_failure_percentage: 100,
    interval: duration(windowMs),
    base_ejection_time: duration(openMs),
    max_ejection_time: duration(openMs),
    max_ejection_percent: 100,
    successful_active_health_check_uneject_host: false,
  };
}

/** Only these statuses of an upstream count as failures (RFC 9110 section 15.6). */
export const failureStatuses = {
  error_matcher: {
    http_response_headers_match: {
      headers: [{ name: ':status', string_match: { safe_regex: { regex: '50[234]' } } }],
    },
  },
};
