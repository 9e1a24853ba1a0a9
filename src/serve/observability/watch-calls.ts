import type { CallsInFlight } from '#runtime/gateway/in-flight/calls-in-flight.ts';
import type { Services } from '../served/served-generation.ts';

/** How often calls are checked for expired tokens and excessive duration, in milliseconds. */
const lookEveryMs = 1000;

/**
 * Ends calls in flight whose grant is revoked, whose token expires or that last too long, until `opened` is disposed.
 */
export function watchCalls(
  calls: CallsInFlight,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  opened: AsyncDisposableStack,
): void {
  opened.defer(store.onRevoked(calls.reviewRevocations));
  const timer = setInterval(() => calls.endOverdue(clock()), lookEveryMs).unref();
  opened.defer(() => clearInterval(timer));
}
