import type { IncomingMessage, ServerResponse } from 'node:http';
import { Pool, type Dispatcher } from 'undici';
import { createServer, port, upstream } from './listen.ts';

/** The least that a proxy on Node can do: its own server, undici's dispatcher, and nothing in between. */
const pool = new Pool(upstream);

createServer((request, response) => {
  const { method = 'GET', url = '/', rawHeaders: headers } = request;
  const body = hasBody(request) ? request : null;
  pool.dispatch({ method, path: url, headers, body }, new Answer(response));
}).listen(port, '127.0.0.1');

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The headers of an answer, in the form of undici and Node. */
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

class Answer implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  /** Bytes of the body that are still to come; NaN if its length is unknown. */
  #left = Number.NaN;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** undici requires one. */
  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#left = Number(headers['content-length'] ?? Number.NaN);
    this.#response.writeHead(status, headers);
  }

  /** Ending with the last chunk, instead of after it, saves a write: about a seventh of all time here. */
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#left -= chunk.length;
    if (this.#left === 0) return void this.#response.end(chunk);
    if (this.#response.write(chunk)) return;
    controller.pause();
    this.#response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    if (!this.#response.writableEnded) this.#response.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#response.destroy(error);
  }
}
