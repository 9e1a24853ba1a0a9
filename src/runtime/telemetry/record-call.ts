import type { EndedCall } from '#runtime/gateway/call.ts';
import { describeFailure } from '#runtime/gateway/upstream/reject-upstream-failure.ts';
import type { AccessRecord, CallSource } from '#runtime/ports/access-log.ts';
import { clientAddress } from '#runtime/gateway/client-address.ts';
import { statusOf } from './call-outcome.ts';

/** The maximum number of characters of a path; a client may invent a longer one. */
const maxPathLength = 1024;

/**
 * The access log record of a call that ends `now`, with the id of its trace, and with its source if no client has sent
 * it.
 */
export function recordCall(
  call: EndedCall,
  now: number,
  traceId: string | undefined,
  source?: CallSource,
): AccessRecord {
  const { request, api, upstream, failure, attempts, responseStartedAt, responseBytes, client } = call;
  return {
    requestId: call.requestId,
    traceId,
    client: clientAddress(call),
    protocol: request.httpVersion,
    method: request.method ?? '',
    path: pathOf(call),
    status: statusOf(call),
    code: call.rejected,
    durationMs: roundMs(now - call.startedAt),
    upstreamMs: responseStartedAt > 0 ? roundMs(responseStartedAt - call.forwardedAt) : undefined,
    upstream: upstream?.origin,
    attempts: attempts > 1 ? attempts : undefined,
    failure: failure && describeFailure(failure),
    api: api?.manifest.name,
    version: api?.manifest.version,
    operation: call.operation?.path,
    application: client?.application.name,
    keySet: client?.keySet,
    source,
    bytes: responseBytes > 0 ? responseBytes : undefined,
    digest: call.generation.digest,
  };
}

/** The path of a call, truncated, without its query and its fragment, which is only for the client. */
function pathOf({ target: { path } }: EndedCall): string {
  const hash = path.indexOf('#');
  const whole = hash === -1 ? path : path.slice(0, hash);
  return whole.length > maxPathLength ? `${whole.slice(0, maxPathLength)}…` : whole;
}

function roundMs(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
