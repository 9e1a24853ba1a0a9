import type { Call, EndedCall } from '#runtime/gateway/call.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ExportSpan, SpanRecord } from './span-record.ts';
import { parseTraceparent, TracedCall } from './trace-context.ts';
import type { UpstreamTarget } from '#runtime/gateway/generation/served-endpoint.ts';
import { clientAddress } from '#runtime/gateway/client-address.ts';
import { statusOf, upstreamError } from './call-outcome.ts';
import type { RequestTarget } from '#runtime/gateway/route/request-target.ts';
import { apiKey } from '#compiled/api-key.ts';

/** Methods that have their own names in OpenTelemetry's conventions. */
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

/** The maximum number of characters of a path or a query; enough to find a span. */
const longest = 1024;

const redacted = 'REDACTED';

/** The path and the query in a span, without any value of the query, since it may be a secret. */
interface TracedUrl {
  readonly path: string;
  /** The query without its question mark; undefined if there is none. */
  readonly query: string | undefined;
}

export interface CallTracerOptions {
  /** The fraction of calls that are traced if no trusted proxy has decided, from 0 to 1. */
  readonly ratio: number;
  readonly clock: Clock;
  /** At least 0 and below 1. */
  readonly random: () => number;
  readonly exportSpan: ExportSpan;
}

/** Traces calls: exports a span for each sampled call, and a span for its upstream request. */
export class CallTracer {
  readonly #options: CallTracerOptions;

  constructor(options: CallTracerOptions) {
    this.#options = options;
  }

  /**
   * Continues the trace that the caller names. Only a trusted proxy decides whether the call is sampled; otherwise,
   * anyone could have every call exported.
   */
  began(call: Call): void {
    const sent = call.request.headers['traceparent'];
    const parent = typeof sent === 'string' ? parseTraceparent(sent) : undefined;
    const isDecided = parent !== undefined && call.generation.trustsPeer(call.peer);
    const isSampled = isDecided ? parent.isSampled : this.#options.random() < this.#options.ratio;
    call.trace = new TracedCall(parent, isSampled);
  }

  /** `now` is the time in milliseconds by the clock of `startedAt`. */
  ended(call: EndedCall, now: number): void {
    const { trace } = call;
    if (!(trace instanceof TracedCall) || !trace.isSampled) return;
    const { clock, exportSpan } = this.#options;
    // Durations come from the monotonic clock; exported spans need wall-clock times.
    const offset = clock() - now;
    exportSpan(describeCall(call, trace, offset, now));
    if (call.upstream) exportSpan(describeForwarding(call, call.upstream, trace, offset, now));
  }
}

/**
 * The span of a call, by the semantic conventions for HTTP servers, without any value of a query, a header or a body.
 */
function describeCall(call: EndedCall, trace: TracedCall, offset: number, now: number): SpanRecord {
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
      'gatewright.request_id': call.requestId,
      'gatewright.code': rejected,
    },
  };
}

/** The span of an upstream request; of the last one if there were several. */
function describeForwarding(
  call: EndedCall,
  upstream: UpstreamTarget,
  trace: TracedCall,
  offset: number,
  now: number,
): SpanRecord {
  const { hostname, port, protocol } = new URL(upstream.origin);
  const status = call.rejected === undefined && call.responseStartedAt > 0 ? statusOf(call) : undefined;
  const error = upstreamError(call);
  const isError = error !== undefined || (status !== undefined && status >= 400);
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
      'error.type': isError ? (error ?? String(status)) : undefined,
    },
  };
}

function methodOf(method: string | undefined): string {
  return method !== undefined && knownMethods.has(method) ? method : '_OTHER';
}

/**
 * The attributes `url.path` and `url.query` of OpenTelemetry's conventions, which require sensitive values to be
 * redacted.
 */
function traceUrl({ path, query }: RequestTarget): TracedUrl {
  return {
    path: withoutFragment(path).slice(0, longest),
    query: query === '' ? undefined : redactQuery(query),
  };
}

function redactQuery(query: string): string {
  const parts = withoutFragment(query).slice(1).split('&');
  return parts.map(redactValue).join('&').slice(0, longest);
}

/** A text without its fragment. Clients must not send a fragment, and if they do, it may contain a token. */
function withoutFragment(text: string): string {
  const end = text.indexOf('#');
  return end === -1 ? text : text.slice(0, end);
}

/** The attribute `url.full`: the upstream's origin, which contains no credentials, and the requested target. */
function traceFullUrl(origin: string, { path, query }: TracedUrl): string {
  return `${origin}${path}${query === undefined ? '' : `?${query}`}`;
}

/** Redacts the value of a part of a query; all of a part without a name, since it may be a secret. */
function redactValue(part: string): string {
  const equals = part.indexOf('=');
  return equals === -1 ? redacted : `${part.slice(0, equals + 1)}${redacted}`;
}
