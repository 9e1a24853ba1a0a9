import type { Socket } from 'node:net';
import { type buildConnector, type Dispatcher, errors } from 'undici';
import { Http1Pool, type Http1PoolOptions, addressOf } from '../http1/http1-pool.ts';
import { PendingRequest, type UpstreamRequest } from '../pending-request.ts';
import { TLSSocket } from 'node:tls';
import { listFields } from '../http1/request-head.ts';
import { Http2Connection, type Http2ConnectionOwner } from './http2-connection.ts';

/** How many requests may wait for a connection that is being opened, since it can carry them all at once. */
const maxPerConnection = 100;

interface Http2PoolOptions extends Http1PoolOptions {
  /** Called if the upstream has chosen HTTP/1.1, with the requests that waited for the connection. */
  readonly choseHttp1: (socket: Socket, waiting: readonly PendingRequest[]) => void;
}

/** The HTTP/2 connections to one origin, as few as can carry all requests. */
class Http2Pool implements Http2ConnectionOwner {
  readonly #options: Http2PoolOptions;
  readonly #address: buildConnector.Options;
  /** All connections that are not closed yet. */
  readonly #connections = new Set<Http2Connection>();
  readonly #waiting: PendingRequest[] = [];
  /** The last limit that the upstream has sent, since it refuses streams beyond that. */
  assumedStreams = maxPerConnection;
  #isOpening = false;
  #hasConnected = false;
  #end: 'closing' | 'destroyed' | undefined;
  #resolveClosed: (() => void)[] = [];

  constructor(options: Http2PoolOptions) {
    this.#options = options;
    this.#address = addressOf(options.origin);
  }

  /** How many requests wait beyond those that the connection being opened will carry. */
  get queued(): number {
    return Math.max(0, this.#waiting.length - (this.#isOpening ? maxPerConnection : 0));
  }

  /**
   * Sends a request as soon as a connection is free. Returns false if the next one would have to wait for a connection.
   */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const request = new PendingRequest(options, handler);
    if (this.#end) {
      request.fail(
        this.#end === 'closing' ? new errors.ClientClosedError() : new errors.ClientDestroyedError(),
      );
      return false;
    }
    this.#waiting.push(request);
    if (this.#connections.size === 0) this.#sendWaiting();
    // A request that must not be sent twice waits one turn more, so that more pending events are read before.
    else this.#sendSoon(options.idempotent === false ? 2 : 1);
    return this.#isOpening || this.#mayOpen() || this.#room > this.#waiting.length;
  }

  get #room(): number {
    let room = 0;
    for (const connection of this.#connections) room += connection.room;
    return room;
  }

  /**
   * Sends waiting requests after this many turns of the event loop, so that pending events are read first, such as the
   * end of a connection.
   */
  #sendSoon(rounds: number): void {
    setImmediate(() => (rounds > 1 ? this.#sendSoon(rounds - 1) : this.#sendWaiting()));
  }

  #mayOpen(): boolean {
    return this.#connections.size < this.#options.maxConnections;
  }

  /**
   * A connection that can carry the request. If a reused connection has failed, another one is used only if no new one
   * may be opened, since it may be stale as well.
   */
  #free({ options }: PendingRequest): Http2Connection | undefined {
    const needsNew = options.isOnNewConnection === true && (this.#isOpening || this.#mayOpen());
    for (const connection of this.#connections)
      if (connection.room > 0 && !(needsNew && connection.mayBeStale)) return connection;
    return undefined;
  }

  #sendWaiting(): void {
    const waiting = this.#room > 0 ? this.#waiting.splice(0) : [];
    for (const request of waiting)
      if (!request.isFinished && !this.#send(request)) this.#waiting.push(request);
    if (this.#waiting.length > 0 && !this.#isOpening && this.#mayOpen()) this.#connect();
    else this.#endIfDone();
  }

  #send(request: PendingRequest): boolean {
    const free = this.#free(request);
    free?.send(request, this.#fieldsOf(request));
    return free !== undefined;
  }

  #fieldsOf({ options }: PendingRequest): readonly string[] {
    return listFields(options.headers, this.#address.host ?? '');
  }

  #connect(): void {
    this.#isOpening = true;
    try {
      this.#options.connect(this.#address, (...result) => this.#connected(...result));
    } catch (error) {
      this.#connected(error as Error, null);
    }
  }

  #connected(...[error, socket]: Parameters<buildConnector.Callback>): void {
    this.#isOpening = false;
    // All requests have waited for the connection that could not be opened.
    if (error) for (const request of this.#waiting.splice(0)) request.fail(error);
    else if (this.#end === 'destroyed') socket.destroy();
    else if (isHttp2(socket)) this.#add(socket);
    else this.#options.choseHttp1(socket, this.#waiting.splice(0));
    this.#sendWaiting();
  }

  #add(socket: Socket): void {
    if (!this.#hasConnected) this.#options.connected();
    this.#hasConnected = true;
    this.#connections.add(new Http2Connection(this.#options.origin, socket, this));
  }

  limited(streams: number): void {
    this.assumedStreams = Math.min(streams, maxPerConnection);
    this.#sendWaiting();
  }

  hasRoom(): void {
    this.#sendWaiting();
  }

  left(connection: Http2Connection): void {
    this.#connections.delete(connection);
    this.#sendWaiting();
  }

  /** Resolves after the last response, and accepts no more requests. */
  close(): Promise<void> {
    this.#end ??= 'closing';
    return new Promise((resolve) => {
      this.#resolveClosed.push(resolve);
      this.#endIfDone();
    });
  }

  #endIfDone(): void {
    if (!this.#end || this.#waiting.length > 0 || this.#isOpening) return;
    for (const connection of this.#connections) connection.retire();
    if (this.#connections.size > 0) return;
    for (const resolve of this.#resolveClosed.splice(0)) resolve();
  }

  /** Aborts all requests. */
  async destroy(): Promise<void> {
    this.#end = 'destroyed';
    const reason = new errors.ClientDestroyedError();
    for (const request of this.#waiting.splice(0)) request.fail(reason);
    for (const connection of this.#connections) connection.abort(reason);
    this.#endIfDone();
  }
}

/** An upstream that chose HTTP/1.1 before has chosen HTTP/2. Nothing was sent yet. */
class ProtocolChangedError extends Error {
  override readonly name = 'ProtocolChangedError';
  readonly code = 'UPSTREAM_PROTOCOL_CHANGED';
}

/** The connections to one origin, over HTTP/2 or HTTP/1.1, whichever the origin chooses. */
export class NegotiatedPool {
  readonly #options: Http1PoolOptions;
  readonly #http2: Http2Pool;
  /** Used if the upstream has chosen HTTP/1.1. */
  #http1: Http1Pool | undefined;

  constructor(options: Http1PoolOptions) {
    this.#options = options;
    const choseHttp1 = (socket: Socket, waiting: readonly PendingRequest[]) =>
      this.#turnToHttp1(socket, waiting);
    this.#http2 = new Http2Pool({ ...options, choseHttp1 });
  }

  get queued(): number {
    return this.#chosen.queued;
  }

  get #chosen(): Http1Pool | Http2Pool {
    return this.#http1 ?? this.#http2;
  }

  dispatch(options: UpstreamRequest, handler: Dispatcher.DispatchHandler): boolean {
    return this.#chosen.dispatch(options, handler);
  }

  #turnToHttp1(socket: Socket, waiting: readonly PendingRequest[]): void {
    const unused = [socket];
    const connect: buildConnector.connector = (address, callback) => {
      const first = unused.pop();
      if (first) callback(null, first);
      else this.#options.connect(address, (...result) => this.#passHttp1(callback, ...result));
    };
    const http1 = new Http1Pool({ ...this.#options, connect });
    this.#http1 = http1;
    for (const request of waiting) http1.send(request);
    unused.pop()?.destroy();
  }

  #passHttp1(
    callback: buildConnector.Callback,
    ...[error, socket]: Parameters<buildConnector.Callback>
  ): void {
    if (error) return callback(error, null);
    if (!isHttp2(socket)) return callback(null, socket);
    socket.destroy();
    void this.#http1?.close();
    this.#http1 = undefined;
    callback(new ProtocolChangedError('the upstream switched to HTTP/2'), null);
  }

  async close(): Promise<void> {
    await Promise.all([this.#http2.close(), this.#http1?.close()]);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#http2.destroy(), this.#http1?.destroy()]);
  }
}

/** Whether the upstream chose HTTP/2 in the TLS handshake (RFC 7301). */
function isHttp2(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.alpnProtocol === 'h2';
}
