import { Pool, type buildConnector, type Dispatcher } from 'undici';
import { Http1Pool } from './http1/http1-pool.ts';

/** The connections to one origin at a time. */
export interface Connections {
  /** How many requests wait for a connection, and not for one that is being opened. */
  readonly queued: number;
  /** Returns whether there is a connection for the next request, too. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean;
  /** Resolves after the last answer. */
  close(): Promise<void>;
  /** Breaks everything off. */
  destroy(): Promise<void>;
}

interface ConnectionSettings {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly maxConnections: number;
  readonly isHttp2: boolean;
}

/** Opens connections as they are needed: of HTTP/1.1 the gateway's own, and undici's where HTTP/2 is offered. */
export function openConnections(
  { origin, maxConnections, isHttp2 }: ConnectionSettings,
  connect: buildConnector.connector,
  connected: () => void,
): Connections {
  if (!isHttp2) return new Http1Pool({ origin, maxConnections, connect, connected });
  const pool = new Pool(origin, { allowH2: true, connections: maxConnections, connect });
  pool.once('connect', connected);
  return {
    get queued() {
      return pool.stats.queued;
    },
    dispatch: (options, handler) => pool.dispatch(options, handler),
    close: () => pool.close(),
    destroy: () => pool.destroy(),
  };
}
