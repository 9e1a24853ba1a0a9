import type { GatewaySettings, TracingSettings } from '#compiled/settings/gateway-settings.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Call, EndedCall } from '#runtime/gateway/call.ts';
import type { UpstreamState } from '#runtime/gateway/upstream/upstream-pools.ts';
import type { CallSource, RecentCall, WriteAccess } from '#runtime/ports/access-log.ts';
import type { DriftByApi, ReportDrift } from '#runtime/ports/drift.ts';
import { type ErrorCode, errorCodes } from '#compiled/answers/error-codes.ts';
import { CallCounter } from '#runtime/telemetry/call-counter.ts';
import type { CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import { CallTracer } from '#runtime/telemetry/call-tracer.ts';
import { TracedCall } from '#runtime/telemetry/trace-context.ts';
import { recordCall } from '#runtime/telemetry/record-call.ts';
import { RecentCalls } from '#runtime/telemetry/recent-calls.ts';
import { UsageCounter } from '#runtime/telemetry/usage-counter.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { DriftLog } from './drift-log.ts';
import { reportUsage, type AddUsage } from './report-usage.ts';
import type { Serving } from '../served/serving.ts';
import { apiKey } from '#compiled/api-key.ts';
import { describeFailure } from '#runtime/gateway/upstream/reject-upstream-failure.ts';
import { type CallOutcome, statusOf, upstreamError } from '#runtime/telemetry/call-outcome.ts';
import type { GatewayEvent, UpstreamFailure } from '../served/gateway-event.ts';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { ExportSpan } from '#runtime/telemetry/span-record.ts';
import { messageOf, StartupError } from '../served/startup-error.ts';

interface SpanExporterOptions {
  readonly deployment: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called with a message when spans cannot be sent; not called again until sending has succeeded. */
  readonly warn: (message: string) => void;
}

/** How long shutdown waits for the last spans, in milliseconds. */
const maxCloseMs = 3000;

const variable = 'OTEL_EXPORTER_OTLP_ENDPOINT';

/** How often repeated failures are reported, in milliseconds. */
const reportEveryMs = 60_000;

/** How many causes are reported separately per interval, since an upstream may word each failure differently. */
const maxCauses = 50;

interface LoggedCall extends CallOutcome, Pick<EndedCall, 'api' | 'upstream' | 'requestId'> {}

/**
 * Reports calls that fail at their upstream: a new cause immediately, then every minute how often it occurred since the
 * last report. A cause that did not occur for a minute counts as new.
 */
export class UpstreamFailureLog {
  readonly #report: (event: GatewayEvent) => void;
  readonly #repeated = new Map<string, UpstreamFailure>();
  #others = 0;

  constructor(report: (event: GatewayEvent) => void, opened: AsyncDisposableStack) {
    this.#report = report;
    const timer = setInterval(() => this.reportRepeated(), reportEveryMs).unref();
    opened.defer(() => {
      clearInterval(timer);
      this.reportRepeated();
    });
  }

  ended(call: LoggedCall): void {
    const error = upstreamError(call);
    if (error === undefined && !isFailedByUpstream(call)) return;
    const failure = describe(call, error);
    const { api, upstream, status, code, cause } = failure;
    const key = JSON.stringify([api, upstream, status, code, cause]);
    const known = this.#repeated.get(key);
    if (known) this.#repeated.set(key, { ...failure, count: known.count + 1 });
    else if (this.#repeated.size >= maxCauses) this.#others += 1;
    else {
      this.#repeated.set(key, { ...failure, count: 0 });
      this.#report({ type: 'upstream-failed', ...failure });
    }
  }

  /** Reports the failures since the last report; called every minute. */
  reportRepeated(): void {
    for (const [key, failure] of this.#repeated) {
      if (failure.count === 0) this.#repeated.delete(key);
      else {
        this.#report({ type: 'upstream-failed', ...failure });
        this.#repeated.set(key, { ...failure, count: 0 });
      }
    }
    if (this.#others === 0) return;
    const calls = this.#others === 1 ? '1 call' : `${this.#others} calls`;
    this.#report({ type: 'warning', message: `${calls} failed at upstreams for further causes.` });
    this.#others = 0;
  }
}

/** Writes `count` lines to the access log, which another thread may own. */
export type WriteLines = (lines: string, count: number) => void;

export interface CallObserverOptions {
  readonly options: Pick<GatewayOptions, 'deployment' | 'report'>;
  readonly serving: Pick<Serving, 'generation'>;
  /** Undefined if there is no access log. */
  readonly writeLines: WriteLines | undefined;
  readonly addUsage: AddUsage;
}

/** Observes the calls of a serving thread. */
export interface CallObserver {
  readonly callBegan: (call: Call) => void;
  readonly callEnded: (call: EndedCall) => void;
  /** Called instead of `callEnded` for calls that the store's console sent. */
  readonly consoleCallEnded: (call: EndedCall) => void;
  /** Called for requests that are rejected before they become calls; they are only counted. */
  readonly refused: (code: ErrorCode) => void;
  readonly countDrift: ReportDrift;
  /** Returns the drift of the given APIs that this thread has observed. */
  readonly readDrift: (apis: readonly string[]) => DriftByApi;
  /** Returns the last calls with some consumer keys that this thread has completed; empty without a store. */
  readonly readRecentCalls: (consumerKeys: readonly string[]) => readonly RecentCall[];
  readonly read: (upstreams: readonly UpstreamState[]) => CallMetrics;
}

/** Counts calls and, depending on the settings, logs and traces them, until `opened` is disposed. */
export async function openCallObserver(
  settings: GatewaySettings,
  options: CallObserverOptions,
  opened: AsyncDisposableStack,
): Promise<CallObserver> {
  const counter = openCounter(options.serving);
  const driftLog = new DriftLog(systemClock);
  const upstreamFailures = new UpstreamFailureLog(options.options.report, opened);
  const usage = openUsageCounter(options, opened);
  // Only pages of the store show them.
  const recent = settings.store && new RecentCalls(systemClock);
  const log = options.writeLines && (await openAccessLines(options.writeLines));
  const tracer = await openTracer(settings, options.options, opened);
  const ended = (call: EndedCall, source?: CallSource) => {
    const now = performance.now();
    counter.ended(call, now, source);
    usage.ended(call, source);
    recent?.ended(call, now, source);
    upstreamFailures.ended(call);
    tracer?.ended(call, now);
    log?.(recordCall(call, now, call.trace instanceof TracedCall ? call.trace.traceId : undefined, source));
  };
  return {
    callBegan: (call) => {
      counter.began(call);
      tracer?.began(call);
    },
    callEnded: (call) => ended(call),
    consoleCallEnded: (call) => ended(call, 'console'),
    refused: (code) => counter.refused(code),
    countDrift: (drift) => {
      counter.drifted(drift);
      driftLog.note(drift);
    },
    readDrift: (apis) => driftLog.read(apis),
    readRecentCalls: (consumerKeys) => recent?.read(consumerKeys) ?? [],
    read: (upstreams) => counter.read(upstreams),
  };
}

function openCounter(serving: CallObserverOptions['serving']): CallCounter {
  const served = () => serving.generation?.gateway.served.byName;
  return new CallCounter({
    isServed: (name) => served()?.has(name) ?? false,
    servedCount: () => served()?.size ?? 0,
  });
}

function openUsageCounter({ addUsage }: CallObserverOptions, opened: AsyncDisposableStack): UsageCounter {
  const counter = new UsageCounter();
  reportUsage(counter, { add: addUsage, clock: systemClock }, opened);
  return counter;
}

async function openAccessLines(write: WriteLines): Promise<WriteAccess> {
  const { renderAccess } = await import('#platform/logs/access-log.ts');
  return renderAccess(systemClock, (line) => write(line, 1));
}

async function openTracer(
  { tracing }: GatewaySettings,
  { deployment, report }: CallObserverOptions['options'],
  opened: AsyncDisposableStack,
): Promise<CallTracer | undefined> {
  const environment = process.env;
  const endpoint = endpointOf(tracing, environment);
  if (endpoint === undefined) return undefined;
  const warn = (message: string) => report({ type: 'warning', message });
  const exportSpan = await openSpanExporter(endpoint, { deployment, environment, warn }, opened);
  return new CallTracer({
    ratio: tracing?.ratio ?? 0.1,
    clock: systemClock,
    random: Math.random,
    exportSpan,
  });
}

/** Whether the upstream itself responded with 502, 503 or 504, like a gateway that fails. */
function isFailedByUpstream(call: LoggedCall): boolean {
  if (call.rejected !== undefined || call.responseStartedAt === 0) return false;
  const status = statusOf(call);
  return status >= 502 && status <= 504;
}

function describe(call: LoggedCall, error: string | undefined): UpstreamFailure {
  const { api, upstream, failure, requestId } = call;
  return {
    api: api ? apiKey(api.manifest) : '',
    ...(upstream && { upstream: upstream.origin }),
    status: statusOf(call),
    ...(error !== undefined && { code: error }),
    cause: failure ? describeFailure(failure) : explain(error),
    count: 1,
    requestId,
  };
}

function explain(error: string | undefined): string {
  if (error === undefined) return 'the upstream has responded with it';
  return errorCodes[error as ErrorCode].developerMessage;
}

/**
 * The base URL that spans are sent to, as declared or from the environment; undefined if there is none. Throws a
 * StartupError if the environment's value is not a URL. The error does not repeat the value, which may contain a
 * secret.
 */
function endpointOf(
  tracing: TracingSettings | undefined,
  environment: SpanExporterOptions['environment'],
): string | undefined {
  const endpoint = tracing?.endpoint ?? (environment[variable] || undefined);
  if (endpoint === undefined || isHttp(endpoint)) return endpoint;
  throw new StartupError(
    `The environment variable ${variable} is not an http or https URL: write it as http://host:port.`,
  );
}

function isHttp(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/**
 * Opens an exporter that sends spans in batches to an OTLP receiver over HTTP, until `opened` is disposed. At most 2048
 * spans are queued, and further spans are lost. OpenTelemetry's packages are imported here, so that they are loaded
 * only if calls are traced.
 */
async function openSpanExporter(
  endpoint: string,
  { deployment, environment, warn }: SpanExporterOptions,
  opened: AsyncDisposableStack,
): Promise<ExportSpan> {
  const [{ BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }, { toReadableSpans }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('./to-readable-spans.ts'),
    ]);
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = reportFailures(new OTLPTraceExporter({ url }), warn);
  const processor = new BatchSpanProcessor({ exporter });
  opened.defer(() => orAfter(processor.shutdown(), maxCloseMs));
  const resource = resourceFromAttributes({
    'service.name': environment['OTEL_SERVICE_NAME'] || 'gatewright',
    'deployment.environment.name': deployment,
  });
  const toReadable = toReadableSpans(resource);
  return (span) => processor.onEnd(toReadable(span));
}

function reportFailures(exporter: SpanExporter, warn: (message: string) => void): SpanExporter {
  let isTroubled = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const code: number = result.code;
        // 0 means success.
        const hasFailed = code !== 0;
        if (hasFailed && !isTroubled)
          warn(
            `Spans of calls cannot be sent (${messageOf(result.error ?? 'unknown reason')}), and are dropped.`,
          );
        isTroubled = hasFailed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

async function orAfter(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  // A failure to send has already been reported.
  await Promise.race([work.catch(() => undefined), promise]);
  clearTimeout(timer);
}
