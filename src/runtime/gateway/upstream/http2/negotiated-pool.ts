import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { Http1Pool, type Http1PoolOptions } from '../http1/http1-pool.ts';
import type { PendingRequest, UpstreamRequest } from '../pending-request.ts';
import { Http2Pool, isHttp2 } from './http2-pool.ts';

/** An upstream has chosen HTTP/2 that chose HTTP/1.1 before. Nothing was sent yet. */
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
