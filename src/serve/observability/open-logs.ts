import { resolve, join } from 'node:path';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { openAccessLog } from '#platform/logs/access-log.ts';
import { openAuditLog } from '#platform/logs/audit-log.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { WriteAudit } from '#runtime/ports/audit.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import type { WriteLines } from './observe-calls.ts';
import type { OperatorMetrics } from './operator-metrics.ts';

/** Opens the access log, which `opened` closes. Undefined if there is no access log. */
export function openAccess(
  { accessLog: destination }: GatewaySettings,
  { stateFolder, report }: GatewayOptions,
  metrics: OperatorMetrics,
  opened: AsyncDisposableStack,
): WriteLines | undefined {
  if (!destination) return undefined;
  const log = openAccessLog({
    destination: destination === 'stdout' ? destination : { file: resolve(stateFolder, destination.file) },
    clock: systemClock,
    warn: (message) => report({ type: 'warning', message }),
  });
  opened.adopt(log, () => log.close());
  metrics.watchAccessLog(log.lost);
  return log.write;
}

/** Opens the audit log, which `opened` closes. */
export function openAudit({ stateFolder, report }: GatewayOptions, opened: AsyncDisposableStack): WriteAudit {
  const file = join(stateFolder, 'audit.jsonl');
  const warn = (message: string) => report({ type: 'warning', message });
  return opened.adopt(openAuditLog({ file, clock: systemClock, warn }), (log) => log.close()).write;
}
