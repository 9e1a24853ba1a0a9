import { PassThrough, type Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { UpstreamTarget } from './served-endpoint.ts';

/** Where a request goes, and until when anybody wants its answer. */
export interface Forwarding {
  readonly target: UpstreamTarget;
  /** Path and query, byte for byte. */
  readonly path: string;
  readonly dropsBody: boolean;
  readonly signal: AbortSignal;
}

/**
 * Under this key a request's headers carry its Forwarding: reply-from copies them with their symbols, and passes
 * nothing else through that is of a single request and not rewritten by way of a URL.
 */
export const forwarding = Symbol('forwarding');

/** What reply-from asks of undici. */
interface ForwardedRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>> & { readonly [forwarding]: Forwarding };
  readonly body: string | Readable;
}

type Answered = (error: Error | null, answer: Dispatcher.ResponseData) => void;

/** Sends each request through the pool of its own target. */
export const upstreamDispatcher = {
  request: ({ method, headers, body }: ForwardedRequest, answered: Answered): void => {
    const { target, path, dropsBody, signal } = headers[forwarding];
    target.pool.request({ method, path, headers, body: withoutOwnership(body), signal }, (error, answer) => {
      // What dumping may meet has no bearing on an answer that is complete without its body.
      if (dropsBody && !error) answer.body.dump().catch(() => undefined);
      answered(error, answer);
    });
  },
};

/**
 * undici destroys the stream of a request that fails, which would take the client's connection with it. What the
 * upstream leaves unread is read to its end, so that the connection stays good for the answer.
 */
function withoutOwnership(body: string | Readable): string | Readable {
  if (typeof body === 'string') return body;
  const copy = body.pipe(new PassThrough());
  return copy.once('close', () => body.resume());
}
