import { systemClock } from '#platform/system-clock.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import { openAudit } from '../observability/open-logs.ts';
import { OperatorMetrics } from '../observability/operator-metrics.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { Serving } from '../served/serving.ts';
import { openStateFolder } from '../services/lock-state-folder.ts';

/** The state, the metrics and the audit log, which all later steps of the start use. */
export interface OpenState {
  /** The given options; their events are also counted in the metrics. */
  readonly options: GatewayOptions;
  readonly serving: Serving;
  readonly metrics: OperatorMetrics;
  readonly audit: WriteAudit;
}

/** Opens the state folder and its audit log; `opened` closes the log. Rejects with a StartupError. */
export async function openState(given: GatewayOptions, opened: AsyncDisposableStack): Promise<OpenState> {
  const serving = opened.adopt(new Serving(), ({ generation }) => generation?.gateway.usage.retire());
  const metrics = new OperatorMetrics({ serving, clock: systemClock });
  const options = { ...given, report: metrics.noting(given.report) };
  await openStateFolder(options.stateFolder);
  // Opened first, so that it is closed after everything that writes to it.
  const audit = metrics.counting(openAudit(options, opened));
  return { options, serving, metrics, audit };
}
