import type { EndedCall } from '../gateway/call.ts';
import type { UpstreamTarget } from '../gateway/generation/served-endpoint.ts';
import type { TracedCall } from './call-tracer.ts';
import { clientAddress } from './client-address.ts';
import type { SpanRecord } from './span-record.ts';
import { statusOf } from './status-of.ts';
import { traceFullUrl, traceUrl } from './traced-url.ts';
import { upstreamTrouble } from './upstream-trouble.ts';
import { apiKey } from '../../compiled/api-key.ts';

/** Methods that have names of their own by OpenTelemetry's conventions. */
const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
]);

/** In characters; what a proxy has made up may be longer. */
const longestId = 128;

/** The span of a call, by the semantic conventions for HTTP servers: no value of a query, a header or a body is in it. */
export function describeCall(call: EndedCall, trace: TracedCall, offset: number, now: number): SpanRecord {
  const { request, api, operation, rejected, client } = call;
  const url = traceUrl(call.target);
  const method = methodOf(request.method);
  const status = statusOf(call);
  const route = operation && api && `/${api.manifest.context}/${api.manifest.version}${operation.path}`;
  return {
    traceId: trace.traceId,
    spanId: trace.serverSpanId,
    parentSpanId: trace.parentSpanId,
    kind: 'server',
    name: route === undefined ? method : `${method} ${route}`,
    startedAt: offset + call.startedAt,
    endedAt: offset + now,
    isError: status >= 500,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': status,
      'http.route': route,
      'url.path': url.path,
      'url.query': url.query,
      'url.scheme': call.generation.scheme,
      'network.protocol.version': request.httpVersion,
      'client.address': clientAddress(call),
      'error.type': status >= 500 ? (rejected ?? String(status)) : undefined,
      'gatewright.api': api && apiKey(api.manifest),
      'gatewright.application': client?.application.name,
      'gatewright.request_id': call.requestId.slice(0, longestId),
      'gatewright.code': rejected,
    },
  };
}

/** The span of asking an upstream, the last one where several were asked. */
export function describeForwarding(
  call: EndedCall,
  upstream: UpstreamTarget,
  trace: TracedCall,
  offset: number,
  now: number,
): SpanRecord {
  const { hostname, port, protocol } = new URL(upstream.origin);
  const status = call.rejected === undefined && call.answeredAt > 0 ? statusOf(call) : undefined;
  const trouble = upstreamTrouble(call);
  const isError = trouble !== undefined || (status !== undefined && status >= 400);
  return {
    traceId: trace.traceId,
    spanId: trace.clientSpanId,
    parentSpanId: trace.serverSpanId,
    kind: 'client',
    name: methodOf(call.upstreamMethod),
    startedAt: offset + call.forwardedAt,
    endedAt: offset + now,
    isError,
    attributes: {
      'http.request.method': methodOf(call.upstreamMethod),
      'http.response.status_code': status,
      'http.request.resend_count': call.attempts > 1 ? call.attempts - 1 : undefined,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'url.full': traceFullUrl(
        upstream.origin,
        traceUrl({ path: upstream.basePath + call.resourcePath, query: call.target.query }),
      ),
      'url.scheme': protocol.slice(0, -1),
      'error.type': isError ? (trouble ?? String(status)) : undefined,
    },
  };
}

function methodOf(method: string | undefined): string {
  return method !== undefined && knownMethods.has(method) ? method : '_OTHER';
}
