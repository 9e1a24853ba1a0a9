import { ServerResponse, type IncomingMessage, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

/** The response to the last request of a connection, until it is sent. */
const pending = Symbol('pending answer');

/** Whether the next request that is read must be the last one on the connection. */
const isLast = Symbol('is last');

interface AnsweredSocket extends Duplex {
  [pending]?: ServerResponse | undefined;
  [isLast]?: true;
}

export function pendingAnswer(socket: Duplex): ServerResponse | undefined {
  return (socket as AnsweredSocket)[pending];
}

/** Whether all responses have been sent, and another one can be. */
export function isIdle(socket: Duplex): boolean {
  return !pendingAnswer(socket) && !socket.writableEnded;
}

/** Makes the response to the request that is being read close the connection. */
export function endAfterNext(socket: Duplex): void {
  (socket as AnsweredSocket)[isLast] = true;
}

/**
 * Ignores requests after one whose response closes the connection (RFC 9112 section 9.6). Such a request may really be
 * the body of one that was refused for its framing, so the sender must not see a response to it.
 */
export function takeInOrder(handler: RequestListener): RequestListener {
  return (request, response) => {
    const socket: AnsweredSocket = request.socket;
    if (socket[pending]?.shouldKeepAlive === false || socket.writableEnded) return;
    socket[pending] = response;
    if (socket[isLast]) response.shouldKeepAlive = false;
    handler(request, response);
  };
}

/** A response that is no longer pending once Node has detached it from its connection. */
export class ResponseInOrder<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override detachSocket(socket: Parameters<ServerResponse['detachSocket']>[0]): void {
    super.detachSocket(socket);
    const answered: AnsweredSocket = socket;
    if (answered[pending] === (this as ServerResponse)) answered[pending] = undefined;
  }
}
