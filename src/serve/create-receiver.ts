import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createCallHandler } from '../runtime/gateway/call-handler.ts';
import type { HandedCalls } from '../runtime/gateway/gateway-routes.ts';
import { splitTarget } from '../runtime/gateway/request-target.ts';
import { answerRejection } from '../runtime/rejection/answer-rejection.ts';
import type { ListenerOptions } from './create-listener.ts';
import type { OwnPaths } from './own-paths.ts';
import { isWellFramed } from './is-well-framed.ts';
import { respondOn } from './respond-on.ts';

export interface ReceiverOptions extends Pick<
  ListenerOptions,
  'current' | 'reportFault' | 'callBegan' | 'callEnded' | 'refused'
> {
  readonly framework: RequestListener;
  readonly handed: HandedCalls;
  readonly ownPaths: OwnPaths;
}

/** What a listener does with all that comes in. */
export interface Receiver {
  readonly receive: RequestListener;
  readonly takesUpgrade: (request: IncomingMessage) => boolean;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Takes requests for pages and OAuth endpoints to the framework, and calls of APIs around it. */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { current, framework, handed, ownPaths } = options;
  const isOwn = ({ url = '/' }: IncomingMessage) => ownPaths.has(splitTarget(url).path);
  const handleCall = createCallHandler({
    ...options,
    currentGeneration: () => current()?.gateway,
    forwardOverHttp2: (call) => {
      handed.set(call.request, call);
      framework(call.request, call.response);
    },
  });
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    // Where its body ends is not certain, so that nothing may follow it.
    response.shouldKeepAlive = false;
    options.refused?.('request_malformed');
    answerRejection(
      request,
      response,
      { code: 'request_malformed' },
      current()?.gateway.settings.errorDocsUrl,
    );
  };
  return {
    receive: (request, response) => {
      if (!isWellFramed(request)) refuse(request, response);
      else if (isOwn(request)) framework(request, response);
      else handleCall(request, response);
    },
    takesUpgrade: (request) => isWebSocket(request) && !isOwn(request),
    upgrade: (request, socket, head) => {
      const response = respondOn(request, socket);
      if (isWellFramed(request)) handleCall(request, response, { socket, head });
      else refuse(request, response);
    },
  };
}

/** RFC 6455 section 4.1; no other protocol is spoken through the gateway. Node would lose the body of an upgrade. */
function isWebSocket({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
  return (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
}
