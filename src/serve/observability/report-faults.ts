import type { Clock } from '../../runtime/ports/clock.ts';
import type { ReportError } from '../../runtime/ports/errors.ts';
import { StoreError } from '../../runtime/ports/token-store.ts';
import type { GatewayEvent } from '../gateway-event.ts';

/** In milliseconds. */
const quietTime = 10_000;

/** Reports each fault; of a store that cannot be used, which every request meets, once in a while for each reason. */
export function faultReporter(report: (event: GatewayEvent) => void, clock: Clock): ReportError {
  const reportedAt = new Map<string, number>();
  const isNews = ({ message }: StoreError): boolean => {
    const elapsed = clock() - (reportedAt.get(message) ?? -Infinity);
    // A clock may have been set back.
    if (elapsed >= 0 && elapsed < quietTime) return false;
    reportedAt.set(message, clock());
    return true;
  };
  return (error) => {
    if (error instanceof StoreError && !isNews(error)) return;
    report({ type: 'fault', ...describe(error) });
  };
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) };
}
