import { systemClock } from '#platform/system-clock.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import { openAudit } from '../observability/open-logs.ts';
import { OperatorMetrics } from '../observability/operator-metrics.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { Serving } from '../served/serving.ts';
import { openStateFolder } from '../services/lock-state-folder.ts';

/** The state, the metrics and the audit log, which all further steps of a start write to. */
export interface OpenState {
  /** Those that were given, with events that the metrics count too. */
  readonly options: GatewayOptions;
  readonly serving: Serving;
  readonly metrics: OperatorMetrics;
  readonly audit: WriteAudit;
}

/** Opens the state folder, and the audit log in it until `opened` is disposed of. Rejects with a StartupError. */
export async function openState(given: GatewayOptions, opened: AsyncDisposableStack): Promise<OpenState> {
  const serving = opened.adopt(new Serving(), ({ generation }) => generation?.gateway.usage.retire());
  const metrics = new OperatorMetrics({ serving, clock: systemClock });
  const options = { ...given, report: metrics.noting(given.report) };
  await openStateFolder(options.stateFolder);
  // Closed after everything that writes into it, since resources are closed in reverse order.
  const audit = metrics.counting(openAudit(options, opened));
  return { options, serving, metrics, audit };
}
