import { Readable } from 'node:stream';
import { type CallMetrics, mergeCallMetrics } from '#runtime/telemetry/call-metrics.ts';
import type { ApplicationCalls } from '#runtime/telemetry/application-calls.ts';
import { renderApiMetrics } from '#runtime/telemetry/render-api-metrics.ts';
import type { OperatorMetrics } from '../observability/operator-metrics.ts';
import type { Servers } from '../served/servers.ts';

/** All metrics, in the text format of Prometheus. */
export interface MetricsPage {
  readonly contentType: string;
  /** Rejects if a worker does not answer, because metrics that lack some calls would mislead. */
  readonly render: () => Promise<Readable>;
}

async function* renderAll(
  calls: CallMetrics,
  operatorMetrics: OperatorMetrics,
  applicationCalls: ApplicationCalls,
): AsyncGenerator<string> {
  yield* renderApiMetrics(calls.apis);
  yield applicationCalls.render();
  operatorMetrics.setCalls(calls);
  yield operatorMetrics.registry.metrics();
}

export function describeMetrics(
  operatorMetrics: OperatorMetrics,
  servers: Servers,
  applicationCalls: ApplicationCalls,
): MetricsPage {
  return {
    contentType: operatorMetrics.registry.contentType,
    render: async () => {
      const calls = mergeCallMetrics(await servers.metrics());
      return Readable.from(renderAll(calls, operatorMetrics, applicationCalls));
    },
  };
}
