import { registerHooks } from 'node:module';
import { Pool, type Dispatcher } from 'undici';
import type { Http1PoolOptions } from '../../../src/runtime/gateway/upstream/http1/http1-pool.ts';

/**
 * Loaded before a built gateway (`node --import`), whose HTTP/1.1 connections to upstreams are then those of undici's
 * pool instead of its own.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    return found.url.endsWith('/http1/http1-pool.js') ? { ...found, url: import.meta.url } : found;
  },
});

/** The gateway's interface of a pool of HTTP/1.1 connections; retries on a new connection are not in it. */
export class Http1Pool {
  readonly #pool: Pool;

  constructor({ origin, maxConnections, connect, connected }: Http1PoolOptions) {
    this.#pool = new Pool(origin, { connections: maxConnections, connect });
    this.#pool.once('connect', connected);
  }

  get queued(): number {
    return this.#pool.stats.queued;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#pool.dispatch(options, handler);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  destroy(): Promise<void> {
    return this.#pool.destroy();
  }
}
