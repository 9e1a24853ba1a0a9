import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';

/**
 * Handles a request that may have to wait for a connection. If it waits longer than `maxMs`, `giveUp` is called; the
 * request is then never sent, and the wrapped handler gets no more events.
 */
export class WaitingHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #limit: NodeJS.Timeout;
  #isGivenUp = false;

  constructor(handler: Dispatcher.DispatchHandler, maxMs: number, giveUp: () => void) {
    this.#handler = handler;
    this.#limit = setTimeout(() => {
      this.#isGivenUp = true;
      giveUp();
    }, maxMs).unref();
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    clearTimeout(this.#limit);
    // Aborting would close the connection, which the next request can use.
    if (this.#isGivenUp) throw new Error('the client no longer waits for the response');
    this.#handler.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    socket: Duplex,
  ): void {
    this.#handler.onRequestUpgrade?.(controller, status, headers, socket);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    message?: string,
  ): void {
    this.#handler.onResponseStart?.(controller, status, headers, message);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#limit);
    if (!this.#isGivenUp) this.#handler.onResponseError?.(controller, error);
  }
}
