import type { Call, EndedCall } from '#runtime/gateway/call.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import { describeCall, describeForwarding } from './describe-spans.ts';
import type { ExportSpan } from './span-record.ts';
import { parseTraceparent, TracedCall } from './trace-context.ts';

export interface CallTracerOptions {
  /** How many of the calls are traced that no trusted proxy has decided on, from 0 to 1. */
  readonly ratio: number;
  readonly clock: Clock;
  /** At least 0 and below 1. */
  readonly random: () => number;
  readonly exportSpan: ExportSpan;
}

/** Follows calls through the gateway: for each sampled one it exports a span, and one for its upstream request. */
export class CallTracer {
  readonly #options: CallTracerOptions;

  constructor(options: CallTracerOptions) {
    this.#options = options;
  }

  /**
   * Continues the trace that the caller names. Only a trusted proxy decides whether it is sampled, since anyone else
   * could have every call exported.
   */
  began(call: Call): void {
    const sent = call.request.headers['traceparent'];
    const parent = typeof sent === 'string' ? parseTraceparent(sent) : undefined;
    const isDecided = parent !== undefined && call.generation.trustsPeer(call.peer);
    const isSampled = isDecided ? parent.isSampled : this.#options.random() < this.#options.ratio;
    call.trace = new TracedCall(parent, isSampled);
  }

  /** `now` is the time in milliseconds by the clock that the call began by. */
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
