import { hopByHopHeaders } from '#compiled/header-fate.ts';

/** Headers that determine the target or the end of a message, or the origin of a call. */
const writtenByGateway: ReadonlySet<string> = new Set([
  ...hopByHopHeaders,
  'content-length',
  'expect',
  'forwarded',
  'host',
  'traceparent',
  'tracestate',
  'via',
  'x-real-ip',
  'x-request-id',
]);

/** Whether the gateway itself writes a header of a call, or drops it, so that declarations must not set it. */
export function isGatewayHeader(name: string): boolean {
  const folded = name.toLowerCase().replaceAll('_', '-');
  return writtenByGateway.has(folded) || folded.startsWith('x-forwarded-');
}
