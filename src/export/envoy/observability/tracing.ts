import type { TracingSettings } from '#compiled/settings/gateway-settings.ts';
import { duration } from '../clusters/duration.ts';
import { serviceCluster } from '../clusters/service-cluster.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import type { Refusal } from '../refusal.ts';

const tracingCluster = 'gatewright/tracing';

interface ExportedTracing {
  /** The `tracing` of a connection manager; absent if calls are not traced. */
  readonly tracing?: object;
  /** The cluster that receives the spans. */
  readonly clusters: readonly EnvoyResource[];
  readonly refusals: readonly Refusal[];
}

/**
 * Exports the tracing of calls, whose spans are sent by OTLP over HTTP. `authorities` is a PEM file of the authorities
 * to trust.
 */
export function exportTracing(settings: TracingSettings | undefined, authorities: string): ExportedTracing {
  if (!settings) return { clusters: [], refusals: [] };
  const { endpoint, ratio } = settings;
  if (endpoint === undefined) return { clusters: [], refusals: [missingEndpoint] };
  return {
    tracing: {
      provider: { name: 'envoy.tracers.opentelemetry', typed_config: openTelemetry(endpoint) },
      // Clients must not decide, since anyone could then have every call traced.
      client_sampling: { value: 0 },
      random_sampling: { value: ratio * 100 },
      spawn_upstream_span: true,
    },
    clusters: [serviceCluster(tracingCluster, endpoint, authorities)],
    refusals: [],
  };
}

/** The default timeout of OpenTelemetry exporters, in milliseconds. */
const timeoutMs = 10_000;

function openTelemetry(endpoint: string) {
  return {
    '@type': 'type.googleapis.com/envoy.config.trace.v3.OpenTelemetryConfig',
    service_name: 'gatewright',
    http_service: {
      http_uri: {
        uri: `${endpoint.replace(/\/$/, '')}/v1/traces`,
        cluster: tracingCluster,
        timeout: duration(timeoutMs),
      },
    },
  };
}

const missingEndpoint: Refusal = {
  deviation: 'tracing_endpoint',
  subject: 'Gateway tracing',
  message: 'Envoy does not read the receiver of traces from an environment variable.',
  help: 'Declare the address of the receiver as tracing.endpoint.',
};
