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

/** The functions of a server besides answering requests. */
export interface ServerAbilities {
  /** Which requests to speak another protocol are taken up; the others are answered as if they had not requested it. */
  readonly takesUpgrade?: (request: IncomingMessage) => boolean;
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** From when on every answer ends its connection. */
  readonly isClosing?: () => boolean;
  readonly timeouts?: ConnectionTimeouts;
  /** Of the head of a request; Node's own without them. */
  readonly limits?: Pick<ListenerLimits, 'maxHeaderBytes' | 'maxHeaders'>;
  /** Whether a client without a good certificate gets no connection; otherwise it gets an answer, which says what is wrong. */
  readonly refusesStrangers?: boolean;
  /** Takes the connections over TLS whose clients choose HTTP/2. */
  readonly http2?: Http2Connections;
}

/** A server over TLS 1.2 or later, or over plain HTTP if there is no TLS material. Throws if that is not valid. */
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
    // A client that disconnects silently is noticed only this way if neither side sends anything.
    keepAlive: true,
    keepAliveInitialDelay: timeouts.headersTimeout,
    // Without a Host header Node would answer by itself, and without the error body.
    requireHostHeader: false,
    shouldUpgradeCallback: (request: IncomingMessage) =>
      (takesUpgrade(request) && isIdle(request.socket)) || declineUpgrade(request),
    // A request without a body has ended when it begins, and does not have to be read to its end.
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
  // Node silently drops further headers, so one more is read, for which the request is refused.
  if (limits) server.maxHeadersCount = limits.maxHeaders + 1;
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', receive);
  // 100 Continue is sent when the body is read; Node would send it before anything is checked.
  server.on('checkContinue', receive);
  // Node would close the connection without a word; it minds the errors of the connection no longer.
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

/** Which protocol a connection speaks is agreed on in its handshake (RFC 7301); HTTP/1.1 takes the same way with and without HTTP/2. */
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

/** The TLS material of a server. */
export function secureContextOf({ certificate, key, clientCa }: TlsMaterial): SecureContextOptions {
  return { cert: certificate, key, minVersion: 'TLSv1.2', ...(clientCa !== undefined && { ca: clientCa }) };
}

function clientCertificateOptions({ clientCa }: TlsMaterial, rejectUnauthorized: boolean): ServerOptions {
  return clientCa === undefined ? {} : { requestCert: true, rejectUnauthorized };
}

/**
 * No connection with pending answers is taken over. Whatever arrived together with a request that is declined is lost,
 * since Node keeps it for the new protocol.
 */
function declineUpgrade({ socket }: IncomingMessage): false {
  endAfterNext(socket);
  return false;
}

/** Once the listener closes, every answer announces it, also for calls in flight. */
function responseThatCloses(isClosing: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ResponseInOrder<Request> {
    override writeHead(...head: [number]): this {
      if (isClosing()) this.shouldKeepAlive = false;
      return super.writeHead(...head);
    }
  };
}

/**
 * The system forgets the address of a client that resets its connection; a socket keeps it from the first read on. A
 * connection that was reset before it was accepted has none, so its calls could be neither answered nor attributed.
 */
function requireAddress(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}
