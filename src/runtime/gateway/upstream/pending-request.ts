import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { errors, type Dispatcher } from 'undici';

/** The connection or stream of a request. */
export interface Carrier {
  /** Ends the request, and releases its part of the connection. */
  abort(reason: Error): void;
  /** The client takes more of the response. */
  resume(): void;
}

/** A request to an upstream. */
export interface UpstreamRequest extends Dispatcher.DispatchOptions {
  /** It is not sent on a connection that was kept, since another one like that has failed. */
  readonly isOnNewConnection?: boolean;
  /** The trailers, requested at the end of the body; sent only over HTTP/2. */
  trailers?: () => Record<string, string | string[]>;
}

/**
 * A request that waits for a connection or for the end of its response. Its handler hears of one end, and of nothing
 * after it.
 */
export class PendingRequest implements Dispatcher.DispatchController {
  readonly options: UpstreamRequest;
  readonly handler: Dispatcher.DispatchHandler;
  /** The one that it is sent on; absent before that. */
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

  /** Its sender has closed. */
  #loseBody(body: Readable): void {
    if (!body.readableEnded) this.abort(new errors.RequestAbortedError());
  }

  /** Its response has been read to its end. */
  complete(trailers: IncomingHttpHeaders): void {
    if (this.isFinished) return;
    this.isFinished = true;
    try {
      this.handler.onResponseEnd?.(this, trailers);
    } catch (error) {
      this.#reportError(error as Error);
    }
  }

  /** From here on its connection is for another protocol. */
  upgrade(fields: IncomingHttpHeaders, socket: Socket): void {
    this.isFinished = true;
    try {
      this.handler.onRequestUpgrade?.(this, 101, fields, socket);
    } catch (error) {
      socket.destroy();
      this.#reportError(error as Error);
    }
  }

  /** No response, or no more of it, will come. */
  fail(error: Error): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.aborted = true;
    const { body } = this.options;
    if (body instanceof Readable) body.destroy();
    this.#reportError(error);
  }

  /** An error of the handler goes to the process, since the caller has other requests to serve. */
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
    // A finished request has left its connection to the next one.
    if (!this.isFinished) this.carrier?.resume();
  }
}
