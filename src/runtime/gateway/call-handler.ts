import type { ReportError } from '#runtime/ports/errors.ts';
import type { HttpRequest, HttpResponse } from '#runtime/ports/http-exchange.ts';
import { answerEarly, answerRejection } from '#runtime/rejection/answer-early.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { rejectError } from '#runtime/rejection/reject-error.ts';
import { Call, type EndedCall, type Outcome, type Upgrade } from './call.ts';
import { forward } from './forward/forward.ts';
import type { Generation } from './generation/generation.ts';
import type { CallsInFlight } from './in-flight/calls-in-flight.ts';
import { reviewCall } from './in-flight/review-call.ts';
import { applyPolicies } from './policies.ts';
import { rejectCall } from './reject-call.ts';

export interface CallHandlerOptions {
  /** The generation that serves now; undefined before the first one. */
  readonly currentGeneration: () => Generation | undefined;
  /** Tracks every call from its beginning to its end. */
  readonly inFlight: CallsInFlight;
  readonly reportError: ReportError;
  /** Called with each call that has passed the policies. Default: forwards it to its upstream. */
  readonly passed?: (call: Call) => void;
  /** False if a call outlasts its response, so that it is not counted as in progress. Default: true. */
  readonly knowsEnds?: boolean;
  /** Called for every call before the first policy. */
  readonly callBegan?: (call: Call) => void;
  /** Called when the last byte of a call is sent, or its client has disconnected. */
  readonly callEnded?: (call: EndedCall) => void;
  /** Called for every request that is refused before a call is created for it. */
  readonly refused?: (code: ErrorCode) => void;
}

/** Answers a request that is for an API. */
export type HandleCall = (request: HttpRequest, response: HttpResponse, upgrade?: Upgrade) => void;

/** Creates the function that applies the policies to a call and forwards it to its upstream. */
export function createCallHandler(options: CallHandlerOptions): HandleCall {
  return (request, response, upgrade) => {
    const generation = options.currentGeneration();
    if (!generation) return refuseWhileStarting(request, response, options);
    const call = new Call(request, response, generation, upgrade);
    call.hasKnownEnd = options.knowsEnds ?? true;
    begin(call, upgrade?.socket ?? response, options);
    try {
      const outcome = applyPolicies(call);
      if (!(outcome instanceof Promise)) return proceed(call, outcome, options);
      outcome
        .then((rejection) => proceed(call, rejection ?? refuseLate(call, options), options))
        .catch((error) => fail(call, error, options));
    } catch (error) {
      fail(call, error, options);
    }
  };
}

function refuseWhileStarting(
  request: HttpRequest,
  response: HttpResponse,
  { refused }: CallHandlerOptions,
): void {
  refused?.('gateway_starting');
  answerRejection(request, response, { code: 'gateway_starting' }, undefined);
}

/** Registers the call, and releases its resources when its connection or its stream closes. */
function begin(
  call: Call,
  until: { on(event: 'close', ended: () => void): unknown },
  { inFlight, callBegan, callEnded }: CallHandlerOptions,
): void {
  call.generation.usage.begin();
  inFlight.begin(call);
  callBegan?.(call);
  // `close` happens once, and `once` costs more than `on`.
  until.on('close', () => {
    inFlight.end(call);
    call.generation.usage.end();
    // No client waits for the upstream's response any more.
    call.forwarded?.abort();
    callEnded?.(call);
  });
}

/**
 * Reviews the call if another generation has started to serve while a policy waited. The token may not have been
 * verified yet when that generation reviewed the calls in flight.
 */
function refuseLate(call: Call, { currentGeneration }: CallHandlerOptions): Outcome {
  const current = currentGeneration();
  return current && current !== call.generation ? reviewCall(call, current) : undefined;
}

function proceed(call: Call, outcome: Outcome, options: CallHandlerOptions): void {
  // The client disconnected while a policy waited, or its aborted body was already answered.
  if (call.response.destroyed || call.response.headersSent) return;
  if (!outcome) return options.passed ? options.passed(call) : forward(call, options.reportError);
  if ('code' in outcome) return rejectCall(call, outcome);
  const headers = [...Object.entries(outcome.headers).flat(), ...call.ownHeaders];
  answerEarly(call.request, call.response, { status: outcome.status, headers, body: '' });
}

/** Answers a call whose handling threw. Other calls are not affected. */
function fail(call: Call, error: unknown, { reportError }: CallHandlerOptions): void {
  const rejection = rejectError(error, reportError);
  if (call.response.headersSent) call.response.destroy();
  else rejectCall(call, rejection);
}
