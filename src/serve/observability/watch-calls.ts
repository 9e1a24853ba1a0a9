import type { CallsInFlight } from '#runtime/gateway/in-flight/calls-in-flight.ts';
import type { Services } from '../served/served-generation.ts';

/** How often to check for calls whose token has expired or that last too long, in milliseconds. */
const lookEveryMs = 1000;

/** Ends calls in flight when their grant is revoked or they last too long, until `opened` is disposed of. */
export function watchCalls(
  calls: CallsInFlight,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  opened: AsyncDisposableStack,
): void {
  opened.defer(store.onRevoked(calls.reviewRevocations));
  const timer = setInterval(() => calls.endOverdue(clock()), lookEveryMs).unref();
  opened.defer(() => clearInterval(timer));
}
