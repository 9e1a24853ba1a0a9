import type { IncomingHttpHeaders } from 'node:http';
import { constants, type ClientHttp2Stream, type IncomingHttpHeaders as Http2Fields } from 'node:http2';
import { Readable } from 'node:stream';
import { errors } from 'undici';
import { BodyWriter } from '../body-writer.ts';
import { Deadline } from '../deadline.ts';
import type { Carrier, PendingRequest } from '../pending-request.ts';
import { StaleConnectionError } from '../upstream-errors.ts';
import { describeFailure, ProtocolError, RefusedStreamError } from './stream-failure.ts';

/** Receives the events of a stream. */
export interface StreamOwner {
  /** The stream has ended, and whether any part of a response came before. */
  finished(isAnswered: boolean): void;
  /** No response came in time; the connection itself may be dead. */
  tookTooLong(): void;
  /** What became of the connection under a stream without any response; undefined if that is not the reason. */
  endUnder(stream: ClientHttp2Stream): 'unprocessed' | 'stale' | undefined;
}

/** How long a response may take if the request does not limit it, in milliseconds. */
const defaultTimeoutMs = 300_000;

/** One request on a stream of HTTP/2, and its response. */
export class StreamExchange implements Carrier {
  readonly #request: PendingRequest;
  readonly #stream: ClientHttp2Stream;
  readonly #owner: StreamOwner;
  readonly #deadline = new Deadline(() => this.#tookTooLong());
  #writer: BodyWriter | undefined;
  /** Whether any part of a response has come. */
  #isAnswering = false;
  #hasBegun = false;
  #isWhole = false;
  #isFinished = false;
  #trailers: IncomingHttpHeaders = {};

  /** `length` is that of the body; undefined if it was not announced. */
  constructor(
    request: PendingRequest,
    stream: ClientHttp2Stream,
    length: number | undefined,
    owner: StreamOwner,
  ) {
    this.#request = request;
    this.#stream = stream;
    this.#owner = owner;
    request.carrier = this;
    this.#watchEnd();
    stream
      .on('headers', (fields) => this.#hint(fields))
      .on('response', (fields, flags) => this.#begin(fields, flags))
      .on('wantTrailers', () => this.#sendTrailers())
      .on('data', (piece: Buffer) => this.#pass(piece))
      .on('trailers', (fields) => (this.#trailers = fields))
      .on('end', () => this.#end())
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#fail());
    this.#waitFor(request.options.headersTimeout);
    if (length !== 0) this.#sendBody(length);
  }

  /**
   * Node reports a reset with NO_ERROR or CANCEL, and the end of the connection, as the end of a stream, too. That the
   * upstream has ended it (RFC 9113 section 8.1) is known while the stream is not closed yet.
   */
  #watchEnd(): void {
    const stream = this.#stream;
    const push = stream.push.bind(stream);
    stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
      if (chunk === null && !stream.closed) this.#isWhole = true;
      return push(chunk, encoding);
    };
  }

  #sendBody(length: number | undefined): void {
    const { body } = this.#request.options;
    if (!(body instanceof Readable)) return void this.#stream.end(body);
    this.#writer = new BodyWriter(this.#stream, body, { length, isChunked: false }, this.#bodyEnded);
  }

  readonly #bodyEnded = (error: Error | undefined): void => {
    if (error) return this.abort(error);
    this.#writer?.stop();
    this.#writer = undefined;
    this.#stream.end();
    if (!this.#hasBegun) this.#waitFor(this.#request.options.headersTimeout);
  };

  #sendTrailers(): void {
    this.#attempt(() => this.#stream.sendTrailers(this.#request.options.trailers?.() ?? {}));
  }

  #waitFor(milliseconds: number | null | undefined): void {
    this.#deadline.set(milliseconds ?? defaultTimeoutMs);
  }

  /** A client that is slow to send its body keeps the upstream waiting, and not the other way round. */
  #tookTooLong(): void {
    if (!this.#hasBegun && this.#writer?.waitsForBody)
      return this.#waitFor(this.#request.options.headersTimeout);
    this.#owner.tookTooLong();
    this.abort(this.#hasBegun ? new errors.BodyTimeoutError() : new errors.HeadersTimeoutError());
  }

  #hint(fields: Http2Fields): void {
    this.#isAnswering = true;
    if (!this.#isFinished) this.#start(fields);
  }

  #begin(fields: Http2Fields, flags: number): void {
    if (this.#isFinished) return;
    this.#isAnswering = true;
    this.#hasBegun = true;
    this.#waitFor(this.#request.options.bodyTimeout);
    this.#start(fields);
    if ((flags & constants.NGHTTP2_FLAG_END_STREAM) === 0) return;
    // The head is all there is, which gRPC distinguishes from an empty body.
    this.#isWhole = true;
    this.#end();
  }

  #start({ ':status': status, ...fields }: Http2Fields): void {
    const request = this.#request;
    this.#attempt(() => request.handler.onResponseStart?.(request, Number(status), fields, ''));
  }

  #pass(piece: Buffer): void {
    if (this.#isFinished) return;
    const request = this.#request;
    this.#attempt(() => request.handler.onResponseData?.(request, piece));
    if (this.#isFinished) return;
    if (request.paused) this.#pause();
    else this.#waitFor(request.options.bodyTimeout);
  }

  /** An error of the handler is the problem of the response. */
  #attempt(handle: () => void): void {
    try {
      handle();
    } catch (error) {
      this.abort(error as Error);
    }
  }

  #pause(): void {
    this.#deadline.clear();
    this.#stream.pause();
  }

  resume(): void {
    const { options } = this.#request;
    this.#waitFor(this.#hasBegun ? options.bodyTimeout : options.headersTimeout);
    this.#stream.resume();
  }

  #end(): void {
    if (this.#isFinished || !this.#isWhole || !this.#hasBegun) return;
    this.#finish();
    this.#request.complete(this.#trailers);
  }

  #fail(error?: Error): void {
    if (!this.#isFinished) this.abort(this.#describe(error));
  }

  #describe(error: Error | undefined): Error {
    const failure = describeFailure(error, this.#stream.rstCode);
    // What violates the protocol once does so again.
    if (this.#isAnswering || failure instanceof ProtocolError) return failure;
    const end = this.#owner.endUnder(this.#stream);
    if (end === 'unprocessed') return new RefusedStreamError(failure.message);
    return end === 'stale' ? new StaleConnectionError(failure.message) : failure;
  }

  /** The connection has ended. */
  lose(): void {
    this.#fail();
  }

  abort(reason: Error): void {
    if (this.#isFinished) return;
    this.#finish();
    this.#request.fail(reason);
  }

  #finish(): void {
    this.#isFinished = true;
    this.#deadline.stop();
    this.#writer?.stop();
    this.#writer = undefined;
    // Of a stream whose two halves have ended, nothing is reset.
    if (!this.#stream.closed) this.#stream.close(constants.NGHTTP2_CANCEL);
    this.#owner.finished(this.#isAnswering);
  }
}
