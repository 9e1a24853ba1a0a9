import type { Policy } from '../call.ts';

/** The object whose lifetime is that of a call. */
interface Ending {
  readonly destroyed: boolean;
  on(event: 'close', ended: () => void): unknown;
}

/** Clients cannot know when one of their other calls ends, so they are asked to wait for the least time. */
const headers = { 'retry-after': '1' };

/**
 * Refuses a call of a subscription that has as many in progress as its tier allows. Its place is free again once the
 * call has ended in any way: its connection, or its stream, closes.
 */
export const limitConcurrentCalls: Policy = (call) => {
  const { concurrency } = call.generation;
  if (!concurrency || !call.hasKnownEnd) return undefined;
  const until: Ending = call.upgrade?.socket ?? call.response;
  // Its client has left while its token was verified, and nothing would report that again.
  if (until.destroyed) return undefined;
  const taken = concurrency.take(call);
  if (taken === undefined) return undefined;
  if (taken === 'refused') return { code: 'concurrency_limited', headers };
  until.on('close', taken);
  return undefined;
};
