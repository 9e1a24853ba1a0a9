import { registerHooks } from 'node:module';
import { Pool, type Dispatcher } from 'undici';
import { undiciNotice } from '../undici-notice.ts';
import type { Http1PoolOptions } from '../../../src/runtime/gateway/upstream/http1/http1-pool.ts';

/**
 * Loaded before a gateway that runs from its sources (`node --import`), whose HTTP/1.1 connections to upstreams are then
 * those of undici's pool. The gateway's log reports that with the first one.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    return found.url.endsWith('/http1/http1-pool.ts') ? { ...found, url: import.meta.url } : found;
  },
});

// Resolved before the hook is there, so it is the gateway's own.
export { addressOf } from '../../../src/runtime/gateway/upstream/http1/http1-pool.ts';

/** The gateway's interface of a pool of HTTP/1.1 connections; retries on a new connection are not in it. */
export class Http1Pool {
  readonly #pool: Pool;

  constructor({ origin, maxConnections, connect, connected }: Http1PoolOptions) {
    process.emitWarning(undiciNotice);
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
