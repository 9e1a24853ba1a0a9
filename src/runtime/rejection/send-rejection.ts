import type { FastifyReply } from 'fastify';
import type { Rejection } from './rejection.ts';
import { renderRejection } from './render-rejection.ts';
import { sendAhead } from './send-ahead.ts';

/** Answers with a rejection. Whatever headers an upstream had already given the answer are taken off it. */
export function sendRejection(
  reply: FastifyReply,
  rejection: Rejection,
  errorDocsUrl: string | undefined,
): void {
  const { status, headers, body } = renderRejection(rejection, reply.request.headers.accept, errorDocsUrl);
  for (const name of Object.keys(reply.getHeaders())) {
    if (name !== 'connection') reply.removeHeader(name);
  }
  sendAhead(reply.code(status).headers(headers), body);
}
