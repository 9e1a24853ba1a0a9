import type { HealthCheckSettings } from '#compiled/compiled-api.ts';
import { headerOption, ownFormat } from '../text/format-text.ts';
import { duration } from './duration.ts';

/** Active health checks; each goes to a target by that target's own name. */
export function checkHealth(settings: HealthCheckSettings) {
  const { path, intervalMs, timeoutMs, healthyAfter, unhealthyAfter } = settings;
  return [
    {
      timeout: duration(timeoutMs),
      interval: duration(intervalMs),
      // As much as the built-in data plane varies it, so that upstreams are not all checked together.
      interval_jitter_percent: 10,
      no_traffic_interval: duration(intervalMs),
      healthy_threshold: healthyAfter,
      unhealthy_threshold: unhealthyAfter,
      http_health_check: {
        path,
        expected_statuses: [{ start: 200, end: 400 }],
        request_headers_to_add: [headerOption('user-agent', ownFormat('gatewright'))],
      },
    },
  ];
}
