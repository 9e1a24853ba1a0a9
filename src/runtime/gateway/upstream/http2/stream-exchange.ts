import type { IncomingHttpHeaders } from 'node:http';
import { constants, type ClientHttp2Stream, type IncomingHttpHeaders as Http2Fields } from 'node:http2';
import { Readable } from 'node:stream';
import { errors } from 'undici';
import { BodyWriter } from '../body-writer.ts';
import { Deadline } from '../deadline.ts';
import type { Carrier, PendingRequest } from '../pending-request.ts';
import { StaleConnectionError } from '../upstream-errors.ts';

/** One side has violated HTTP/2, according to the other. */
class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code = 'UPSTREAM_PROTOCOL_ERROR';
}

/**
 * The upstream has not processed the request, so that it may be sent again, whatever its method (RFC 9113 section 8.7).
 */
class RefusedStreamError extends Error {
  override readonly name = 'RefusedStreamError';
  readonly code = 'UPSTREAM_REFUSED_STREAM';
}

/** The error codes of RFC 9113 section 7, by their number. */
const codeNames: readonly string[] = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];

const violations: ReadonlySet<number> = new Set([
  constants.NGHTTP2_PROTOCOL_ERROR,
  constants.NGHTTP2_FLOW_CONTROL_ERROR,
  constants.NGHTTP2_SETTINGS_TIMEOUT,
  constants.NGHTTP2_STREAM_CLOSED,
  constants.NGHTTP2_FRAME_SIZE_ERROR,
  constants.NGHTTP2_COMPRESSION_ERROR,
  constants.NGHTTP2_INADEQUATE_SECURITY,
  constants.NGHTTP2_HTTP_1_1_REQUIRED,
]);

/** Receives the events of a stream. */
export interface StreamOwner {
  /** The stream has ended. `isAnswered`: whether any part of a response arrived before. */
  finished(isAnswered: boolean): void;
  /** The response timed out; the connection itself may be dead. */
  tookTooLong(): void;
  /** How the connection ended under a stream without any response; undefined if that is not why the stream failed. */
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
  /** Whether any part of a response has arrived. */
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
   * Detects that the upstream has ended the stream (RFC 9113 section 8.1), which shows before the stream is closed.
   * Node emits `end` also after a reset with NO_ERROR or CANCEL, and when the connection ends.
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

  /** Fails the request, unless the upstream is waiting for a client that is slow to send its body. */
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
    // The response has only a head, which gRPC distinguishes from an empty body.
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

  /** Runs a handler. If it throws, the exchange is aborted. */
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
    // Not retried: a request that causes a protocol violation would cause it again.
    if (this.#isAnswering || failure instanceof ProtocolError) return failure;
    const end = this.#owner.endUnder(this.#stream);
    if (end === 'unprocessed') return new RefusedStreamError(failure.message);
    return end === 'stale' ? new StaleConnectionError(failure.message) : failure;
  }

  /** Fails the request, since the connection has ended. */
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
    // If both halves of the stream have ended, nothing is reset.
    if (!this.#stream.closed) this.#stream.close(constants.NGHTTP2_CANCEL);
    this.#owner.finished(this.#isAnswering);
  }
}

/**
 * Why a stream has no complete response, by its error, if any, and the code that it was closed with. Node reports data
 * that is not valid HTTP/2, and a GOAWAY with an error code, as errors of its own.
 */
function describeFailure(error: Error | undefined, code: number | undefined): Error {
  const kind = error && 'code' in error ? error.code : undefined;
  if (error && kind === 'ERR_HTTP2_ERROR') return new ProtocolError(error.message);
  if (error && kind !== 'ERR_HTTP2_STREAM_ERROR' && kind !== 'ERR_HTTP2_SESSION_ERROR') return error;
  return describeReset(code ?? constants.NGHTTP2_NO_ERROR);
}

function describeReset(code: number): Error {
  const name = codeNames[code] ?? String(code);
  if (code === constants.NGHTTP2_REFUSED_STREAM)
    return new RefusedStreamError('the upstream refused the stream');
  const text = `the stream ended before its answer with ${name}`;
  return violations.has(code) ? new ProtocolError(text) : new errors.SocketError(text);
}
