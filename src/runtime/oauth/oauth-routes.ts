import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPreflight } from '#runtime/ports/http-exchange.ts';
import type { ReportError } from '#runtime/ports/errors.ts';
import { acceptForms } from '#runtime/requests/forms.ts';
import { addressOf } from '#runtime/requests/caller-address.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { isRefusal, type Endpoint, type EndpointAnswer } from './endpoint.ts';
import { endpointsAt } from './endpoints.ts';
import type { OAuthAddresses } from './oauth-addresses.ts';
import { answerPreflight, shareWithPage } from './page-origins.ts';
import { requireTransportSecurity } from '#runtime/requests/require-transport-security.ts';
import { refuseError, sendOAuthAnswer, sendOAuthRefusal } from './send-oauth-answer.ts';

export interface OAuthRoutes {
  readonly addresses: OAuthAddresses;
  /** The authorization server of the current generation; undefined before the first one. */
  readonly currentServer: () => AuthorizationServer | undefined;
  readonly reportError: ReportError;
  /** Whether responses have a Strict-Transport-Security header, see `require-transport-security.ts`. */
  readonly isOnPublicHost: boolean;
}

/**
 * Registers the OAuth endpoints. `app` must be a Fastify context of their own, so that their body parser applies only
 * to them.
 */
export function registerOAuth(app: FastifyInstance, routes: OAuthRoutes): void {
  acceptForms(app);
  requireTransportSecurity(app, routes);
  for (const endpoint of endpointsAt(routes.addresses)) registerEndpoint(app, routes, endpoint);
}

function registerEndpoint(app: FastifyInstance, routes: OAuthRoutes, endpoint: Endpoint): void {
  for (const url of endpoint.urls) {
    app.route({
      method: [...endpoint.methods],
      url,
      onRequest: (_request, reply, done) => {
        if (endpoint.isForPages) shareWithPage(reply, routes.currentServer()?.pageOrigins);
        done();
      },
      handler: (request, reply) => answerRequest(routes, endpoint, request, reply),
      errorHandler: (error, _request, reply) => sendError(routes, endpoint, error, reply),
    });
    registerOtherMethods(app, routes, endpoint, url);
  }
}

async function answerRequest(
  { currentServer }: OAuthRoutes,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const server = currentServer();
  const answer = server ? await endpoint.answer(server, request, reply) : ({ refused: 'starting' } as const);
  return sendAnswer(server, endpoint, reply, answer);
}

function sendError(
  { currentServer, reportError }: OAuthRoutes,
  endpoint: Endpoint,
  error: unknown,
  reply: FastifyReply,
): void {
  const refusal = refuseError(error, reportError);
  // An unexpected error is already logged, and auditing it might fail again.
  if (refusal.refused === 'server_error') sendOAuthRefusal(reply, refusal);
  else sendAnswer(currentServer(), endpoint, reply, refusal);
}

/** Refuses other methods before any body is read, since 405 is more helpful than an error about the body's type. */
function registerOtherMethods(
  app: FastifyInstance,
  { currentServer }: OAuthRoutes,
  endpoint: Endpoint,
  url: string,
): void {
  const { methods, isForPages } = endpoint;
  const refusal = { refused: 'method_not_allowed', headers: { allow: methods.join(', ') } } as const;
  app.route({
    method: app.supportedMethods.filter((method) => !methods.includes(method)),
    url,
    onRequest: (request, reply) => {
      const server = currentServer();
      if (isForPages) shareWithPage(reply, server?.pageOrigins);
      if (isForPages && isPreflight(request)) answerPreflight(reply, methods);
      else sendAnswer(server, endpoint, reply, refusal);
    },
    handler: () => undefined,
  });
}

/** Sends an answer, and records a refusal in the audit log. */
function sendAnswer(
  server: AuthorizationServer | undefined,
  { audited: endpoint, cacheSeconds }: Endpoint,
  reply: FastifyReply,
  answer: EndpointAnswer,
): FastifyReply {
  if (!isRefusal(answer)) return sendOAuthAnswer(reply, answer, cacheSeconds);
  const { headers: _headers, ...refused } = answer;
  const address = addressOf(reply.request);
  if (endpoint) server?.audit({ event: 'request_refused', endpoint, ...refused, address });
  return sendOAuthRefusal(reply, answer);
}
