import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { errors, type Dispatcher } from 'undici';

/** The connection or stream of a request. */
export interface Carrier {
  /** Ends the request, and releases its part of the connection. */
  abort(reason: Error): void;
  /** Called when the client can take more of the response. */
  resume(): void;
}

/** A request to an upstream. */
export interface UpstreamRequest extends Dispatcher.DispatchOptions {
  /** Whether only a new connection may be used, since a reused one has failed. */
  readonly isOnNewConnection?: boolean;
  /** Returns the trailers. Called at the end of the body, and only over HTTP/2. */
  trailers?: () => Record<string, string | string[]>;
}

/**
 * A request that waits for a connection or for the end of its response. Its handler gets one final event, and none
 * after it.
 */
export class PendingRequest implements Dispatcher.DispatchController {
  readonly options: UpstreamRequest;
  readonly handler: Dispatcher.DispatchHandler;
  /** The connection or stream that it is sent on; undefined before that. */
  carrier: Carrier | undefined = undefined;
  isFinished = false;
  aborted = false;
  paused = false;
  reason: Error | null = null;

  constructor(options: UpstreamRequest, handler: Dispatcher.DispatchHandler) {
    this.options = options;
    this.handler = handler;
    const { body } = options;
    if (body instanceof Readable)
      body.on('error', (error) => this.abort(error)).on('close', () => this.#loseBody(body));
  }

  /** Aborts the request if its body was closed before the end. */
  #loseBody(body: Readable): void {
    if (!body.readableEnded) this.abort(new errors.RequestAbortedError());
  }

  /** Reports that the response was read to its end. */
  complete(trailers: IncomingHttpHeaders): void {
    if (this.isFinished) return;
    this.isFinished = true;
    try {
      this.handler.onResponseEnd?.(this, trailers);
    } catch (error) {
      this.#reportError(error as Error);
    }
  }

  /** Passes the connection on, which is for another protocol from here on. */
  upgrade(fields: IncomingHttpHeaders, socket: Socket): void {
    this.isFinished = true;
    try {
      this.handler.onRequestUpgrade?.(this, 101, fields, socket);
    } catch (error) {
      socket.destroy();
      this.#reportError(error as Error);
    }
  }

  /** Reports that the response will not arrive, or will not be completed. */
  fail(error: Error): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.aborted = true;
    const { body } = this.options;
    if (body instanceof Readable) body.destroy();
    this.#reportError(error);
  }

  /** If the handler throws, the error is uncaught: the caller must not fail, since it has other requests to serve. */
  #reportError(error: Error): void {
    try {
      this.handler.onResponseError?.(this, error);
    } catch (thrown) {
      queueMicrotask(() => {
        throw thrown;
      });
    }
  }

  abort(reason: Error): void {
    if (this.isFinished) return;
    this.reason = reason;
    const { carrier } = this;
    this.fail(reason);
    carrier?.abort(reason);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    // The connection of a finished request may serve the next one already.
    if (!this.isFinished) this.carrier?.resume();
  }
}
