import type { Dispatcher } from 'undici';
import type { Call } from './call.ts';
import { describeRequest } from './forward.ts';
import type { UpstreamTarget } from './served-endpoint.ts';

/** A call on its way to a target, and until when anybody wants its answer. */
export interface Forwarding {
  readonly call: Call;
  readonly target: UpstreamTarget;
  readonly signal: AbortSignal;
}

/**
 * Under this key a request's headers carry its Forwarding: reply-from copies them with their symbols, and passes
 * nothing else through that is of a single request and not rewritten by way of a URL.
 */
export const forwarding = Symbol('forwarding');

/** What reply-from asks of undici. */
interface ForwardedRequest {
  readonly headers: { readonly [forwarding]: Forwarding };
}

type Answered = (error: Error | null, answer: Dispatcher.ResponseData) => void;

/** Sends each request through the pool of its own target. */
export const upstreamDispatcher = {
  request: ({ headers }: ForwardedRequest, answered: Answered): void => {
    const { call, target, signal } = headers[forwarding];
    // A server may ignore that a client wants to speak another protocol (RFC 9110 section 7.8).
    const { upgrade: _ignored, ...options } = describeRequest(call, target);
    target.pool.request({ ...options, signal }, (error, answer) => {
      // What dumping may meet has no bearing on an answer that is complete without its body.
      if (!error && call.upstreamMethod !== call.request.method) answer.body.dump().catch(() => undefined);
      answered(error, answer);
    });
  },
};
