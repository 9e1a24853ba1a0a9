import { connect, type ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { lengthOf, type FieldList } from '../http1/request-head.ts';
import { SessionKeeper } from './session-keeper.ts';
import type { PendingRequest } from '../pending-request.ts';
import { StreamExchange } from './stream-exchange.ts';

/** Receives the events of a connection. */
export interface Http2ConnectionOwner {
  /** How many streams a connection is assumed to allow before the upstream has sent its limit. */
  readonly assumedStreams: number;
  /** The upstream has sent its limit of streams. */
  limited(streams: number): void;
  /** The connection can carry another request. */
  hasRoom(): void;
  /** The connection is closed. */
  left(connection: Http2Connection): void;
}

/** How long a connection without a request stays open, in milliseconds. */
const idleMs = 4000;

/** An HTTP/2 connection to an upstream, which carries many requests at a time. */
export class Http2Connection {
  readonly #session: ClientHttp2Session;
  readonly #keeper: SessionKeeper;
  readonly #owner: Http2ConnectionOwner;
  readonly #exchanges = new Set<StreamExchange>();
  #maxStreams: number;
  #isRetired = false;
  /** Whether it has carried a response before, so that the upstream may have closed it since. */
  #mayBeStale = false;
  /** The last stream that the upstream may have processed, once it has ended the connection (RFC 9113 section 6.8). */
  #lastStream = Infinity;

  constructor(origin: string, socket: Socket, owner: Http2ConnectionOwner) {
    this.#owner = owner;
    this.#maxStreams = owner.assumedStreams;
    this.#session = connect(origin, { createConnection: () => socket, settings: { enablePush: false } });
    this.#keeper = new SessionKeeper(this.#session);
    this.#session
      // Each stream reports the error itself.
      .on('error', () => undefined)
      .on('goaway', (_code: number, lastStream: number) => this.#end(lastStream))
      .on('close', () => this.#close())
      .on('remoteSettings', ({ maxConcurrentStreams = Infinity }) => this.#limit(maxConcurrentStreams))
      .setTimeout(idleMs, () => this.#closeIfIdle());
    // Only a request keeps the process alive, not a connection that may be reused.
    this.#session.unref();
  }

  /** How many more requests it can carry now. */
  get room(): number {
    const { closed, destroyed } = this.#session;
    return this.#isRetired || closed || destroyed ? 0 : this.#maxStreams - this.#exchanges.size;
  }

  get mayBeStale(): boolean {
    return this.#mayBeStale;
  }

  get isIdle(): boolean {
    return this.#exchanges.size === 0;
  }

  /** Records the upstream's limit. Before it arrives, Node reports that there is no limit. */
  #limit(streams: number): void {
    this.#maxStreams = streams;
    this.#owner.limited(streams);
  }

  /** Sends a request. Its handler gets all further events. */
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
    this.#keeper.follow(stream);
    const mayBeStale = this.#mayBeStale;
    const exchange: StreamExchange = new StreamExchange(request, stream, length, {
      finished: (isAnswered) => this.#finish(exchange, isAnswered),
      tookTooLong: () => this.retire(),
      endUnder: ({ id = 0 }) => this.#endUnder(id, mayBeStale),
    });
    this.#exchanges.add(exchange);
  }

  #endUnder(stream: number, mayBeStale: boolean): 'unprocessed' | 'stale' | undefined {
    if (stream > this.#lastStream) return 'unprocessed';
    return mayBeStale && (this.#session.closed || this.#session.destroyed) ? 'stale' : undefined;
  }

  #finish(exchange: StreamExchange, isAnswered: boolean): void {
    this.#mayBeStale ||= isAnswered;
    this.#exchanges.delete(exchange);
    this.#owner.hasRoom();
  }

  #end(lastStream: number): void {
    this.#lastStream = lastStream;
    this.retire();
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
    for (const exchange of this.#exchanges) exchange.lose();
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

/** The headers of an HTTP/2 request (RFC 9113 section 8.3.1). The host is the first of the fields. */
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
