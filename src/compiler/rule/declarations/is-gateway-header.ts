import { hopByHopHeaders } from '../../../compiled/hop-by-hop-headers.ts';

/** What says where a message goes and where it ends, or where a call comes from. */
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

/** Whether the gateway itself writes a header of a call, or drops it, so that nobody else may give it a value. */
export function isGatewayHeader(name: string): boolean {
  const folded = name.toLowerCase().replaceAll('_', '-');
  return writtenByGateway.has(folded) || folded.startsWith('x-forwarded-');
}
