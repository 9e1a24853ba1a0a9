import type { Policy } from '../call.ts';

/** The response or the connection, which closes when the call ends. */
interface Ending {
  readonly destroyed: boolean;
  on(event: 'close', ended: () => void): unknown;
}

/** The shortest possible wait: no one knows when another call of the subscription ends. */
const headers = { 'retry-after': '1' };

/**
 * Refuses a call if its subscription has as many calls in progress as its tier allows. A slot is freed when the
 * connection or the stream of its call closes, however the call ended.
 */
export const limitConcurrentCalls: Policy = (call) => {
  const { concurrency } = call.generation;
  if (!concurrency || !call.hasKnownEnd) return undefined;
  const until: Ending = call.upgrade?.socket ?? call.response;
  // The client disconnected while its token was verified; `close` is not emitted again, so a slot would never be freed.
  if (until.destroyed) return undefined;
  const taken = concurrency.take(call);
  if (taken === undefined) return undefined;
  if (taken === 'refused') return { code: 'concurrency_limited', headers };
  until.on('close', taken);
  return undefined;
};
