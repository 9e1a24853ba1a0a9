import { connect, type ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { OutgoingHttpHeaders } from 'node:http';
import { errors, type Dispatcher } from 'undici';
import { lengthOf, type FieldList } from '../http1/request-head.ts';
import type { PendingRequest } from '../pending-request.ts';
import { StreamExchange } from './stream-exchange.ts';

/** Receives the events of a connection. */
export interface Http2ConnectionOwner {
  /** There is room for another request. */
  hasRoom(): void;
  /** It is closed. */
  left(connection: Http2Connection): void;
}

/** How many streams may be open before the upstream has sent its own limit. */
const defaultMaxStreams = 100;

/** How long a connection without a request is kept, in milliseconds. */
const idleMs = 4000;

/** A connection to an upstream that carries many requests of HTTP/2 at a time. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #owner: Http2ConnectionOwner;
  readonly #exchanges = new Set<StreamExchange>();
  #isRetired = false;

  constructor(origin: string, socket: Socket, owner: Http2ConnectionOwner) {
    this.#owner = owner;
    this.#session = connect(origin, { createConnection: () => socket, settings: { enablePush: false } });
    this.#session
      // Each stream reports it.
      .on('error', () => undefined)
      .on('goaway', () => this.retire())
      .on('close', () => this.#close())
      .on('remoteSettings', () => owner.hasRoom())
      .setTimeout(idleMs, () => this.#closeIfIdle());
    // The request keeps the process alive, not a connection that may be used again.
    this.#session.unref();
  }

  get mayTake(): boolean {
    const { closed, destroyed } = this.#session;
    return !this.#isRetired && !closed && !destroyed && this.#exchanges.size < this.#maxStreams;
  }

  get isIdle(): boolean {
    return this.#exchanges.size === 0;
  }

  get #maxStreams(): number {
    return this.#session.remoteSettings?.maxConcurrentStreams ?? defaultMaxStreams;
  }

  /** Sends a request, whose handler receives all that follows. */
  send(request: PendingRequest, fields: FieldList): void {
    try {
      request.handler.onRequestStart?.(request, null);
      if (!request.isFinished) this.#open(request, fields);
    } catch (error) {
      request.fail(error as Error);
    }
  }

  #open(request: PendingRequest, fields: FieldList): void {
    const { options } = request;
    const length = lengthOf(options.body, fields);
    const stream = this.#session.request(toHttp2Fields(options, fields), {
      endStream: length === 0,
      waitForTrailers: length !== 0 && options.trailers !== undefined,
    });
    const exchange: StreamExchange = new StreamExchange(request, stream, length, {
      finished: () => this.#finish(exchange),
      tookTooLong: () => this.retire(),
    });
    this.#exchanges.add(exchange);
  }

  #finish(exchange: StreamExchange): void {
    this.#exchanges.delete(exchange);
    this.#owner.hasRoom();
  }

  #closeIfIdle(): void {
    if (this.isIdle) this.retire();
  }

  /** Closes the connection after its last response. */
  retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    if (!this.#session.closed) this.#session.close();
  }

  /** Ends every stream of the connection at once. */
  abort(reason: Error): void {
    for (const exchange of this.#exchanges) exchange.abort(reason);
    this.#session.destroy();
  }

  #close(): void {
    this.#isRetired = true;
    for (const exchange of this.#exchanges) exchange.abort(new errors.SocketError('closed'));
    this.#owner.left(this);
  }
}

/** Headers that apply only to HTTP/1.1 connections (RFC 9113 section 8.2.2). */
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** The head of a request as HTTP/2 has it (RFC 9113 section 8.3.1); the host is the first of the fields. */
function toHttp2Fields({ method, path }: Dispatcher.DispatchOptions, fields: FieldList): OutgoingHttpHeaders {
  const head: Record<string, string | string[]> = Object.create(null);
  for (let index = 2; index < fields.length; index += 2) {
    const name = fields[index] as string;
    const value = fields[index + 1] as string;
    const before = head[name];
    if (!connectionFields.has(name)) head[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...head, ':method': method, ':path': path, ':scheme': 'https', ':authority': fields[1] };
}
