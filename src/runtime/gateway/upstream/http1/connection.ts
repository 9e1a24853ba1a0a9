import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { errors, type Dispatcher } from 'undici';
import { BodyWriter } from '../body-writer.ts';
import { Deadline } from '../deadline.ts';
import type { Carrier, PendingRequest } from '../pending-request.ts';
import { StaleConnectionError } from '../upstream-errors.ts';
import type { ResponseHead } from './response-head.ts';
import { ResponseReader, type ResponseSink } from './response-reader.ts';
import { staysOpen } from './body-framing.ts';
import { forgiveLostWrites } from './forgive-lost-writes.ts';
import { ReadPace } from './read-pace.ts';
import { describeBody, isLastRequest, lengthOf, renderHead, type FieldList } from './request-head.ts';

/** How long a connection may stay idle by default, and at most, in milliseconds. */
const [defaultMs, maxMs] = [4000, 600_000];

/**
 * How long before the upstream closes an idle connection the gateway closes it, so that no request is on its way then.
 */
const marginMs = 2000;

/** The last value that was parsed, since an upstream mostly sends the same one again. */
let last = { said: '', milliseconds: defaultMs };

/** Receives the events of a connection. */
export interface ConnectionOwner {
  /** The connection can carry another request within this time. */
  becameIdle(connection: Connection, milliseconds: number): void;
  /** The connection is closed, or for another protocol; its request has failed or is complete. */
  left(connection: Connection): void;
}

/** The timeout of a response if the request does not set one. */
const defaultTimeoutMs = 300_000;

/** A connection to an upstream that carries one request of HTTP/1.1 at a time. */
export class Connection implements ResponseSink, Carrier {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #deadline = new Deadline(() => this.#tookTooLong());
  readonly #pace: ReadPace;
  #request: PendingRequest | undefined;
  #reader: ResponseReader | undefined;
  #writer: BodyWriter | undefined;
  /** How long after the response the connection may be reused; 0 if it must not be. */
  #idleMs = 0;
  #upgradeFields: IncomingHttpHeaders | undefined;
  #hasLeft = false;
  /** Whether it is reused, so that the upstream may have closed it. */
  #mayBeStale = false;
  /** Whether any data has arrived since the request was sent. */
  #isAnswering = false;
  #forgivesWrites = false;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    this.#pace = new ReadPace(socket, () => this.paused);
    // Only a request keeps the process alive, not a connection that may be reused.
    socket.unref();
    socket.on('data', this.#read).on('end', this.#end).on('error', this.#hangUp).on('close', this.#close);
  }

  /** The number of the owner's sweep at which it is closed if it is still idle. */
  idleUntil = 0;

  get isUsable(): boolean {
    return !this.#hasLeft;
  }

  /** Whether reading is paused, because the client does not take more now or no request is in progress. */
  get paused(): boolean {
    return this.#request?.paused ?? true;
  }

  /** Sends a request. Its handler gets all further events. */
  send(request: PendingRequest, fields: FieldList): void {
    this.#request = request;
    request.carrier = this;
    try {
      request.handler.onRequestStart?.(request, null);
      if (!request.isFinished) this.#write(request, fields);
    } catch (error) {
      request.fail(error as Error);
    }
    if (request.isFinished && this.#request === request) this.#returnUnused();
  }

  /** Offers the connection for another request, since nothing was sent. */
  #returnUnused(): void {
    this.#request = undefined;
    this.#owner.becameIdle(this, keepAliveMs({}));
  }

  #write({ options }: PendingRequest, fields: FieldList): void {
    const length = lengthOf(options.body, fields);
    const isLast = isLastRequest(options, length);
    const head = renderHead(options, fields, describeBody(options, length), isLast);
    this.#idleMs = isLast ? 0 : Infinity;
    this.#isAnswering = false;
    this.#reader = new ResponseReader(options.method, this);
    this.#socket.write(head, 'latin1');
    if (length !== 0) this.#writeBody(options.body as Buffer | Readable, length);
    this.#waitFor(options.headersTimeout);
  }

  #writeBody(body: Buffer | Readable, length: number | undefined): void {
    if (!this.#forgivesWrites) forgiveLostWrites(this.#socket, this.#loseWrites);
    this.#forgivesWrites = true;
    if (!(body instanceof Readable)) return void this.#socket.write(body);
    const form = { length, isChunked: length === undefined };
    this.#writer = new BodyWriter(this.#socket, body, form, this.#bodyEnded);
  }

  /** Stops sending. The response may have arrived already, or arrives before the connection ends. */
  readonly #loseWrites = (): void => {
    this.#idleMs = 0;
    this.#writer?.pause();
  };

  readonly #bodyEnded = (error: Error | undefined): void => {
    if (error) return this.abort(error);
    this.#writer?.stop();
    this.#writer = undefined;
    if (!this.#reader?.hasBegun) this.#waitFor(this.#request?.options.headersTimeout);
  };

  #waitFor(milliseconds: number | null | undefined): void {
    this.#deadline.set(milliseconds ?? defaultTimeoutMs);
  }

  /** Fails the request, unless the upstream is waiting for a client that is slow to send its body. */
  #tookTooLong(): void {
    if (this.#reader?.hasBegun) this.abort(new errors.BodyTimeoutError());
    else if (this.#writer?.waitsForBody) this.#waitFor(this.#request?.options.headersTimeout);
    else this.abort(new errors.HeadersTimeoutError());
  }

  readonly #read = (chunk: Buffer): void => {
    const reader = this.#reader;
    // Unrequested data would be taken for the response to the next request.
    if (!reader) return this.abort(new errors.SocketError('bad response'));
    this.#isAnswering = true;
    try {
      const end = reader.read(chunk, 0);
      this.#afterReading(reader, chunk, end);
    } catch (error) {
      // Aborts in the next turn, so that the client first gets the data that was read before.
      queueMicrotask(() => this.abort(error as Error));
      this.#socket.pause();
    }
  };

  #afterReading(reader: ResponseReader, chunk: Buffer, end: number): void {
    // The handler of a part may have aborted the request.
    if (this.#reader !== reader) return;
    const rest = end === chunk.length ? undefined : chunk.subarray(end);
    if (reader.isUpgraded) return this.#upgrade(rest);
    if (reader.isComplete) return this.#complete(reader, rest !== undefined);
    if (this.paused) return this.#pause(rest);
    this.#pace.note(chunk.length);
    if (reader.hasBegun) this.#waitFor(this.#request?.options.bodyTimeout);
  }

  /** Pauses, and puts unread data back, so that the end of the connection is not reported before the data. */
  #pause(rest: Buffer | undefined): void {
    this.#deadline.clear();
    this.#pace.quicken();
    this.#socket.pause();
    if (rest) this.#socket.unshift(rest);
  }

  /** Continues reading, since the client can take more of the response. */
  resume(): void {
    const reader = this.#reader;
    const options = this.#request?.options;
    if (!reader || !options) return;
    this.#waitFor(reader.hasBegun ? options.bodyTimeout : options.headersTimeout);
    if (!this.#pace.isSlow) this.#socket.resume();
  }

  begins(head: ResponseHead): void {
    const request = this.#request as PendingRequest;
    const { status, fields } = head;
    if (status === 101) this.#noteUpgrade(fields, request.options);
    else if (status >= 200) this.#noteIdleTime(head, request.options);
    // 100 Continue is ignored, since the request does not wait for it (RFC 9110 section 15.2.1).
    if (status > 101) request.handler.onResponseStart?.(request, status, fields, '');
  }

  /** Throws unless the upstream switches to the requested protocol (RFC 9110 section 7.8). */
  #noteUpgrade(fields: IncomingHttpHeaders, { upgrade }: Dispatcher.DispatchOptions): void {
    const isRequested = Boolean(upgrade) && String(fields.upgrade).toLowerCase() === upgrade;
    if (!isRequested) throw new errors.SocketError('bad upgrade');
    this.#upgradeFields = fields;
  }

  #noteIdleTime(head: ResponseHead, { method }: Dispatcher.DispatchOptions): void {
    this.#idleMs = staysOpen(head, method) ? Math.min(this.#idleMs, keepAliveMs(head.fields)) : 0;
  }

  data(piece: Buffer): void {
    const request = this.#request as PendingRequest;
    request.handler.onResponseData?.(request, piece);
  }

  #complete(reader: ResponseReader, hasMore: boolean): void {
    const request = this.#request;
    const isGood = !hasMore && this.#idleMs > 0 && this.#isSent;
    this.#finish();
    request?.complete(reader.trailers);
    if (!isGood || this.#hasLeft) return this.#leave();
    this.#mayBeStale = true;
    this.#owner.becameIdle(this, this.#idleMs);
  }

  /**
   * Whether the request was sent completely. After an early response, the next request could be taken for the rest of
   * its body.
   */
  get #isSent(): boolean {
    return !this.#writer && this.#socket.writableLength === 0;
  }

  /** Resets the state of the finished request. */
  #finish(): void {
    this.#deadline.clear();
    this.#pace.quicken();
    this.#writer?.stop();
    this.#writer = undefined;
    this.#request = undefined;
    this.#reader = undefined;
  }

  #upgrade(rest: Buffer | undefined): void {
    const [request, socket, fields] = [this.#request, this.#socket, this.#upgradeFields];
    this.#pace.quicken();
    socket.off('data', this.#read).off('end', this.#end).off('error', this.#hangUp).off('close', this.#close);
    socket.pause();
    if (rest) socket.unshift(rest);
    socket.ref();
    this.#finish();
    this.#forget();
    request?.upgrade(fields ?? {}, socket);
  }

  /** Closes the connection, and fails its request with the reason. */
  readonly abort = (reason: Error): void => {
    const request = this.#request;
    this.#finish();
    this.#leave();
    request?.fail(reason);
  };

  readonly #end = (): void => {
    const reader = this.#reader;
    if (!reader?.endsWithConnection) return this.#hangUp(new errors.SocketError('other side closed'));
    this.#idleMs = 0;
    this.#complete(reader, false);
  };

  /** Closes the connection; call this only while no request uses it. */
  close(): void {
    this.#leave();
  }

  readonly #close = (): void => this.#hangUp(new errors.SocketError('closed'));

  readonly #hangUp = (reason: Error): void => {
    const isStale = this.#mayBeStale && !this.#isAnswering;
    this.abort(isStale ? new StaleConnectionError(reason.message) : reason);
  };

  #leave(): void {
    // The socket is closed before another one is opened in its place.
    this.#socket.destroy();
    this.#forget();
  }

  #forget(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#deadline.stop();
    this.#owner.left(this);
  }
}

/**
 * How long after a response its connection may be reused, in milliseconds; 0 if it must not be (RFC 2068 section
 * 19.7.1.1).
 */
function keepAliveMs({ 'keep-alive': said }: IncomingHttpHeaders): number {
  if (typeof said !== 'string') return defaultMs;
  if (last.said !== said) last = { said, milliseconds: readTimeout(said) };
  return last.milliseconds;
}

function readTimeout(said: string): number {
  const [, seconds] = /timeout=(\d{1,9})/i.exec(said) ?? [];
  if (seconds === undefined) return defaultMs;
  return Math.max(0, Math.min(Number(seconds) * 1000 - marginMs, maxMs));
}
