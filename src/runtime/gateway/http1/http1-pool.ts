import type { Socket } from 'node:net';
import { errors, type buildConnector, type Dispatcher } from 'undici';
import { Connection, type ConnectionOwner } from './connection.ts';
import { PendingRequest } from './pending-request.ts';
import type { FieldList } from './request-head.ts';

export interface Http1PoolOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly maxConnections: number;
  readonly connect: buildConnector.connector;
  /** Is told when the first connection is there. */
  readonly connected: () => void;
}

/** How often connections that rest are looked at, in milliseconds. */
const sweepMs = 500;

/** A request that a connection was found for. */
interface Start {
  readonly connection: Connection;
  readonly request: PendingRequest;
}

/** The connections of HTTP/1.1 to one origin: as many as are needed, and no more than may be. */
export class Http1Pool implements ConnectionOwner {
  readonly #options: Http1PoolOptions;
  readonly #address: buildConnector.Options;
  readonly #host: string;
  readonly #open = new Set<Connection>();
  /** Those that are being opened. */
  #opening = 0;
  /** Those that a request may be sent on; the one that was used last is used next. */
  readonly #resting: Connection[] = [];
  readonly #waiting: PendingRequest[] = [];
  #starting: Start[] = [];
  #isSending = false;
  #hasConnected = false;
  #sweeps = 0;
  #sweeper: NodeJS.Timeout | undefined;
  #end: 'closing' | 'destroyed' | undefined;
  #resolveClosed: (() => void)[] = [];

  constructor(options: Http1PoolOptions) {
    this.#options = options;
    const { protocol, hostname, host, port } = new URL(options.origin);
    this.#address = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port };
    this.#host = host;
  }

  /** How many wait for a connection that is none of those that are being opened. */
  get queued(): number {
    return Math.max(0, this.#waiting.length - this.#opening);
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
    this.#serve(request, 'push');
    return this.#resting.length > 0 || this.#mayOpen();
  }

  #mayOpen(): boolean {
    return this.#open.size + this.#opening < this.#options.maxConnections;
  }

  #serve(request: PendingRequest, place: 'push' | 'unshift'): void {
    const connection = this.#resting.pop();
    if (connection) return this.#start(connection, request);
    this.#waiting[place](request);
    if (this.#mayOpen()) this.#connect();
  }

  /**
   * What has arrived on connections meanwhile is read first: that one was closed, or what nobody has asked for and would
   * be taken for the answer.
   */
  #start(connection: Connection, request: PendingRequest): void {
    if (this.#starting.length === 0) setImmediate(this.#sendStarting);
    this.#starting.push({ connection, request });
  }

  readonly #sendStarting = (): void => {
    const starting = this.#starting;
    this.#starting = [];
    this.#isSending = true;
    for (const { connection, request } of starting) {
      if (!connection.isUsable) this.#serveAgain(request);
      else if (request.isOver) this.rests(connection, 1);
      else this.#send(connection, request);
    }
    this.#isSending = false;
    this.#endIfDone();
  };

  #send(connection: Connection, request: PendingRequest): void {
    connection.send(request, fieldsOf(request.options.headers, this.#host));
  }

  /** It has had its turn already. */
  #serveAgain(request: PendingRequest): void {
    if (request.isOver) return;
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

  /** Those for whom another connection is being opened wait on. */
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
    // At once, so that what is wrong with every new connection is told, and not met with new ones without end.
    if (request) this.#send(connection, request);
    else this.rests(connection, sweepMs);
  }

  rests(connection: Connection, milliseconds: number): void {
    const request = this.#nextWaiting();
    if (request) return this.#start(connection, request);
    connection.restsUntil = this.#sweeps + Math.ceil(milliseconds / sweepMs);
    this.#resting.push(connection);
    this.#endIfDone();
  }

  #nextWaiting(): PendingRequest | undefined {
    let request = this.#waiting.shift();
    while (request?.isOver) request = this.#waiting.shift();
    return request;
  }

  left(connection: Connection): void {
    this.#open.delete(connection);
    const index = this.#resting.indexOf(connection);
    if (index !== -1) this.#resting.splice(index, 1);
    this.#openForWaiting();
    this.#endIfDone();
  }

  #openForWaiting(): void {
    while (this.queued > 0 && this.#mayOpen()) this.#connect();
  }

  readonly #sweep = (): void => {
    this.#sweeps += 1;
    for (const connection of this.#resting.filter(({ restsUntil }) => restsUntil <= this.#sweeps))
      connection.close();
    if (this.#open.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  };

  /** Resolves after the last answer, and takes no more requests. */
  close(): Promise<void> {
    this.#end ??= 'closing';
    return new Promise((resolve) => {
      this.#resolveClosed.push(resolve);
      this.#endIfDone();
    });
  }

  #endIfDone(): void {
    if (!this.#end || this.#waiting.length > 0 || this.#opening > 0) return;
    if (this.#starting.length > 0 || this.#isSending || this.#open.size > this.#resting.length) return;
    for (const connection of this.#resting.splice(0)) connection.close();
    clearInterval(this.#sweeper);
    for (const resolve of this.#resolveClosed.splice(0)) resolve();
  }

  /** Breaks off all that is under way. */
  async destroy(): Promise<void> {
    this.#end = 'destroyed';
    const reason = new errors.ClientDestroyedError();
    for (const request of this.#waiting.splice(0)) request.fail(reason);
    for (const { request } of this.#starting) request.fail(reason);
    for (const connection of this.#open) connection.breakOff(reason);
    this.#endIfDone();
  }
}

/** The names and values in turn, with that of the host first. */
function fieldsOf(headers: Dispatcher.DispatchOptions['headers'], host: string): FieldList {
  const fields = Array.isArray(headers)
    ? (headers as FieldList)
    : Object.entries(headers ?? {})
        .flat()
        .map(String);
  return fields[0] === 'host' ? fields : ['host', host, ...fields];
}
