import { createServer, METHODS, type RequestListener, type Server, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import replyFrom, { type FastifyReplyFromOptions } from '@fastify/reply-from';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { Agent } from 'undici';
import type { Exchange } from '#runtime/observation/exchange.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import { closeListener, listen } from '../listeners/listen.ts';
import { ForwardedCall, type RawAnswer } from './forwarded-call.ts';
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { pairHeaders } from './forwarded-headers.ts';

export interface ProxyOptions {
  /** The base URL; its path is prepended to the path of each request. */
  readonly upstream: URL;
  readonly host: string;
  readonly port: number;
  /** The timeout for connecting, and for the head of a response. */
  readonly timeoutMs: number;
  /** Called with each call after it has ended. It must not throw. */
  readonly observe: (exchange: Exchange) => void;
}

export interface RunningProxy {
  /** The URL that the proxy listens at. */
  readonly url: string;
  /** How many WebSockets were forwarded; their content is not inspected. */
  readonly webSockets: () => number;
  /** Closes all connections, busy ones after a timeout, then resolves. */
  close(): Promise<void>;
}

/** How long calls in flight may take before they are aborted, in milliseconds. */
const drainMs = 2000;

const maxHeaderSize = 64 * 1024;

/** Passes a call through `@fastify/reply-from`, as a property of the headers. */
const callKey: unique symbol = Symbol('call');

/** Starts a reverse proxy that changes nothing and reports each call to `observe`. Rejects with a StartupError. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const proxy = new ObservingProxy(options);
  const port = await proxy.listen();
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    webSockets: () => proxy.webSockets,
    close: () => proxy.close(),
  };
}

class ObservingProxy {
  readonly #options: ProxyOptions;
  readonly #upstreamPath: string;
  readonly #agent: Agent;
  readonly #app: FastifyInstance;
  readonly #tunnels = new Set<Duplex>();
  readonly #ending = new Set<Promise<void>>();
  readonly #held = { bytes: 0 };
  webSockets = 0;

  constructor(options: ProxyOptions) {
    const { timeoutMs, upstream } = options;
    this.#options = options;
    this.#upstreamPath = upstream.pathname.replace(/\/+$/, '');
    // A body has no timeout, since an event stream may stay open indefinitely.
    this.#agent = new Agent({
      headersTimeout: timeoutMs,
      bodyTimeout: 0,
      maxHeaderSize,
      connect: { timeout: timeoutMs },
    });
    this.#app = Fastify({
      serverFactory: (handler) => this.#createServer(handler),
      // All requests use one route, because Fastify would decode and rewrite their paths.
      rewriteUrl: () => '/',
    });
  }

  async listen(): Promise<number> {
    const { host, port } = this.#options;
    await this.#app.register(replyFrom, {
      base: this.#options.upstream.origin,
      disableRequestLogging: true,
      // `@fastify/reply-from` includes its own version of undici, with different types.
      undici: { request: this.#request } as unknown as NonNullable<FastifyReplyFromOptions['undici']>,
    });
    this.#addRoutes();
    return listen(this.#app, { host, port, option: '--port' });
  }

  async close(): Promise<void> {
    for (const tunnel of this.#tunnels) tunnel.destroy();
    await closeListener(this.#app, drainMs);
    await this.#agent.destroy();
    await Promise.all(this.#ending);
  }

  #createServer(handler: RequestListener): Server {
    const limits = { maxHeaderSize, requestTimeout: 0 };
    const server = createServer({ ...limits, shouldUpgradeCallback: requestsWebSocket }, handler);
    return server.on('upgrade', (request, client, head) => {
      this.webSockets += 1;
      const { upstream, timeoutMs } = this.#options;
      const tunnel = tunnelUpgrade(request, client, head, {
        upstream,
        timeoutMs,
        target: this.#pathAt(request.url ?? '/'),
      });
      this.#tunnels.add(tunnel);
      tunnel.once('close', () => this.#tunnels.delete(tunnel));
    });
  }

  /** Registers all methods as bodyless, because Fastify would otherwise read the request body. */
  #addRoutes(): void {
    const methods = METHODS.filter((method) => method !== 'CONNECT');
    for (const method of methods) this.#app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
    this.#app.route({
      method: methods,
      url: '/',
      exposeHeadRoute: false,
      handler: (request, reply) => this.#forward(request.originalUrl, reply),
    });
  }

  #forward(target: string, reply: FastifyReply): FastifyReply {
    const call = new ForwardedCall(reply.request.raw, target, this.#held);
    // The response is closed in all cases, including errors.
    reply.raw.once('close', () => this.#end(call));
    return reply.from('/', {
      // Disables retries after a 503.
      retryDelay: () => null,
      rewriteRequestHeaders: () => ({ [callKey]: { call, path: this.#pathAt(target) } }),
      onResponse: () => {
        reply.hijack();
        void call.answer(reply.raw).catch(() => reply.raw.destroy());
      },
      onError: (_reply, { error }) => refuse(reply, error),
    });
  }

  #pathAt(target: string): string {
    const { path, query } = splitTarget(target);
    return this.#upstreamPath + path + query;
  }

  /**
   * Sends the request to the upstream instead of `@fastify/reply-from`, which would change paths and headers and trust
   * every certificate.
   */
  readonly #request = (
    {
      headers,
    }: { readonly headers: { readonly [callKey]: { readonly call: ForwardedCall; readonly path: string } } },
    callback: (error: Error | null, answer?: unknown) => void,
  ): void => {
    const { call, path } = headers[callKey];
    this.#agent.request(call.toUpstream(this.#options.upstream.origin, path)).then(
      (answer) => {
        // The headers are raw, which undici's types do not express.
        call.receive(answer as unknown as RawAnswer);
        callback(null, { statusCode: answer.statusCode, headers: {}, body: answer.body });
      },
      (error: Error) => callback(error),
    );
  };

  #end(call: ForwardedCall): void {
    call.abort();
    const ending = call.toExchange().then(this.#options.observe);
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }
}

/** Answers if the upstream does not. It is the only response that the proxy creates itself. */
function refuse(reply: FastifyReply, error: Error): void {
  const isLate = 'statusCode' in error && error.statusCode === 504;
  const message = isLate ? 'The upstream did not answer in time.' : 'The upstream cannot be reached.';
  void reply
    .code(isLate ? 504 : 502)
    .header('connection', 'close')
    .send({ error: message });
}

/** Whether a request wants to upgrade to WebSocket (RFC 6455 section 4.1). */
function requestsWebSocket({ headers: { upgrade } }: IncomingMessage): boolean {
  return upgrade?.toLowerCase() === 'websocket';
}

/** Connects a WebSocket to the upstream. Data is forwarded unchanged in both directions and not inspected. */
function tunnelUpgrade(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  {
    upstream,
    target,
    timeoutMs,
  }: { readonly upstream: URL; readonly target: string; readonly timeoutMs: number },
): Duplex {
  const isTls = upstream.protocol === 'https:';
  const host = upstream.hostname.replace(/^\[|\]$/g, '');
  const port = Number(upstream.port || (isTls ? 443 : 80));
  const server = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
  let isConnected = false;
  server.setTimeout(timeoutMs, () => {
    if (!isConnected) server.destroy(new Error('The connection takes too long.'));
  });
  server.once(isTls ? 'secureConnect' : 'connect', () => {
    isConnected = true;
    server.setTimeout(0);
    server.write(headOf(request, target, upstream.host));
    server.write(head);
    client.pipe(server).pipe(client);
  });
  const fail = (): void => {
    if (!isConnected)
      client.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else client.destroy();
    server.destroy();
  };
  server.on('error', fail).on('close', () => client.end());
  client.on('error', () => server.destroy()).on('close', () => server.destroy());
  return server;
}

function headOf({ method, rawHeaders }: IncomingMessage, target: string, host: string): string {
  const headers = pairHeaders(rawHeaders).map(([name, value]) =>
    name.toLowerCase() === 'host' ? `Host: ${host}` : `${name}: ${value}`,
  );
  return [`${method} ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n');
}
