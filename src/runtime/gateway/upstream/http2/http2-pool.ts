import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { errors, type buildConnector, type Dispatcher } from 'undici';
import { addressOf, type Http1PoolOptions } from '../http1/http1-pool.ts';
import { listFields } from '../http1/request-head.ts';
import { PendingRequest } from '../pending-request.ts';
import { Http2Connection, type Http2ConnectionOwner } from './http2-connection.ts';

/** How many requests wait for one connection that is being opened, since it takes them all at once. */
const maxPerConnection = 100;

export interface Http2PoolOptions extends Http1PoolOptions {
  /** Is called if the upstream has chosen HTTP/1.1, with those that waited for the connection. */
  readonly choseHttp1: (socket: Socket, waiting: readonly PendingRequest[]) => void;
}

/** The connections of HTTP/2 to one origin: as few as carry all requests. */
export class Http2Pool implements Http2ConnectionOwner {
  readonly #options: Http2PoolOptions;
  readonly #address: buildConnector.Options;
  /** Until they are closed. */
  readonly #connections = new Set<Http2Connection>();
  readonly #waiting: PendingRequest[] = [];
  /** Those of the last limit, since streams beyond it are refused. */
  assumedStreams = maxPerConnection;
  #isOpening = false;
  #hasConnected = false;
  #end: 'closing' | 'destroyed' | undefined;
  #resolveClosed: (() => void)[] = [];

  constructor(options: Http2PoolOptions) {
    this.#options = options;
    this.#address = addressOf(options.origin);
  }

  /** How many requests wait beyond those that the connection being opened will take. */
  get queued(): number {
    return Math.max(0, this.#waiting.length - (this.#isOpening ? maxPerConnection : 0));
  }

  /** Sends a request as soon as there is a connection. Returns whether there is one for the next request, too. */
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
    // One that must not be sent twice waits longer for what has arrived.
    else this.#sendSoon(options.idempotent === false ? 2 : 1);
    return this.#isOpening || this.#mayOpen() || this.#room > this.#waiting.length;
  }

  get #room(): number {
    let room = 0;
    for (const connection of this.#connections) room += connection.room;
    return room;
  }

  /** What has arrived on connections meanwhile is read first: that one was closed. */
  #sendSoon(rounds: number): void {
    setImmediate(() => (rounds > 1 ? this.#sendSoon(rounds - 1) : this.#sendWaiting()));
  }

  #mayOpen(): boolean {
    return this.#connections.size < this.#options.maxConnections;
  }

  /** Another kept connection may be as stale as the one before, and is used only if no new one may be opened. */
  #free({ options }: PendingRequest): Http2Connection | undefined {
    const needsNew = options.isOnNewConnection === true && (this.#isOpening || this.#mayOpen());
    for (const connection of this.#connections)
      if (connection.room > 0 && !(needsNew && connection.isKept)) return connection;
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
    // They have all waited for the one that could not be opened.
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

  /** Ends all that is under way. */
  async destroy(): Promise<void> {
    this.#end = 'destroyed';
    const reason = new errors.ClientDestroyedError();
    for (const request of this.#waiting.splice(0)) request.fail(reason);
    for (const connection of this.#connections) connection.abort(reason);
    this.#endIfDone();
  }
}

/** Whether the upstream switched to HTTP/2 in the TLS handshake (RFC 7301). */
export function isHttp2(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.alpnProtocol === 'h2';
}
