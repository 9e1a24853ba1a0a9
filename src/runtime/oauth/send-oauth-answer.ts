import type { FastifyReply } from 'fastify';
import type { ReportError } from '#runtime/ports/errors.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { oauthRefusals, renderOAuthRefusal, type OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { codeOf } from '#runtime/rejection/reject-error.ts';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import { retryAfter } from './retry-after.ts';

/** The refusals for error codes of the framework at an OAuth endpoint. */
const refusalsOfErrors: Readonly<Record<string, OAuthRefusal['refused']>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'form_required',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'form_required',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'form_malformed',
};

/** Turns an error of the framework into a refusal. An unknown error is a bug, and is reported. */
export function refuseError(error: unknown, reportError: ReportError): OAuthRefusal {
  const refused = refusalsOfErrors[codeOf(error)];
  if (refused !== undefined) return { refused };
  reportError(error);
  return { refused: error instanceof StoreError ? 'unavailable' : 'server_error' };
}

/**
 * Sends a document, or an empty body. With `cacheSeconds` the document is public and may be cached; any other response
 * must not be stored (RFC 6749 section 5.1).
 */
export function sendOAuthAnswer(
  reply: FastifyReply,
  answer: object | undefined,
  cacheSeconds?: number,
): FastifyReply {
  if (cacheSeconds === undefined) return forbidKeeping(reply).send(answer);
  return reply.header('cache-control', `public, max-age=${cacheSeconds}`).send(answer);
}

/** Sends a refusal, without waiting for the rest of the request. */
export function sendOAuthRefusal(reply: FastifyReply, { refused, headers }: OAuthRefusal): FastifyReply {
  const { status } = oauthRefusals[refused];
  forbidKeeping(reply)
    .code(status)
    .type('application/json; charset=utf-8')
    .headers({ ...retryAfter(status), ...headers });
  return sendEarly(reply, renderOAuthRefusal(refused));
}

function forbidKeeping(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
}
