import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReportFault } from '../ports/faults.ts';
import { acceptForms } from './accept-forms.ts';
import { addressOf } from './address-of.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { isRefusal, type Endpoint, type EndpointAnswer } from './endpoint.ts';
import { endpointsAt } from './endpoints.ts';
import type { OAuthAddresses } from './oauth-addresses.ts';
import { answerPreflight, isPreflight, shareWithPage } from './page-origins.ts';
import { refuseFault, sendOAuthAnswer, sendOAuthRefusal } from './send-oauth-answer.ts';

export interface OAuthRoutes {
  readonly addresses: OAuthAddresses;
  /** The authorization server of the generation that serves now; undefined before the first one. */
  readonly currentServer: () => AuthorizationServer | undefined;
  readonly reportFault: ReportFault;
}

/** Registers the OAuth endpoints, in a context of their own so that their parser stays within it. */
export function registerOAuth(app: FastifyInstance, routes: OAuthRoutes): void {
  acceptForms(app);
  for (const endpoint of endpointsAt(routes.addresses)) registerEndpoint(app, routes, endpoint);
}

function registerEndpoint(app: FastifyInstance, routes: OAuthRoutes, endpoint: Endpoint): void {
  const { currentServer, reportFault } = routes;
  const send = (request: FastifyRequest, reply: FastifyReply, answer: EndpointAnswer) =>
    sendAnswer(currentServer(), endpoint, request, reply, answer);
  for (const url of endpoint.urls) {
    app.route({
      method: [...endpoint.methods],
      url,
      onRequest: (request, reply, done) => {
        if (endpoint.isForPages) shareWithPage(request, reply, currentServer()?.pageOrigins);
        done();
      },
      handler: async (request, reply) => {
        const server = currentServer();
        return send(request, reply, server ? await endpoint.answer(server, request) : { refused: 'starting' });
      },
      errorHandler: (error, request, reply) => void send(request, reply, refuseFault(error, reportFault)),
    });
    registerOtherMethods(app, routes, endpoint, url);
  }
}

/** Refused before any body is read, since 405 says more than that the body has the wrong type. */
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
      if (isForPages) shareWithPage(request, reply, server?.pageOrigins);
      if (isForPages && isPreflight(request)) answerPreflight(reply, methods);
      else sendAnswer(server, endpoint, request, reply, refusal);
    },
    handler: () => undefined,
  });
}

/** Sends an answer, and notes it in the audit log where it is a refusal. */
function sendAnswer(
  server: AuthorizationServer | undefined,
  { audited: endpoint }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EndpointAnswer,
): FastifyReply {
  if (!isRefusal(answer)) return sendOAuthAnswer(reply, answer);
  const { headers: _headers, ...refused } = answer;
  if (endpoint) server?.audit({ event: 'request_refused', endpoint, ...refused, address: addressOf(request) });
  return sendOAuthRefusal(reply, answer);
}
