import { withoutClients, type TlsMaterial } from '#platform/keys/own-certificates.ts';
import { createAuthorizationListener } from './external-authorization/create-authorization-listener.ts';
import { renewTls } from './follow-tls.ts';
import { closeListener, listen } from './listen.ts';
import type { ListenAddress, CallTls, PerListener } from '../served/servers.ts';
import { type ListenerOptions, timeoutsOf } from './listener-options.ts';
import { METHODS, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { trustPeers } from '#runtime/gateway/generation/trusted-peers.ts';
import { registerAuthorize } from '#runtime/oauth/authorize/authorize-routes.ts';
import { oauthAddresses } from '#runtime/oauth/oauth-addresses.ts';
import { registerOAuth } from '#runtime/oauth/oauth-routes.ts';
import { wantsPage } from '#runtime/requests/visit-headers.ts';
import { hasPublicHost } from '#runtime/requests/require-transport-security.ts';
import { portalAddresses } from '#runtime/portal/visit/paths.ts';
import { registerPortal } from '#runtime/portal/portal-routes.ts';
import { rejectError } from '#runtime/rejection/reject-error.ts';
import { sendRejection } from '#runtime/rejection/send-early.ts';
import { registerHealth } from './register-health.ts';
import { answerUnreadable, endWith } from './answer-unreadable.ts';
import { decodableTarget } from './decodable-target.ts';
import { createServer } from './http-server.ts';
import { type Http2Connections, openHttp2 } from './http2/http2-connections.ts';
import { Http2ServerResponse, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createCallHandler } from '#runtime/gateway/call-handler.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import type { HttpRequest, HttpResponse } from '#runtime/ports/http-exchange.ts';
import { answerRejection } from '#runtime/rejection/answer-early.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { findFlaw, findHttp2Flaw } from './find-flaw.ts';
import type { Http2Request, RequestHead } from './http2/http2-request.ts';
import { Http2Response } from './http2/http2-response.ts';

/** The paths that Fastify has routes for. All other paths belong to the gateway. */
class OwnPaths {
  /** Grouped by length, because a set would have to hash the path of every call. */
  readonly #exact: string[][] = [];
  /** The fixed parts of routes whose last segment is a parameter or a wildcard. */
  readonly #prefixes: string[] = [];

  /** Adds the path of a route. Ignores `/*`, the catch-all route of the gateway. */
  add(url: string): void {
    const open = url.search(/[:*]/);
    if (open === -1) this.#addExact(url);
    else if (url !== '/*') this.#prefixes.push(url.slice(0, open));
  }

  has(path: string): boolean {
    const ofLength = this.#exact[path.length];
    if (ofLength !== undefined) for (const own of ofLength) if (own === path) return true;
    for (const prefix of this.#prefixes) if (path.startsWith(prefix)) return true;
    return false;
  }

  #addExact(url: string): void {
    while (this.#exact.length <= url.length) this.#exact.push([]);
    this.#exact[url.length]?.push(url);
  }
}

/** Fastify answers requests of both HTTP versions, but its types allow only one at a time. */
interface Framework {
  answer(request: IncomingMessage | Http2Request, response: ServerResponse | Http2ServerResponse): void;
}

/** The methods that Fastify can answer. Node refuses others over HTTP/1.1, but not over HTTP/2. */
const methods: ReadonlySet<string> = new Set(METHODS);

interface ReceiverOptions extends Pick<
  ListenerOptions,
  'settings' | 'current' | 'inFlight' | 'reportError' | 'callBegan' | 'callEnded' | 'refused'
> {
  readonly framework: Framework;
  readonly ownPaths: OwnPaths;
}

/** Handles everything that a listener receives. */
interface Receiver {
  readonly receive: RequestListener;
  readonly receiveHttp2: (request: Http2Request, stream: ServerHttp2Stream, head: RequestHead) => void;
  readonly takesUpgrade: (request: IncomingMessage) => boolean;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

export interface CallListenersOptions extends Omit<ListenerOptions, 'tls' | 'timeouts'> {
  readonly tls: CallTls;
}

/** The listeners of one thread: for calls, and for proxies that request authorization. */
export class CallListeners {
  readonly #listeners: PerListener<FastifyInstance>;

  constructor(options: CallListenersOptions) {
    const { settings, tls, ...shared } = options;
    const { externalAuthorization: authorization } = settings;
    this.#listeners = {
      calls: createListener({ ...shared, settings, tls: tls.calls }),
      ...(authorization && {
        authorization: createAuthorizationListener({
          ...shared,
          settings,
          authorization,
          tls: tls.authorization,
        }),
      }),
    };
  }

  /** Starts to listen, and resolves with the ports. Rejects with a StartupError. */
  async listen(addresses: PerListener<ListenAddress>): Promise<PerListener<number>> {
    const { calls, authorization } = this.#listeners;
    const port = await listen(calls, addresses.calls);
    if (!authorization || !addresses.authorization) return { calls: port };
    return { calls: port, authorization: await listen(authorization, addresses.authorization) };
  }

  /** Uses another certificate for new connections. */
  takeTls(material: TlsMaterial): void {
    const { calls, authorization } = this.#listeners;
    renewTls(calls.server, withoutClients(material));
    if (authorization) renewTls(authorization.server, material);
  }

  async close(): Promise<void> {
    await Promise.all(
      Object.values<FastifyInstance>({ ...this.#listeners }).map((app) => closeListener(app)),
    );
  }
}

/** Creates the listeners of a thread, which `opened` closes. */
export function openCallListeners(
  options: CallListenersOptions,
  opened: AsyncDisposableStack,
): CallListeners {
  return opened.adopt(new CallListeners(options), (listeners) => listeners.close());
}

/**
 * Creates the server that receives calls. It serves the pages and the OAuth endpoints, and passes all other requests to
 * the gateway.
 */
export function createListener(options: ListenerOptions): FastifyInstance {
  const { settings, current, reportError } = options;
  const state = options.state ?? (() => (current() ? 'ready' : 'starting'));
  const app = createApp(options);
  const addresses = oauthAddresses(settings);
  const routes = {
    addresses,
    currentServer: () => current()?.authorization,
    reportError,
    isOnPublicHost: hasPublicHost(settings),
  };
  void app.register(async (health) =>
    registerHealth(health, state, (reply) =>
      sendRejection(reply, { code: 'method_not_allowed', headers: { allow: 'GET, HEAD' } }, undefined),
    ),
  );
  void app.register(async (oauth) => registerOAuth(oauth, routes));
  void app.register((pages) => registerAuthorize(pages, routes));
  const { storeUrl } = settings;
  if (storeUrl !== undefined)
    void app.register((store) =>
      registerPortal(store, {
        ...routes,
        path: portalAddresses(storeUrl).path,
        currentPortal: () => current()?.portal,
        errorDocsUrl: () => current()?.gateway.settings.errorDocsUrl,
      }),
    );
  return app;
}

function createApp(options: ListenerOptions): FastifyInstance {
  const { settings, tls, current, reportError } = options;
  const errorDocsUrl = () => current()?.gateway.settings.errorDocsUrl;
  const ownPaths = new OwnPaths();
  let isClosing = false;
  let http2: Http2Connections | undefined;
  const app = Fastify({
    serverFactory: (framework) => {
      const receiver = createReceiver({ ...options, framework: { answer: framework }, ownPaths });
      const { timeouts = timeoutsOf(settings.listener) } = options;
      const { limits } = settings.listener;
      const wantsNoMore = () => isClosing || options.state?.() === 'stopping';
      if (tls && settings.listener.http2)
        http2 = openHttp2({ limits, timeouts, isClosing: wantsNoMore, receive: receiver.receiveHttp2 });
      return createServer(receiver.receive, tls, {
        ...receiver,
        isClosing: wantsNoMore,
        timeouts,
        limits,
        ...(http2 && { http2 }),
      });
    },
    rewriteUrl: decodableTarget,
    // Makes `request.ip` the address that a trusted proxy reports.
    trustProxy: trustPeers(settings.trustedProxies),
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) =>
      sendRejection(reply, rejectError(error, reportError), errorDocsUrl()),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, errorDocsUrl(), options.refused),
  });
  addMethods(app);
  app.addHook('onRoute', ({ url }) => ownPaths.add(url));
  app.addHook('preClose', (done) => {
    isClosing = true;
    http2?.close();
    done();
  });
  return app;
}

/** Allows every method: the APIs decide which exist. */
function addMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true });
  }
}

/** Passes requests for pages and OAuth endpoints to Fastify, and handles API calls without it. */
function createReceiver(options: ReceiverOptions): Receiver {
  const { current, framework, ownPaths } = options;
  const { limits } = options.settings.listener;
  const isOwn = (request: HttpRequest) => {
    const { path } = splitTarget(request.url ?? '/');
    return ownPaths.has(path) && (path !== '/' || (isRootVisit(request) && current()?.portal !== undefined));
  };
  const handleCall = createCallHandler({ ...options, currentGeneration: () => current()?.gateway });
  const refuse = (request: HttpRequest, response: HttpResponse, code: ErrorCode) => {
    // Where the body ends is uncertain, so no request may follow on the connection.
    response.shouldKeepAlive = false;
    options.refused?.(code);
    answerRejection(request, response, { code }, current()?.gateway.settings.errorDocsUrl);
  };
  return {
    receive: (request, response) => {
      const flaw = findFlaw(request, limits);
      if (flaw) refuse(request, response, flaw);
      else if (isOwn(request)) framework.answer(request, response);
      else handleCall(request, response);
    },
    receiveHttp2: (request, stream, head) => {
      const flaw = findHttp2Flaw(request, head, limits);
      if (flaw) refuse(request, new Http2Response(stream), flaw);
      else if (isOwn(request) && !methods.has(request.method ?? ''))
        refuse(request, new Http2Response(stream), 'method_unknown');
      else if (isOwn(request)) framework.answer(request, new Http2ServerResponse(stream));
      else {
        request.isStream = isGrpc(request);
        handleCall(request, new Http2Response(stream));
      }
    },
    takesUpgrade: (request) => isWebSocket(request) && !isOwn(request),
    upgrade: (request, socket, head) => {
      const response = respondOn(request, socket);
      const flaw = findFlaw(request, limits);
      if (flaw) refuse(request, response, flaw);
      else handleCall(request, response, { socket, response, head });
    },
  };
}

/** Whether a person opens the root in a browser, which leads to the store; any other request of it is a call. */
function isRootVisit({ method, headers }: HttpRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && wantsPage(headers);
}

/** Whether the body is a sequence of gRPC messages, which the gRPC protocol marks by this content type. */
function isGrpc({ headers }: HttpRequest): boolean {
  return headers['content-type']?.startsWith('application/grpc') === true;
}

/**
 * Whether a request opens a WebSocket (RFC 6455 section 4.1). The gateway supports no other upgrade, and ignores an
 * upgrade in HTTP/1.0 (RFC 9110 section 7.8). A request with a body is not upgraded either, since Node would lose the
 * body.
 */
function isWebSocket({ method, headers, httpVersionMinor }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersionMinor === 0 || headers.upgrade?.toLowerCase() !== 'websocket')
    return false;
  return (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
}

/**
 * An HTTP response on a connection that requested an upgrade. Node leaves such a connection to the application, so
 * backpressure and the end of the connection are handled here.
 */
function respondOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => {
    // Discards further data, which otherwise would keep the end of the connection from being noticed.
    socket.resume();
    endWith(socket);
  });
  socket.on('error', () => socket.destroy());
  socket.on('drain', () => response.emit('drain'));
  socket.once('end', () => {
    // A client that closes its side before the upgrade does not need a response.
    if (response.socket) socket.end();
  });
  return response;
}
