import type { FastifyReply } from 'fastify';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import { writeStoreCookies } from './session/store-cookies.ts';
import { renderStorePage, storePageHeaders } from './pages/store-layout.ts';
import type { PageReader } from './pages/store-page.ts';
import type { StoreAnswer } from './store-answer.ts';

/** Sends an answer of the store to the reader of its pages. */
export function sendStoreAnswer(reply: FastifyReply, reader: PageReader, answer: StoreAnswer): FastifyReply {
  for (const cookie of writeStoreCookies(reader.portal.addresses, answer.cookies ?? {}))
    reply.setCookie(...cookie);
  if ('location' in answer)
    return sendEarly(reply.code(303).headers({ ...redirectHeaders, location: answer.location }));
  if ('page' in answer) {
    reply.code(answer.status).headers({ ...storePageHeaders(answer.page), ...answer.headers });
    return sendEarly(reply, String(renderStorePage(answer.page, reader)));
  }
  reply.code(answer.status).headers({ ...contentHeaders, 'content-type': answer.type, ...answer.headers });
  return reply.send(answer.body);
}

const redirectHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

const contentHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
