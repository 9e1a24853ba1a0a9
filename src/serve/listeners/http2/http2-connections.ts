import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { ListenerLimits } from '#compiled/settings/gateway-settings.ts';
import type { ConnectionTimeouts } from '../listener-options.ts';
import { stallChecks } from '../stalled-clients.ts';
import { ClientSession } from './client-session.ts';
import { Http2Request, type RequestHead } from './http2-request.ts';

export interface Http2Options {
  /** Header bytes are counted after decompression. */
  readonly limits: ListenerLimits;
  readonly timeouts: ConnectionTimeouts;
  /** While it returns true, each response asks the client to open a new connection. */
  readonly isClosing: () => boolean;
  readonly receive: (request: Http2Request, stream: ServerHttp2Stream, head: RequestHead) => void;
}

/** The connections of clients that speak HTTP/2. */
export interface Http2Connections {
  /** Takes over a connection after both sides have agreed on `h2`. */
  take(socket: TLSSocket): void;
  /** Accepts no more requests, and closes each connection after its last response. */
  close(): void;
  /** Stops the checks of connections. */
  end(): void;
}

/** Method, scheme, authority and path count as headers in Node's limit. */
const pseudoHeaders = 4;

/** Serves the connections that it is given. It does not listen itself. */
export function openHttp2({ limits, timeouts, isClosing, receive }: Http2Options): Http2Connections {
  const sessions = new Set<ClientSession>();
  const server = createServer({
    // Upstreams repeat single-value fields; a response that works over HTTP/1.1 must not fail over HTTP/2.
    strictSingleValueFields: false,
    maxHeaderListPairs: limits.maxHeaders + pseudoHeaders,
    settings: {
      maxConcurrentStreams: limits.maxConcurrentStreams,
      maxHeaderListSize: limits.maxHeaderBytes,
      enablePush: false,
    },
  });
  server.on('session', (session) => {
    const client = new ClientSession(session, timeouts);
    sessions.add(client);
    session.once('close', () => sessions.delete(client));
    session.on('stream', (stream, headers, _flags, rawHeaders) => {
      const head = { headers, rawHeaders };
      const request = new Http2Request(stream, head, client.peer);
      client.add(stream, request);
      if (!request.complete) endWithHead(request, stream);
      receive(request, stream, head);
      stream.once('wantTrailers', () => setImmediate(endRequest, request, stream));
      if (isClosing()) client.close();
    });
  });
  // Errors of one connection do not affect others.
  server.on('sessionError', () => undefined);
  const { connectionsCheckingInterval, stalledClientTimeout } = timeouts;
  const looking = setInterval(
    () => {
      for (const session of sessions) session.look();
    },
    Math.min(connectionsCheckingInterval, stalledClientTimeout / stallChecks),
  ).unref();
  return {
    take: (socket) => void server.emit('connection', socket),
    close: () => {
      for (const session of sessions) session.close();
    },
    end: () => clearInterval(looking),
  };
}

/** Handles responses without a body, which end with their head: Node does not request trailers for them. */
function endWithHead(request: Http2Request, stream: ServerHttp2Stream): void {
  const respond = stream.respond.bind(stream);
  stream.respond = (headers, options) => {
    respond(headers, options);
    if (stream.writableEnded) setImmediate(endRequest, request, stream);
  };
}

/**
 * Makes a client stop sending a body once the response is complete, including the end of the stream (RFC 9113 section
 * 8.1).
 */
function endRequest(request: Http2Request, stream: ServerHttp2Stream): void {
  if (!request.complete && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
}
