import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRejection } from '#runtime/rejection/send-early.ts';
import { acceptForms } from '#runtime/requests/accept-forms.ts';
import { addressOf } from '#runtime/requests/address-of.ts';
import { signalHangUp } from '#runtime/requests/hang-up.ts';
import { queryOf, readFormText } from '#runtime/requests/read-form.ts';
import { isSentByOwnPage, isVisit, wantsPage } from '#runtime/requests/visit-headers.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import type { OAuthRoutes } from '../oauth-routes.ts';
import { parseForm } from '#runtime/requests/parse-form.ts';
import { requireTransportSecurity } from '#runtime/requests/require-transport-security.ts';
import { showProblem, type Answer, sendAnswer } from './answer.ts';
import { readCookies } from './cookies.ts';
import { pageEndpoints, type PageEndpoint } from './page-endpoints.ts';
import { refuseToUser } from './refuse.ts';
import type { PageProblem } from '#runtime/pages/texts.ts';
import type { ReportError } from '#runtime/ports/errors.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { refuseError } from '../send-oauth-answer.ts';

/** Registers the authorization endpoint and its pages, in their own context. */
export async function registerAuthorize(app: FastifyInstance, routes: OAuthRoutes): Promise<void> {
  acceptForms(app);
  requireTransportSecurity(app, routes);
  await app.register(fastifyCookie);
  for (const endpoint of pageEndpoints) registerPage(app, routes, endpoint);
  for (const [path, endpoints] of Map.groupBy(pageEndpoints, (endpoint) => endpoint.path))
    registerOtherMethods(app, routes, path, endpoints);
  registerUnknownPages(app, routes);
}

function registerPage(app: FastifyInstance, routes: OAuthRoutes, endpoint: PageEndpoint): void {
  const { addresses, currentServer, reportError } = routes;
  app.route<{ Params: { readonly provider?: string } }>({
    method: endpoint.method,
    url: addresses.authorize + endpoint.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const server = currentServer();
      const answer = server
        ? await answerPage(endpoint, server, request, reply, routes)
        : showProblem('unavailable');
      return sendAnswer(reply, server, answer);
    },
    errorHandler: (error, _request, reply) =>
      void sendAnswer(reply, routes.currentServer(), showProblem(problemOfError(error, reportError))),
  });
}

/** Refused before any body is read. */
function registerOtherMethods(
  app: FastifyInstance,
  { addresses, currentServer }: OAuthRoutes,
  path: string,
  endpoints: readonly PageEndpoint[],
): void {
  const methods: readonly string[] = endpoints.map(({ method }) => method);
  const headers = { allow: methods.join(', ') };
  app.route({
    method: app.supportedMethods.filter((method) => !methods.includes(method)),
    url: addresses.authorize + path,
    exposeHeadRoute: false,
    onRequest: (_request, reply) =>
      void sendAnswer(reply, currentServer(), { ...showProblem('method_not_allowed'), headers }),
    handler: () => undefined,
  });
}

/** A browser that has lost its way gets a page, any other program the usual answer for unknown addresses. */
function registerUnknownPages(app: FastifyInstance, { addresses, currentServer }: OAuthRoutes): void {
  app.route({
    method: app.supportedMethods,
    url: `${addresses.authorize}/*`,
    exposeHeadRoute: false,
    onRequest: (request, reply) => {
      const server = currentServer();
      if (wantsPage(request.headers)) sendAnswer(reply, server, showProblem('page_unknown'));
      else sendRejection(reply, { code: 'api_unknown' }, server?.settings.errorDocsUrl);
    },
    handler: () => undefined,
  });
}

async function answerPage(
  endpoint: PageEndpoint,
  server: AuthorizationServer,
  request: FastifyRequest<{ Params: { readonly provider?: string } }>,
  reply: FastifyReply,
  { reportError }: OAuthRoutes,
): Promise<Answer> {
  const { settings } = server;
  const source = { server, address: addressOf(request) };
  if (!isVisit(request.headers)) return refuseToUser(source, { problem: 'not_a_visit' });
  if (endpoint.isOwnForm && !isSentByOwnPage(request.headers, settings.authUrl))
    return refuseToUser(source, { problem: 'sent_from_elsewhere' });
  const body = readFormText(request);
  const form = endpoint.isOwnForm ? parseForm(body ?? '') : new Map<string, string>();
  if (body === undefined || 'refused' in form) return showProblem('form_unreadable');
  const cookies = readCookies(settings, request.cookies);
  const hungUp = () => signalHangUp(reply);
  const visit = { ...source, query: queryOf(request), body, form, cookies, hungUp, reportError };
  return endpoint.answer(visit, request.params.provider ?? '');
}

/** The titles of refusals on a page; all others are for unreadable forms. */
const problems: Readonly<Partial<Record<OAuthRefusal['refused'], PageProblem>>> = {
  body_too_large: 'form_too_large',
  server_error: 'server_error',
  unavailable: 'unavailable',
};

/**
 * The problem that a user is shown after an error of the framework. An unknown error is a program error, and is
 * reported.
 */
function problemOfError(error: unknown, reportError: ReportError): PageProblem {
  return problems[refuseError(error, reportError).refused] ?? 'form_unreadable';
}
