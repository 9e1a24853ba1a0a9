import type { Clock } from '#runtime/ports/clock.ts';
import type { ReportError } from '#runtime/ports/errors.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';

const minIntervalMs = 10_000;

/**
 * Reports every error. Errors of the store are limited to one report per message in ten seconds, since a failing store
 * affects every request.
 */
export function errorReporter(report: (event: GatewayEvent) => void, clock: Clock): ReportError {
  const reportedAt = new Map<string, number>();
  const isNew = ({ message }: StoreError): boolean => {
    const elapsed = clock() - (reportedAt.get(message) ?? -Infinity);
    // The clock may have been set back.
    if (elapsed >= 0 && elapsed < minIntervalMs) return false;
    reportedAt.set(message, clock());
    return true;
  };
  return (error) => {
    if (error instanceof StoreError && !isNew(error)) return;
    report({ type: 'error', ...describe(error) });
  };
}

function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) };
}
