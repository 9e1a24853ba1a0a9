import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSendingMuch, lingerOn } from './linger.ts';
import type { Rejection } from './rejection.ts';
import { renderRejection } from './render-rejection.ts';

/**
 * Responds through the framework, without waiting for the body of the request. If much of the body may still arrive,
 * the connection closes a short time after the response, so that the client does not keep sending in vain.
 */
export function sendEarly(reply: FastifyReply, body = ''): FastifyReply {
  if (!isSendingMuch(reply.request.raw)) return reply.send(body === '' ? undefined : body);
  const bytes = new TextEncoder().encode(body);
  reply.headers({ connection: 'close', 'content-length': String(bytes.length) });
  return reply.send(lingerAfter(bytes, reply.request));
}

/** The body of a response, which does not end before the body of the request, within limits. */
function lingerAfter(bytes: Uint8Array, request: FastifyRequest): ReadableStream<Uint8Array> {
  let isCancelled = false;
  return new ReadableStream({
    start: (answer) => {
      if (bytes.length > 0) answer.enqueue(bytes);
      lingerOn(request.raw, () => {
        // A client that closed the connection has ended the response.
        if (!isCancelled) answer.close();
      });
    },
    cancel: () => {
      isCancelled = true;
    },
  });
}

/** Sends a rejection. Headers that an upstream has already set are removed. */
export function sendRejection(
  reply: FastifyReply,
  rejection: Rejection,
  errorDocsUrl: string | undefined,
): void {
  const { status, headers, body } = renderRejection(rejection, reply.request.headers.accept, errorDocsUrl);
  for (const name of Object.keys(reply.getHeaders())) {
    if (name !== 'connection') reply.removeHeader(name);
  }
  sendEarly(reply.code(status).headers(headers), body);
}
