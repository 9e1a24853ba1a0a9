import type { FastifyReply } from 'fastify';
import { sendEarly } from '../rejection/send-early.ts';
import { renderStorePage, storePageHeaders } from './pages/store-layout.ts';
import type { PageReader } from './pages/store-page.ts';
import type { StoreAnswer } from './store-answer.ts';

/** Sends an answer of the store to the reader of its pages. */
export function sendStoreAnswer(reply: FastifyReply, reader: PageReader, answer: StoreAnswer): FastifyReply {
  if ('location' in answer)
    return sendEarly(reply.code(303).headers({ 'cache-control': 'no-store', location: answer.location }));
  if ('page' in answer) {
    reply.code(answer.status).headers({ ...storePageHeaders(answer.page), ...answer.headers });
    return sendEarly(reply, String(renderStorePage(answer.page, reader)));
  }
  reply.code(answer.status).headers({ ...contentHeaders, 'content-type': answer.type, ...answer.headers });
  return reply.send(answer.body);
}

const contentHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
