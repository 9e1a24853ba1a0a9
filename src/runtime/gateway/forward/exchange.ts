import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Call, Forwarded } from '../call.ts';
import { toClientHeaders, toClientTrailers } from '../response/client-headers.ts';
import { InvalidResponseError } from '../upstream/upstream-errors.ts';
import type { UpstreamTarget } from '../generation/served-endpoint.ts';
import { renderCloseFrame, WebSocketFrames } from './web-socket-frames.ts';

/** The status of a WebSocket that is closed for a reason of policy (RFC 6455 section 7.4.1). */
const policyViolation = 1008;

/** How long one side may take to read the remaining data after the other side has closed, in milliseconds. */
const lastWordsMs = 10_000;

/** How long a client may take to answer a close frame, in milliseconds. */
const closingMs = 1000;

/** The longest body, in bytes, that is sent in one write with its head, which costs less than two writes. */
const maxJoinedBytes = 16 * 1024;

/** How many bytes of an unneeded body are read to keep the connection usable. */
const harmlessBytes = 64 * 1024;

/** Why a request has no response. */
export interface Failure {
  readonly error: Error;
  /** Whether any part of the request may have reached the upstream. */
  readonly wasSent: boolean;
}

/** One request to an upstream. Streams the response to the client. */
export class Exchange implements Dispatcher.DispatchHandler, Forwarded {
  readonly #call: Call;
  readonly #target: UpstreamTarget;
  readonly #failed: (failure: Failure) => void;
  #controller: Dispatcher.DispatchController | undefined;
  /**
   * The head of the response until it is written. If the upstream fails before that, the client still gets an error
   * response.
   */
  #head: { readonly status: number; readonly headers: IncomingHttpHeaders } | undefined;
  #announcedBytes = -1;
  /** A complete body of announced length, held back while trailers may still arrive. */
  #wholeBody: Buffer | undefined;
  #droppedBytes = 0;
  #wasSent = false;
  #isFinished = false;

  /** `failed` is called at most once, and only if no part of a response was passed on. */
  constructor(call: Call, target: UpstreamTarget, failed: (failure: Failure) => void) {
    this.#call = call;
    this.#target = target;
    this.#failed = failed;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { response } = this.#call;
    if (response.destroyed || response.headersSent) {
      this.#release();
      // Throws, since an abort would close the connection, which the next call can use.
      throw new Error('the client no longer waits for the response');
    }
    this.#wasSent = true;
    this.#controller = controller;
    this.#call.forwarded = this;
  }

  /** Aborts the request, since the client no longer waits for the response. */
  abort(): void {
    const controller = this.#controller;
    this.#release();
    controller?.abort(new Error('the client no longer waits for the response'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (this.#call.response.headersSent) return this.#giveUp(controller);
    if (status < 200) return this.#passHint(status, headers);
    if (status > 599) throw new InvalidResponseError(`the status ${status} is not valid`);
    if (isCoded(headers)) throw new InvalidResponseError('the Transfer-Encoding of the body is unknown');
    // A client that relies on Content-Length would wait forever (RFC 9110 section 8.6).
    if (status === 204) delete headers['content-length'];
    if (this.#call.endpoint.isHttp2) makeRoomForTrailers(this.#call, status, headers);
    this.#head = { status, headers };
    this.#call.responseStartedAt = performance.now();
    this.#announcedBytes = Number(headers['content-length'] ?? -1);
    this.#target.answered(status);
    // If the length is announced, the head is held back until the body arrives, so that the client still gets an error
    // response if the upstream aborts before that. The head of a stream is sent at once, with the data that has already
    // arrived.
    if (this.#announcedBytes < 0 || this.#dropsBody()) queueMicrotask(() => this.#flushHead());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isFinished) return;
    this.#writeHead();
    const { response, observeAnswer } = this.#call;
    observeAnswer?.data(chunk);
    if (this.#dropsBody()) return this.#drop(controller, chunk);
    this.#call.responseBytes += chunk.length;
    if (chunk.length === this.#announcedBytes)
      return this.#call.endpoint.isHttp2 ? this.#endSoon(chunk) : this.#end(chunk);
    if (response.write(chunk)) return;
    controller.pause();
    response.once('drain', () => controller.resume());
  }

  onResponseEnd(_controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    if (this.#isFinished) return;
    this.#writeHead();
    const passed = toClientTrailers(trailers ?? {}, this.#call);
    if (passed.length > 0) this.#call.response.addTrailers(passed);
    this.#end(this.#wholeBody);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isFinished) return;
    this.#release();
    const { response } = this.#call;
    if (response.destroyed) return;
    if (this.#call.responseStartedAt > 0) this.#target.aborted(error);
    else this.#target.failed(error);
    if (!response.headersSent) return this.#failed({ error, wasSent: this.#wasSent });
    this.#call.failure = error;
    response.destroy();
  }

  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    socket: Duplex,
  ): void {
    this.#release();
    this.#target.succeeded();
    this.#call.responseStartedAt = performance.now();
    joinSockets(this.#call, status, toClientHeaders(headers, this.#call, this.#target), socket);
  }

  /** Aborts the exchange. The client already has a response, since its body could not be read to the end. */
  #giveUp(controller: Dispatcher.DispatchController): void {
    this.#release();
    controller.abort(new Error('the client has already received a response'));
  }

  #flushHead(): void {
    if (!this.#head || this.#isFinished) return;
    try {
      this.#writeHead();
      if (this.#dropsBody()) this.#endWithHead();
      else this.#call.response.flushHeaders();
    } catch (error) {
      // The response cannot be passed on. No caller would catch the error.
      this.#controller?.abort(error as Error);
    }
  }

  #writeHead(): void {
    const head = this.#head;
    if (!head) return;
    this.#head = undefined;
    const { response, observeAnswer } = this.#call;
    observeAnswer?.begin(head.status, head.headers);
    response.writeHead(head.status, toClientHeaders(head.headers, this.#call, this.#target));
  }

  /** Delays the body by one turn: trailers mostly arrive together with it, and everything is then sent in one write. */
  #endSoon(body: Buffer): void {
    this.#wholeBody = body;
    setImmediate(() => {
      this.#wholeBody = undefined;
      if (!this.#isFinished) this.#call.response.write(body);
    });
  }

  #end(lastChunk?: Buffer): void {
    // The upstream has finished, so nothing is left to abort. If a line below throws, the client still gets the error.
    this.#call.forwarded = undefined;
    this.#call.observeAnswer?.end();
    const { response } = this.#call;
    // Node sends a string in one write with the head, and latin1 preserves the bytes.
    if (lastChunk && lastChunk.length <= maxJoinedBytes) response.end(lastChunk.toString('latin1'), 'latin1');
    else response.end(lastChunk);
    this.#release();
  }

  /** Drops the references that would keep the request's objects in memory for longer. */
  #release(): void {
    this.#isFinished = true;
    this.#controller = undefined;
    this.#call.forwarded = undefined;
  }

  /**
   * Whether the upstream's body is dropped: a HEAD that the API does not declare is answered from the response to a
   * GET.
   */
  #dropsBody(): boolean {
    return this.#call.upstreamMethod !== this.#call.request.method;
  }

  /**
   * Ends the client's response without a body. The upstream's is read to its end if it is short; otherwise it is
   * aborted when the client's response closes.
   */
  #endWithHead(): void {
    if (this.#announcedBytes >= 0 && this.#announcedBytes <= harmlessBytes) this.#call.forwarded = undefined;
    this.#call.response.end();
  }

  #drop(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#call.response.writableEnded) this.#endWithHead();
    this.#droppedBytes += chunk.length;
    if (this.#droppedBytes <= harmlessBytes) return;
    this.#release();
    controller.abort(new Error('the rest of the body is not needed'));
  }

  /** Passes early hints, the only interim responses that are useful to a client (RFC 8297). */
  #passHint(status: number, { link }: IncomingHttpHeaders): void {
    const { request, response } = this.#call;
    if (status !== 103 || link === undefined || request.httpVersion === '1.0') return;
    // No hint for a response that still waits for its turn, since Node would send its head before the hint, and none
    // for a client that reads slowly.
    if (!response.socket || response.socket.writableNeedDrain) return;
    try {
      response.writeEarlyHints({ link });
    } catch {
      // Node rejects some forms of a link. The hint is optional, so it is skipped.
    }
  }
}

/**
 * Removes Content-Length if trailers are announced: in HTTP/1.1 only chunked bodies have them (RFC 9112 section 7.1.2).
 */
function makeRoomForTrailers({ request }: Call, status: number, headers: IncomingHttpHeaders): void {
  const { trailer } = headers;
  if (trailer === undefined || request.httpVersion !== '1.1' || request.method === 'HEAD') return;
  if (status !== 204 && status !== 304) delete headers['content-length'];
}

/** Whether the body has a transfer coding other than `chunked`, which the client would not decode. */
function isCoded({ 'transfer-encoding': coding }: IncomingHttpHeaders): boolean {
  return coding !== undefined && coding !== 'chunked' && !/^(?:chunked|identity)$/i.test(coding);
}

/**
 * Connects client and upstream for WebSocket (RFC 9110 section 7.8): passes bytes in both directions, and closes each
 * connection after the other has closed.
 */
export function joinSockets(call: Call, status: number, headers: readonly string[], upstream: Duplex): void {
  const { upgrade } = call;
  if (!upgrade) return void upstream.destroy();
  const { socket, response, head } = upgrade;
  if (response.socket) response.detachSocket(response.socket);
  socket.write(renderHead(status, headers), 'latin1');
  if (head.length > 0) upstream.write(head);
  endTogether(socket, upstream);
  const stopEnding = endTogether(upstream, socket);
  const frames = new WebSocketFrames();
  upstream.on('data', (chunk: Buffer) => frames.pass(chunk));
  socket.pipe(upstream).pipe(socket);
  call.joined = {
    close: (reason) => {
      stopEnding();
      socket.unpipe(upstream);
      upstream.unpipe(socket).destroy();
      if (!frames.isBetweenFrames) return void socket.destroy();
      closeWith(socket, renderCloseFrame(policyViolation, reason));
    },
  };
}

function renderHead(status: number, headers: readonly string[]): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: upgrade\r\nupgrade: websocket\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    // A response that switches protocols has no Content-Length (RFC 9110 section 8.6).
    if (headers[index] !== 'content-length') text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  return `${text}\r\n`;
}

/** Ends `other` after `one` has closed. Returns a function that cancels this. */
function endTogether(one: Duplex, other: Duplex): () => void {
  const endOther = () => {
    if (other.destroyed) return;
    const limit = setTimeout(() => other.destroy(), lastWordsMs);
    other.once('close', () => clearTimeout(limit)).end(() => other.destroy());
  };
  one.on('error', () => other.destroy()).on('close', endOther);
  return () => void one.off('close', endOther);
}

/**
 * Sends a last frame and closes. Further data of the client is read and dropped, since a socket that closes with unread
 * bytes may lose the frame.
 */
function closeWith(socket: Duplex, frame: Buffer): void {
  const limit = setTimeout(() => socket.destroy(), closingMs);
  socket.once('close', () => clearTimeout(limit));
  socket.resume().end(frame);
}
