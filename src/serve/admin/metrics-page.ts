import { Readable } from 'node:stream';
import type { Registry } from 'prom-client';
import { type CallMetrics, mergeCallMetrics } from '../../runtime/telemetry/call-metrics.ts';
import { renderCallMetrics } from '../../runtime/telemetry/render-metrics.ts';
import type { OperatorMetrics } from '../observability/operator-metrics.ts';
import type { Servers } from '../listeners/servers.ts';

/** All figures, in the text format of Prometheus. */
export interface MetricsPage {
  readonly contentType: string;
  /** Rejects where a worker does not answer: figures that lack a part of the calls would mislead. */
  readonly render: () => Promise<Readable>;
}

async function* renderAll(metrics: CallMetrics, registry: Registry): AsyncGenerator<string> {
  yield* renderCallMetrics(metrics);
  yield registry.metrics();
}

export function describeMetrics({ registry }: OperatorMetrics, servers: Servers): MetricsPage {
  return {
    contentType: registry.contentType,
    render: async () => {
      const metrics = mergeCallMetrics(await servers.metrics());
      return Readable.from(renderAll(metrics, registry));
    },
  };
}
