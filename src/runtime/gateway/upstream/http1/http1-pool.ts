import type { Socket } from 'node:net';
import { errors, type buildConnector, type Dispatcher } from 'undici';
import { Connection, type ConnectionOwner } from './connection.ts';
import { PendingRequest, type UpstreamRequest } from '../pending-request.ts';
import { listFields } from './request-head.ts';

export interface Http1PoolOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly maxConnections: number;
  readonly connect: buildConnector.connector;
  /** Called when the first connection is established. */
  readonly connected: () => void;
}

/** How often idle connections are checked, in milliseconds. */
const sweepMs = 500;

/** A request and the connection that was chosen for it. */
interface Start {
  readonly connection: Connection;
  readonly request: PendingRequest;
  /** Whether everything that had arrived on the connection when it was chosen has been read. */
  readonly isCurrent: boolean;
}

/** The HTTP/1.1 connections to one origin, up to a maximum. */
export class Http1Pool implements ConnectionOwner {
  readonly #options: Http1PoolOptions;
  readonly #address: buildConnector.Options;
  readonly #host: string;
  readonly #open = new Set<Connection>();
  /** How many connections are being opened. */
  #opening = 0;
  /** Connections without a request; the most recently used one is used next. */
  readonly #idle: Connection[] = [];
  /** Requests that any connection may serve. */
  readonly #waiting: PendingRequest[] = [];
  /** Requests that only a new connection may serve, since a reused one has failed and others may be stale as well. */
  readonly #waitingForNew: PendingRequest[] = [];
  #starting: Start[] = [];
  #isSending = false;
  #hasConnected = false;
  #sweeps = 0;
  #sweeper: NodeJS.Timeout | undefined;
  #end: 'closing' | 'destroyed' | undefined;
  #resolveClosed: (() => void)[] = [];

  constructor(options: Http1PoolOptions) {
    this.#options = options;
    this.#address = addressOf(options.origin);
    this.#host = this.#address.host ?? '';
  }

  /** How many requests wait beyond those that the connections being opened will serve. */
  get queued(): number {
    return Math.max(0, this.#waiting.length + this.#waitingForNew.length - this.#opening);
  }

  /**
   * Sends a request as soon as a connection is free. Returns false if the next one would have to wait for a connection.
   */
  dispatch(options: UpstreamRequest, handler: Dispatcher.DispatchHandler): boolean {
    return this.send(new PendingRequest(options, handler));
  }

  /** Like `dispatch`, for a request that has waited in another pool. */
  send(request: PendingRequest): boolean {
    if (this.#end) {
      request.fail(
        this.#end === 'closing' ? new errors.ClientClosedError() : new errors.ClientDestroyedError(),
      );
      return false;
    }
    this.#serve(request, 'push');
    return this.#idle.length > 0 || this.#mayOpen();
  }

  #mayOpen(): boolean {
    return this.#open.size + this.#opening < this.#options.maxConnections;
  }

  #serve(request: PendingRequest, place: 'push' | 'unshift'): void {
    const needsNew = request.options.isOnNewConnection === true;
    const connection = needsNew ? undefined : this.#idle.pop();
    if (connection) return this.#start(connection, request);
    (needsNew ? this.#waitingForNew : this.#waiting)[place](request);
    // Makes room by closing the connection that has been idle for longest.
    if (needsNew && !this.#mayOpen()) this.#idle.shift()?.close();
    if (this.#mayOpen()) this.#connect();
  }

  /**
   * Sends a request in a later turn of the event loop. Pending events of the connection are read first: its end, or
   * unrequested data that would be taken for the response.
   */
  #start(connection: Connection, request: PendingRequest): void {
    // A request that must not be sent twice waits one turn more, for data that arrived before the last response was
    // read.
    this.#startSoon({ connection, request, isCurrent: request.options.idempotent !== false });
  }

  #startSoon(start: Start): void {
    if (this.#starting.length === 0) setImmediate(this.#sendStarting);
    this.#starting.push(start);
  }

  readonly #sendStarting = (): void => {
    const starting = this.#starting;
    this.#starting = [];
    this.#isSending = true;
    for (const start of starting) {
      const { connection, request } = start;
      if (!connection.isUsable) this.#serveAgain(request);
      else if (request.isFinished) this.becameIdle(connection, 1);
      else if (start.isCurrent) this.#send(connection, request);
      else this.#startSoon({ ...start, isCurrent: true });
    }
    this.#isSending = false;
    this.#endIfDone();
  };

  #send(connection: Connection, request: PendingRequest): void {
    connection.send(request, listFields(request.options.headers, this.#host));
  }

  /** Serves a request again, before others that wait, since its connection has become unusable. */
  #serveAgain(request: PendingRequest): void {
    if (request.isFinished) return;
    if (this.#end === 'destroyed') request.fail(new errors.ClientDestroyedError());
    else this.#serve(request, 'unshift');
  }

  #connect(): void {
    this.#opening += 1;
    try {
      this.#options.connect(this.#address, (...result) => this.#connected(...result));
    } catch (error) {
      this.#connected(error as Error, null);
    }
  }

  #connected(...[error, socket]: Parameters<buildConnector.Callback>): void {
    this.#opening -= 1;
    if (error) this.#failToConnect(error);
    else if (this.#end === 'destroyed') socket.destroy();
    else this.#add(socket);
    this.#endIfDone();
  }

  /** Fails the next request, unless the connections being opened will serve all requests that wait. */
  #failToConnect(error: Error): void {
    if (this.queued > 0) this.#nextWaiting()?.fail(error);
    this.#openForWaiting();
  }

  #add(socket: Socket): void {
    const connection = new Connection(socket, this);
    this.#open.add(connection);
    this.#sweeper ??= setInterval(this.#sweep, sweepMs).unref();
    if (!this.#hasConnected) this.#options.connected();
    this.#hasConnected = true;
    const request = this.#nextWaiting();
    // Sent at once: if every new connection fails, the error is reported, and connections are not opened endlessly.
    if (request) this.#send(connection, request);
    else this.becameIdle(connection, sweepMs);
  }

  becameIdle(connection: Connection, milliseconds: number): void {
    const request = nextOf(this.#waiting);
    if (request) return this.#start(connection, request);
    // Requests left in the queue need a new connection, so this one makes room for it.
    if (this.queued > 0) return connection.close();
    connection.idleUntil = this.#sweeps + Math.ceil(milliseconds / sweepMs);
    this.#idle.push(connection);
    this.#endIfDone();
  }

  #nextWaiting(): PendingRequest | undefined {
    return nextOf(this.#waitingForNew) ?? nextOf(this.#waiting);
  }

  left(connection: Connection): void {
    this.#open.delete(connection);
    const index = this.#idle.indexOf(connection);
    if (index !== -1) this.#idle.splice(index, 1);
    this.#openForWaiting();
    this.#endIfDone();
  }

  #openForWaiting(): void {
    while (this.queued > 0 && this.#mayOpen()) this.#connect();
  }

  readonly #sweep = (): void => {
    this.#sweeps += 1;
    for (const connection of this.#idle.filter(({ idleUntil }) => idleUntil <= this.#sweeps))
      connection.close();
    if (this.#open.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  };

  /** Resolves after the last response, and accepts no more requests. */
  close(): Promise<void> {
    this.#end ??= 'closing';
    return new Promise((resolve) => {
      this.#resolveClosed.push(resolve);
      this.#endIfDone();
    });
  }

  #endIfDone(): void {
    if (!this.#end || this.#waiting.length + this.#waitingForNew.length > 0 || this.#opening > 0) return;
    if (this.#starting.length > 0 || this.#isSending || this.#open.size > this.#idle.length) return;
    for (const connection of this.#idle.splice(0)) connection.close();
    clearInterval(this.#sweeper);
    for (const resolve of this.#resolveClosed.splice(0)) resolve();
  }

  /** Aborts all requests in progress. */
  async destroy(): Promise<void> {
    this.#end = 'destroyed';
    const reason = new errors.ClientDestroyedError();
    for (const queue of [this.#waitingForNew, this.#waiting])
      for (const request of queue.splice(0)) request.fail(reason);
    for (const { request } of this.#starting) request.fail(reason);
    for (const connection of this.#open) connection.abort(reason);
    this.#endIfDone();
  }
}

function nextOf(queue: PendingRequest[]): PendingRequest | undefined {
  let request = queue.shift();
  while (request?.isFinished) request = queue.shift();
  return request;
}

/** The settings for opening a connection to an origin. */
export function addressOf(origin: string): buildConnector.Options {
  const { protocol, hostname, host, port } = new URL(origin);
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port };
}
