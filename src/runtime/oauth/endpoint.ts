import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import { oauthRefusals, type OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { readAuthorization } from '#runtime/token/read-authorization.ts';
import { addressOf } from '#runtime/requests/caller-address.ts';
import { signalHangUp } from '#runtime/requests/hang-up.ts';
import { authenticateRequest, type ClientRequest, type SentForm } from './client-request.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** The response of an endpoint: a JSON document, an empty body, or a refusal. */
export type EndpointAnswer = object | OAuthRefusal | undefined;

/** An endpoint for programs, in contrast to the pages for people. */
export interface Endpoint {
  readonly urls: readonly string[];
  readonly methods: readonly HTTPMethods[];
  /** Whether web pages of other origins may call the endpoint, see `page-origins.ts`. */
  readonly isForPages: boolean;
  /** How many seconds the response may be cached; absent if it must not be cached. */
  readonly cacheSeconds?: number;
  /** The name of the endpoint in the audit log; absent if its refusals are not logged. */
  readonly audited?: (AuditEvent & { event: 'request_refused' })['endpoint'];
  answer(
    server: AuthorizationServer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): EndpointAnswer | Promise<EndpointAnswer>;
}

/** Answers a form of an authenticated client. */
export type AnswerClient = (request: ClientRequest) => Promise<EndpointAnswer>;

/** The `answer` of an endpoint that takes forms from clients. */
export function answerForm(answerClient: AnswerClient): Endpoint['answer'] {
  return async (server, request, reply) => {
    const sent = readSentForm(request, reply);
    const answer = await answerSentForm(server, sent, answerClient);
    return isRefusal(answer) ? withChallenge(server, sent, answer) : answer;
  };
}

function readSentForm(request: FastifyRequest, reply: FastifyReply): SentForm {
  return {
    authorization: readAuthorization(request.raw),
    coding: request.headers['content-encoding']?.toLowerCase() ?? 'identity',
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    path: request.routeOptions.url ?? '',
    address: addressOf(request),
    hungUp: () => signalHangUp(reply),
  };
}

async function answerSentForm(
  server: AuthorizationServer,
  sent: SentForm,
  answerClient: AnswerClient,
): Promise<EndpointAnswer> {
  const clientRequest = authenticateRequest(server, sent);
  if ('refused' in clientRequest) return clientRequest;
  const answer = await answerClient(clientRequest);
  return isRefusal(answer) ? { ...answer, clientId: clientRequest.client.consumerKey } : answer;
}

/** Adds the accepted scheme to a refusal of a client that used the Authorization header (RFC 6749 section 5.2). */
function withChallenge(
  { mint }: AuthorizationServer,
  { authorization }: SentForm,
  refusal: OAuthRefusal,
): OAuthRefusal {
  const isOfClient = oauthRefusals[refusal.refused].error === 'invalid_client';
  if (!isOfClient || authorization.kind === 'none') return refusal;
  return { ...refusal, headers: { 'www-authenticate': `Basic realm="${mint.issuer}", charset="UTF-8"` } };
}

export function isRefusal(answer: EndpointAnswer): answer is OAuthRefusal {
  return answer !== undefined && 'refused' in answer;
}
