import { mergeTallies } from '../runtime/telemetry/merge-tallies.ts';
import { renderTallies } from '../runtime/telemetry/render-tallies.ts';
import type { OperatorMetrics } from './operator-metrics.ts';
import type { Servers } from './servers.ts';

/** All figures, in the text format of Prometheus. */
export interface MetricsPage {
  readonly contentType: string;
  /** Rejects where a worker does not answer: figures that lack a part of the calls would mislead. */
  readonly render: () => Promise<string>;
}

export function describeMetrics({ registry }: OperatorMetrics, servers: Servers): MetricsPage {
  return {
    contentType: registry.contentType,
    render: async () => {
      const calls = await renderTallies(mergeTallies(await servers.tallies()));
      return calls + (await registry.metrics());
    },
  };
}
