import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { systemClock } from '#platform/system-clock.ts';
import type { Call, EndedCall } from '#runtime/gateway/call.ts';
import type { UpstreamState } from '#runtime/gateway/upstream/upstream-pools.ts';
import type { CallSource, WriteAccess } from '#runtime/ports/access-log.ts';
import type { DriftByApi, ReportDrift } from '#runtime/ports/drift.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { CallCounter } from '#runtime/telemetry/call-counter.ts';
import type { CallMetrics } from '#runtime/telemetry/call-metrics.ts';
import { CallTracer } from '#runtime/telemetry/call-tracer.ts';
import { TracedCall } from '#runtime/telemetry/trace-context.ts';
import { recordCall } from '#runtime/telemetry/record-call.ts';
import { UsageCounter } from '#runtime/telemetry/usage-counter.ts';
import type { GatewayOptions } from '../served/gateway-options.ts';
import { DriftLog } from './drift-log.ts';
import { endpointOf, openSpanExporter } from './open-span-exporter.ts';
import { reportUsage, type AddUsage } from './report-usage.ts';
import type { Serving } from '../served/serving.ts';
import { UpstreamFailureLog } from './upstream-failure-log.ts';

/** Writes `count` lines to the access log, wherever that is. */
export type WriteLines = (lines: string, count: number) => void;

export interface CallObserverOptions {
  readonly options: Pick<GatewayOptions, 'deployment' | 'report'>;
  readonly serving: Pick<Serving, 'generation'>;
  /** Undefined if no access log is kept. */
  readonly writeLines: WriteLines | undefined;
  readonly addUsage: AddUsage;
}

/** The records of a serving thread about its calls. */
export interface CallObserver {
  readonly callBegan: (call: Call) => void;
  readonly callEnded: (call: EndedCall) => void;
  /** Instead of it, for calls that the store's console has sent. */
  readonly consoleCallEnded: (call: EndedCall) => void;
  /** For requests that are rejected before they are calls; they are only counted. */
  readonly refused: (code: ErrorCode) => void;
  readonly countDrift: ReportDrift;
  /** The drift of some APIs that this thread has observed. */
  readonly readDrift: (apis: readonly string[]) => DriftByApi;
  readonly read: (upstreams: readonly UpstreamState[]) => CallMetrics;
}

/** Counts calls and, by the settings, logs and traces them, until `opened` is disposed of. */
export async function openCallObserver(
  settings: GatewaySettings,
  options: CallObserverOptions,
  opened: AsyncDisposableStack,
): Promise<CallObserver> {
  const counter = openCounter(options.serving);
  const driftLog = new DriftLog(systemClock);
  const upstreamFailures = new UpstreamFailureLog(options.options.report, opened);
  const usage = openUsageCounter(options, opened);
  const log = options.writeLines && (await openAccessLines(options.writeLines));
  const tracer = await openTracer(settings, options.options, opened);
  const ended = (call: EndedCall, source?: CallSource) => {
    const now = performance.now();
    counter.ended(call, now, source);
    usage.ended(call, source);
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
