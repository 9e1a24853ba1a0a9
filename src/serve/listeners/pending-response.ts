import { ServerResponse, type IncomingMessage, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

/** The answer to the last request of a connection, until it has been sent. */
const pending = Symbol('pending answer');

/** Whether the next request that is read must be the last one. */
const isLast = Symbol('is last');

interface AnsweredSocket extends Duplex {
  [pending]?: ServerResponse | undefined;
  [isLast]?: true;
}

export function pendingAnswer(socket: Duplex): ServerResponse | undefined {
  return (socket as AnsweredSocket)[pending];
}

/** Whether every answer has been sent, and another may follow. */
export function isIdle(socket: Duplex): boolean {
  return !pendingAnswer(socket) && !socket.writableEnded;
}

/** Lets the answer to the request that is being read end the connection. */
export function endAfterNext(socket: Duplex): void {
  (socket as AnsweredSocket)[isLast] = true;
}

/**
 * Takes no request behind one whose answer ends the connection (RFC 9112 section 9.6): who sent it could see it
 * otherwise, for example if it is really the body of a request that was refused for its framing.
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

/** A response that is pending no longer once Node has taken it off its connection. */
export class ResponseInOrder<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override detachSocket(socket: Parameters<ServerResponse['detachSocket']>[0]): void {
    super.detachSocket(socket);
    const answered: AnsweredSocket = socket;
    if (answered[pending] === (this as ServerResponse)) answered[pending] = undefined;
  }
}
