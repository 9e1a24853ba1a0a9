import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSendingMuch, lingerOn } from './linger.ts';

/**
 * Answers by way of the framework, without regard to the body of the request. Where much of it may still be to come,
 * the connection closes after the answer and a short while, so that no client can go on sending for nothing.
 */
export function sendAhead(reply: FastifyReply, body = ''): FastifyReply {
  if (!isSendingMuch(reply.request.raw)) return reply.send(body === '' ? undefined : body);
  const bytes = new TextEncoder().encode(body);
  reply.headers({ connection: 'close', 'content-length': String(bytes.length) });
  return reply.send(lingerAfter(bytes, reply.request));
}

/** The body of an answer, whose end waits for that of the request. */
function lingerAfter(bytes: Uint8Array, request: FastifyRequest): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (answer) => {
      if (bytes.length > 0) answer.enqueue(bytes);
      lingerOn(request.raw, () => answer.close());
    },
  });
}
