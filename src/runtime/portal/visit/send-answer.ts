import type { FastifyReply } from 'fastify';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import { renderStorePage, storePageHeaders } from './page-frame.ts';
import type { PortalAddresses } from './paths.ts';
import { writeStoreCookies } from './store-cookies.ts';
import type { PageReader, StoreAnswer, StorePageAnswer } from './store-visit.ts';

/** The headers of a redirect. */
export const redirectHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

const contentHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Sends an answer of the store, with the reader's name on pages. */
export function sendStoreAnswer(reply: FastifyReply, reader: PageReader, answer: StoreAnswer): FastifyReply {
  for (const cookie of writeStoreCookies(reader.portal.addresses, answer.cookies ?? {}))
    reply.setCookie(...cookie);
  if ('location' in answer)
    return sendEarly(
      reply
        .code(answer.isPermanent === true ? 308 : 303)
        .headers({ ...redirectHeaders, location: answer.location }),
    );
  if ('page' in answer) {
    reply.code(answer.status).headers({ ...storePageHeaders, ...answer.headers });
    return sendEarly(
      reply,
      String(renderStorePage(answer.page, reader, returnPathOf(reply, answer, reader.portal.addresses))),
    );
  }
  reply.code(answer.status).headers({ ...contentHeaders, 'content-type': answer.type, ...answer.headers });
  return reply.send(answer.body);
}

/** Where a sign-in from the header of a page leads: back to the page, unless it is a problem or the answer to a form. */
function returnPathOf(
  { request }: FastifyReply,
  { status }: StorePageAnswer,
  { path }: PortalAddresses,
): string {
  return request.method === 'GET' && status === 200 ? request.url : path;
}
