import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions, TLSSocket } from 'node:tls';
import type { ListenerLimits } from '#compiled/settings/gateway-settings.ts';
import type { TlsMaterial } from '#platform/keys/own-certificates.ts';
import type { Http2Connections } from './http2/http2-connections.ts';
import { type ConnectionTimeouts, defaultTimeouts } from './listener-options.ts';
import { endAfterNext, isIdle, ResponseInOrder, takeInOrder } from './pending-response.ts';
import { abortStalled } from './stalled-clients.ts';

/** What a server can do in addition to answering requests. */
export interface ServerAbilities {
  /** Which requests for another protocol are upgraded. The others are answered as if they had not requested it. */
  readonly takesUpgrade?: (request: IncomingMessage) => boolean;
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** While it returns true, every response closes its connection. */
  readonly isClosing?: () => boolean;
  readonly timeouts?: ConnectionTimeouts;
  /** Limits for the head of a request; Node's own limits if absent. */
  readonly limits?: Pick<ListenerLimits, 'maxHeaderBytes' | 'maxHeaders'>;
  /**
   * Whether a client without a valid certificate is refused the connection. Otherwise it can connect, and gets a
   * response that explains the problem.
   */
  readonly refusesStrangers?: boolean;
  /** Handles the TLS connections whose clients choose HTTP/2. */
  readonly http2?: Http2Connections;
}

/**
 * Creates a server over TLS 1.2 or later, or over plain HTTP without TLS material. Throws if the material is not valid.
 */
export function createServer(
  handler: RequestListener,
  tls: TlsMaterial | undefined,
  {
    takesUpgrade = () => false,
    upgrade,
    isClosing = () => false,
    timeouts = defaultTimeouts,
    limits,
    refusesStrangers = false,
    http2,
  }: ServerAbilities = {},
): Server {
  const options = {
    ...timeouts,
    ...(limits && { maxHeaderSize: limits.maxHeaderBytes }),
    // Probes idle connections, which is the only way to notice a client that disconnected silently.
    keepAlive: true,
    keepAliveInitialDelay: timeouts.headersTimeout,
    // Otherwise Node itself would answer requests without a Host header, and without the gateway's error body.
    requireHostHeader: false,
    shouldUpgradeCallback: (request: IncomingMessage) =>
      (takesUpgrade(request) && isIdle(request.socket)) || declineUpgrade(request),
    // Requests without a body end at once, and need not be read to their end.
    optimizeEmptyRequests: true,
    ServerResponse: responseThatCloses(isClosing),
  };
  const receive = takeInOrder(handler);
  const server = tls
    ? createTlsServer(
        { ...options, ...secureContextOf(tls), ...clientCertificateOptions(tls, refusesStrangers) },
        receive,
        http2,
      )
    : createHttpServer(options, receive);
  // Node silently drops headers above its limit, so one more is allowed, for which the request is then refused.
  if (limits) server.maxHeadersCount = limits.maxHeaders + 1;
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1). Node would answer 417 without a body.
  server.on('checkExpectation', receive);
  // The gateway sends 100 Continue when it reads the body. Node would send it before anything is checked.
  server.on('checkContinue', receive);
  // Refuse CONNECT with a response; Node would just close the connection. Node no longer handles errors of this socket.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    server.emit('clientError', new Error('no tunnels are opened'), socket);
  });
  if (upgrade) server.on('upgrade', upgrade);
  const opens = tls ? 'secureConnection' : 'connection';
  server.on(opens, requireAddress);
  abortStalled(server, opens, timeouts.stalledClientTimeout);
  return server;
}

/**
 * Creates an HTTPS server. The TLS handshake selects the protocol (RFC 7301); HTTP/1.1 is handled the same whether or
 * not HTTP/2 is offered.
 */
function createTlsServer(
  options: ServerOptions,
  receive: RequestListener,
  http2: Http2Connections | undefined,
): Server {
  if (!http2) return createHttpsServer(options, receive);
  const server = createHttpsServer({ ...options, ALPNProtocols: ['h2', 'http/1.1'] }, receive);
  const speakHttp1 = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') http2.take(socket);
    else for (const speak of speakHttp1) speak.call(server, socket);
  });
  server.once('close', () => http2.end());
  return server;
}

/** The options that a TLS server is created or updated with. */
export function secureContextOf({ certificate, key, clientCa }: TlsMaterial): SecureContextOptions {
  return { cert: certificate, key, minVersion: 'TLSv1.2', ...(clientCa !== undefined && { ca: clientCa }) };
}

function clientCertificateOptions({ clientCa }: TlsMaterial, rejectUnauthorized: boolean): ServerOptions {
  return clientCa === undefined ? {} : { requestCert: true, rejectUnauthorized };
}

/**
 * Declines an upgrade, and lets the response close the connection: Node reserves the data that arrived with the request
 * for the new protocol, so that it is lost. Connections with pending responses are always declined.
 */
function declineUpgrade({ socket }: IncomingMessage): false {
  endAfterNext(socket);
  return false;
}

/**
 * A response class that announces the end of the connection once the listener closes, including for calls in flight.
 */
function responseThatCloses(isClosing: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ResponseInOrder<Request> {
    override writeHead(...head: [number]): this {
      if (isClosing()) this.shouldKeepAlive = false;
      return super.writeHead(...head);
    }
  };
}

/**
 * Closes a connection whose client reset it before it was accepted: the system no longer knows the client's address, so
 * that calls could neither be answered nor attributed. A socket remembers the address after the first access.
 */
function requireAddress(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}
