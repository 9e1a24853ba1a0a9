import type { FastifyReply } from 'fastify';
import type { ReportFault } from '../ports/faults.ts';
import { oauthRefusals, type OAuthRefusal } from '../rejection/oauth-refusals.ts';
import { sendAhead } from '../rejection/send-ahead.ts';

/** What failures of the framework are called at an OAuth endpoint. */
const refusalsOfFaults: Readonly<Record<string, OAuthRefusal['refused']>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'form_required',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'form_required',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'form_malformed',
};

/** Turns a failure of the framework into a refusal. One that it does not know is a fault of ours, and reported. */
export function refuseFault(error: unknown, reportFault: ReportFault): OAuthRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const refused = refusalsOfFaults[code];
  if (refused !== undefined) return { refused };
  reportFault(error);
  return { refused: 'server_error' };
}

/** Answers with a result or with a refusal; neither is kept anywhere (RFC 6749 section 5.1). */
export function sendOAuthAnswer(reply: FastifyReply, answer: object): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
  if (!isRefusal(answer)) return reply.send(answer);
  const { status, error, description } = oauthRefusals[answer.refused];
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .headers(answer.headers ?? {});
  return sendAhead(reply, JSON.stringify({ error, error_description: description }));
}

function isRefusal(answer: object): answer is OAuthRefusal {
  return 'refused' in answer;
}
