import { X509Certificate } from 'node:crypto';
import { Readable, type Duplex } from 'node:stream';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector, Dispatcher } from 'undici';
import type { UpstreamRequest } from './pending-request.ts';
import type { ForbiddenUpstreams } from '#compiled/settings/forbidden-upstreams.ts';
import { lookupAllowed, refuseForbidden } from './forbidden-address.ts';
import { Http1Pool } from './http1/http1-pool.ts';
import { NegotiatedPool } from './http2/negotiated-pool.ts';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Handles a request that may have to wait for a connection. If it waits longer than `maxMs`, `giveUp` is called; the
 * request is then never sent, and the wrapped handler gets no more events.
 */
class WaitingHandler implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #limit: NodeJS.Timeout;
  #isGivenUp = false;

  constructor(handler: Dispatcher.DispatchHandler, maxMs: number, giveUp: () => void) {
    this.#handler = handler;
    this.#limit = setTimeout(() => {
      this.#isGivenUp = true;
      giveUp();
    }, maxMs).unref();
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    clearTimeout(this.#limit);
    // Throws, since an abort would close the connection, which the next request can use.
    if (this.#isGivenUp) throw new Error('the client no longer waits for the response');
    this.#handler.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    socket: Duplex,
  ): void {
    this.#handler.onRequestUpgrade?.(controller, status, headers, socket);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    message?: string,
  ): void {
    this.#handler.onResponseStart?.(controller, status, headers, message);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#limit);
    if (!this.#isGivenUp) this.#handler.onResponseError?.(controller, error);
  }
}

/** The settings of the connections to an upstream: equal settings share a pool. */
export interface PoolSettings {
  /** Scheme, host and port. */
  readonly origin: string;
  /** PEM certificates that are trusted in addition to the default ones. */
  readonly ca?: string;
  /** The client certificate and its key, in PEM. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
  /** How long a connection may take, and how long a call may wait for a free one. */
  readonly connectMs: number;
  /** The most connections. As many calls again may wait for one. */
  readonly maxConnections: number;
  /** Whether HTTP/2 is offered in the TLS handshake. */
  readonly isHttp2: boolean;
}

/** What applies to the connections to all upstreams. */
export interface ConnectionLimits {
  /** The maximum age of connections, in milliseconds; older ones are replaced. */
  readonly maxAgeMs: number;
  /** The addresses that are not called, read for each new connection. */
  readonly forbidden: () => ForbiddenUpstreams;
}

/** The queue for a connection is full, or a call has waited in it for too long. */
export class UpstreamOverloadedError extends Error {
  override readonly name = 'UpstreamOverloadedError';
  readonly code = 'UPSTREAM_OVERLOADED';

  constructor() {
    super('too many requests wait for a connection');
  }
}

/**
 * The connections to one upstream. All of them are replaced after `maxAgeMs`, so that the host name is resolved again,
 * however busy they are. Replaced connections close after their last response.
 */
export class UpstreamPool extends Dispatcher {
  readonly #settings: PoolSettings;
  readonly #limits: ConnectionLimits;
  readonly #secureContext: SecureContext | undefined;
  #connect: buildConnector.connector | undefined;
  /** Opened by the first request, since only a few of many upstreams are called at a time. */
  #current: Connections | undefined;
  #ageing: NodeJS.Timeout | undefined;
  /** The replaced connections, until their last response. */
  readonly #leaving = new Map<Connections, Promise<void>>();
  #isFull = false;

  /** Throws if the certificates or the key are not valid PEM. */
  constructor(settings: PoolSettings, limits: ConnectionLimits, secureContext = createTlsContext(settings)) {
    super();
    this.#settings = settings;
    this.#limits = limits;
    this.#secureContext = secureContext;
  }

  /** A separate connection to the same upstream, for requests that must not wait behind calls. */
  openSeparate(): UpstreamPool {
    return new UpstreamPool({ ...this.#settings, maxConnections: 1 }, this.#limits, this.#secureContext);
  }

  /**
   * Sends a request. The handler gets an UpstreamOverloadedError before this returns if too many requests wait already,
   * or later if no connection is free in time.
   */
  override dispatch(options: UpstreamRequest, handler: Dispatcher.DispatchHandler): boolean {
    const pool = this.#current ?? this.#open();
    const isFree = this.#isFull ? this.#wait(pool, options, handler) : pool.dispatch(options, handler);
    this.#isFull = !isFree;
    return isFree;
  }

  /** Sends a request with a limit to its waiting time, since an event stream may occupy its connection forever. */
  #wait(pool: Connections, options: UpstreamRequest, handler: Dispatcher.DispatchHandler): boolean {
    const { connectMs, maxConnections } = this.#settings;
    if (pool.queued >= maxConnections) return refuse(options, handler);
    return pool.dispatch(options, new WaitingHandler(handler, connectMs, () => refuse(options, handler)));
  }

  /** Closes every connection after its last response, then resolves. Never rejects. */
  async end(): Promise<void> {
    if (this.#current) this.#leave(this.#current);
    await Promise.all(this.#leaving.values());
  }

  /** Aborts every connection. */
  async abort(): Promise<void> {
    if (this.#current) this.#leave(this.#current);
    await Promise.all([...this.#leaving.keys()].map((pool) => pool.destroy()));
  }

  #open(): Connections {
    // Shared by successive pools, since it caches the TLS sessions.
    this.#connect ??= buildConnect(this.#settings, this.#limits, this.#secureContext);
    const pool = openConnections(this.#settings, this.#connect, () => {
      // The first connection is the oldest, and all are replaced with it.
      this.#ageing = setTimeout(() => this.#leave(pool), this.#limits.maxAgeMs).unref();
    });
    this.#current = pool;
    return pool;
  }

  #leave(pool: Connections): void {
    if (this.#current !== pool) return;
    clearTimeout(this.#ageing);
    this.#current = undefined;
    this.#isFull = false;
    const forget = () => void this.#leaving.delete(pool);
    // `close` waits for the requests in progress, and rejects only if the pool is destroyed meanwhile.
    this.#leaving.set(pool, pool.close().then(forget, forget));
  }
}

/**
 * Reports an UpstreamOverloadedError to the handler, as for a request that could not be sent, and destroys the body.
 */
function refuse({ body }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): false {
  if (body instanceof Readable) body.destroy();
  handler.onResponseError?.(null as unknown as Dispatcher.DispatchController, new UpstreamOverloadedError());
  return false;
}

/** Makes Node stop reading from a socket as soon as it is paused; otherwise it reads on until its buffer is full. */
const unbuffered = {
  // Must be unset, since it would override the two below.
  highWaterMark: undefined,
  readableHighWaterMark: 1,
  writableHighWaterMark: 64 * 1024,
};

function buildConnect(
  { origin, connectMs, isHttp2 }: PoolSettings,
  { forbidden }: ConnectionLimits,
  secureContext: SecureContext | undefined,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectMs,
    lookup: lookupAllowed(origin, forbidden),
    allowH2: isHttp2,
    preferH2: isHttp2,
    ...(secureContext ? { secureContext } : {}),
    ...(origin.startsWith('http:') && unbuffered),
  });
  return refuseForbidden(origin, forbidden, connect);
}

/** Created once for an upstream, since reading the default certificates takes longer than a handshake. */
function createTlsContext({ origin, ca, clientCertificate }: PoolSettings): SecureContext | undefined {
  if (ca === undefined && !clientCertificate) return undefined;
  try {
    return createSecureContext({
      ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ...authoritiesIn(ca)] }),
      ...(clientCertificate ? { cert: clientCertificate.certificate, key: clientCertificate.key } : {}),
    });
  } catch {
    throw new Error(
      `The certificates for the upstream ${origin} are not valid PEM, or its key is not theirs.`,
    );
  }
}

/**
 * The certificates in a PEM text. Throws if one is invalid: OpenSSL would ignore it, and then trust nothing that it has
 * signed.
 */
function authoritiesIn(pem: string): readonly string[] {
  const certificates = pem.match(/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----[^]*?-----END [^-]*-----/g) ?? [pem];
  return certificates.map((certificate) => new X509Certificate(certificate).toString());
}

/** The current connections to one origin. */
export interface Connections {
  /** How many requests wait beyond those that the connections being opened will serve. */
  readonly queued: number;
  /** Sends a request. Returns false if the next one would have to wait for a connection. */
  dispatch(options: UpstreamRequest, handler: Dispatcher.DispatchHandler): boolean;
  /** Resolves after the last response. */
  close(): Promise<void>;
  /** Aborts everything. */
  destroy(): Promise<void>;
}

interface ConnectionSettings {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly maxConnections: number;
  readonly isHttp2: boolean;
}

/** Opens connections on demand, over HTTP/2 if it is enabled and the upstream chooses it. */
function openConnections(
  { origin, maxConnections, isHttp2 }: ConnectionSettings,
  connect: buildConnector.connector,
  connected: () => void,
): Connections {
  const options = { origin, maxConnections, connect, connected };
  return isHttp2 ? new NegotiatedPool(options) : new Http1Pool(options);
}
