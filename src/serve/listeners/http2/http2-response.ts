import { EventEmitter } from 'node:events';
import { constants, type ServerHttp2Stream, type ServerStreamResponseOptions } from 'node:http2';
import type { HttpResponse } from '#runtime/ports/http-exchange.ts';

/** The response on an HTTP/2 stream. Its errors need no listener, since each is followed by `close`. */
export class Http2Response extends EventEmitter implements HttpResponse {
  statusCode = 200;
  shouldKeepAlive = true;
  readonly #stream: ServerHttp2Stream;
  /**
   * The head until it is sent. It is held back so that a response without a body is a single frame, as gRPC requires.
   */
  #head: string[] | undefined;
  #trailers: Record<string, string> = {};

  constructor(stream: ServerHttp2Stream) {
    super();
    this.#stream = stream;
    stream.on('drain', () => this.emit('drain'));
    stream.once('close', () => this.emit('close'));
    stream.once('wantTrailers', () => stream.sendTrailers(this.#trailers));
  }

  get headersSent(): boolean {
    return this.#head !== undefined || this.#stream.headersSent;
  }

  get destroyed(): boolean {
    return this.#stream.destroyed || this.#stream.closed;
  }

  get writableEnded(): boolean {
    return this.#stream.writableEnded;
  }

  get socket(): ServerHttp2Stream {
    return this.#stream;
  }

  writeHead(status: number, headers: string[]): void {
    if (this.destroyed) return;
    this.statusCode = status;
    this.#head = [':status', String(status), ...headers];
  }

  flushHeaders(): void {
    this.#sendHead({ waitForTrailers: true });
  }

  #sendHead(options: ServerStreamResponseOptions): void {
    if (this.#head && !this.destroyed) this.#stream.respond(this.#head, options);
    this.#head = undefined;
  }

  write(chunk: string | Uint8Array): boolean {
    this.flushHeaders();
    // Node itself ends responses without a body, such as those to HEAD.
    if (this.destroyed || this.writableEnded) return true;
    return this.#stream.write(chunk);
  }

  end(chunk?: string | Uint8Array, encoding?: BufferEncoding): void {
    const isEmpty = chunk === undefined || chunk === '';
    const isHeadOnly = isEmpty && Object.keys(this.#trailers).length === 0;
    this.#sendHead(isHeadOnly ? { endStream: true } : { waitForTrailers: true });
    if (this.destroyed || this.writableEnded) return;
    if (isEmpty) this.#stream.end();
    else this.#stream.end(chunk, encoding ?? 'utf8');
  }

  addTrailers(trailers: readonly [string, string][]): void {
    this.#trailers = Object.fromEntries(trailers);
  }

  writeContinue(): void {
    if (!this.destroyed && !this.headersSent) this.#stream.additionalHeaders({ ':status': 100 });
  }

  writeEarlyHints({ link }: { link: string | string[] }): void {
    if (!this.destroyed) this.#stream.additionalHeaders({ ':status': 103, link });
  }

  /** Closes the stream with an error code, which shows the client that the response is incomplete. */
  destroy(): void {
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}
