import { METHODS, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Http2ServerResponse, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createCallHandler } from '#runtime/gateway/call-handler.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import type { HttpRequest, HttpResponse } from '#runtime/ports/http-exchange.ts';
import { answerRejection } from '#runtime/rejection/answer-early.ts';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { endWith } from './answer-unreadable.ts';
import { findFlaw, findHttp2Flaw } from './find-flaw.ts';
import type { Http2Request, RequestHead } from './http2/http2-request.ts';
import { Http2Response } from './http2/http2-response.ts';
import type { ListenerOptions } from './listener-options.ts';
import type { OwnPaths } from './own-paths.ts';

/** Fastify answers requests of either version of HTTP, though its types know one of them at a time. */
interface Framework {
  answer(request: IncomingMessage | Http2Request, response: ServerResponse | Http2ServerResponse): void;
}

/** Over HTTP/1.1 Node refuses others, and the framework knows no answer to them. */
const methods: ReadonlySet<string> = new Set(METHODS);

export interface ReceiverOptions extends Pick<
  ListenerOptions,
  'settings' | 'current' | 'inFlight' | 'reportError' | 'callBegan' | 'callEnded' | 'refused'
> {
  readonly framework: Framework;
  readonly ownPaths: OwnPaths;
}

/** The handling of everything that a listener receives. */
export interface Receiver {
  readonly receive: RequestListener;
  readonly receiveHttp2: (request: Http2Request, stream: ServerHttp2Stream, head: RequestHead) => void;
  readonly takesUpgrade: (request: IncomingMessage) => boolean;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Takes requests for pages and OAuth endpoints to the framework, and calls of APIs around it. */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { current, framework, ownPaths } = options;
  const { limits } = options.settings.listener;
  const isOwn = ({ url = '/' }: HttpRequest) => ownPaths.has(splitTarget(url).path);
  const handleCall = createCallHandler({ ...options, currentGeneration: () => current()?.gateway });
  const refuse = (request: HttpRequest, response: HttpResponse, code: ErrorCode) => {
    // The end of its body is uncertain, so no request may follow it.
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

/** Whether messages of gRPC are in the body, one after the other (the protocol names the type). */
function isGrpc({ headers }: HttpRequest): boolean {
  return headers['content-type']?.startsWith('application/grpc') === true;
}

/**
 * RFC 6455 section 4.1; no other protocol is spoken through the gateway, and an upgrade of HTTP/1.0 is ignored (RFC 9110
 * section 7.8). Node would lose the body of an upgrade.
 */
function isWebSocket({ method, headers, httpVersionMinor }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersionMinor === 0 || headers.upgrade?.toLowerCase() !== 'websocket')
    return false;
  return (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
}

/**
 * An answer in HTTP on a connection that requested another protocol. Node leaves such a connection to us: neither its
 * client's pace nor its end is handled elsewhere.
 */
function respondOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => {
    // Further data is not read, but would keep the end of the connection from being seen.
    socket.resume();
    endWith(socket);
  });
  socket.on('error', () => socket.destroy());
  socket.on('drain', () => response.emit('drain'));
  socket.once('end', () => {
    // As long as the protocols are not changed, a client that ends its half needs no answer.
    if (response.socket) socket.end();
  });
  return response;
}
