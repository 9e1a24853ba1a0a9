import type { FastifyReply } from 'fastify';
import { renderPage, pageHeaders } from '../../pages/layout.ts';
import { sendAhead } from '../../rejection/send-early.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import type { Answer } from './answer.ts';
import { writeCookies } from './cookies.ts';

/** Nothing of an answer to an application is kept, or told to the page that it leads to (RFC 9700 section 4.2.4). */
const redirectHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/** Answers a browser; without a server no cookie is set. */
export function sendAnswer(
  reply: FastifyReply,
  server: Pick<AuthorizationServer, 'settings' | 'organisation'> | undefined,
  answer: Answer,
): FastifyReply {
  const cookies = server ? writeCookies(server.settings, answer.cookies ?? {}) : [];
  for (const [name, value, attributes] of cookies) reply.setCookie(name, value, attributes);
  if ('location' in answer)
    return sendAhead(reply.code(303).headers({ ...redirectHeaders, location: answer.location }));
  reply.code(answer.status).headers({ ...pageHeaders, ...answer.headers });
  return sendAhead(reply, String(renderPage(answer.page, server?.organisation)));
}
