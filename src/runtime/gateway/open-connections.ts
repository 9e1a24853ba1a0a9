import type { buildConnector, Dispatcher } from 'undici';
import { Http1Pool } from './upstream/http1/http1-pool.ts';
import { NegotiatedPool } from './upstream/http2/negotiated-pool.ts';
import type { UpstreamRequest } from './upstream/pending-request.ts';

/** The connections to one origin at a time. */
export interface Connections {
  /** How many requests wait for a connection, and not for one that is being opened. */
  readonly queued: number;
  /** Returns whether there is a connection for the next request, too. */
  dispatch(options: UpstreamRequest, handler: Dispatcher.DispatchHandler): boolean;
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

/** Opens connections as they are needed, of HTTP/2 where that is offered and chosen. */
export function openConnections(
  { origin, maxConnections, isHttp2 }: ConnectionSettings,
  connect: buildConnector.connector,
  connected: () => void,
): Connections {
  const options = { origin, maxConnections, connect, connected };
  return isHttp2 ? new NegotiatedPool(options) : new Http1Pool(options);
}
