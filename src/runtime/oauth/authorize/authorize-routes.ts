import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRejection } from '../../rejection/send-early.ts';
import { acceptForms } from '../token/accept-forms.ts';
import { addressOf } from '../address-of.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { decodeUtf8 } from '../client-request.ts';
import type { OAuthRoutes } from '../oauth-routes.ts';
import { parseForm } from '../parse-form.ts';
import { requireTransportSecurity } from '../require-transport-security.ts';
import { showProblem, type Answer } from './answer.ts';
import { readCookies } from './cookies.ts';
import { pageEndpoints, type PageEndpoint } from './page-endpoints.ts';
import { problemOfFault } from './problem-of-fault.ts';
import { refuseToUser } from './refuse.ts';
import { sendAnswer } from './send-answer.ts';
import { isSentByOwnPage, isVisit, wantsPage } from './where-sent.ts';

/** Registers the authorization endpoint and its pages, in a context of their own. */
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
  const { addresses, currentServer, reportFault } = routes;
  app.route<{ Params: { readonly provider?: string } }>({
    method: endpoint.method,
    url: addresses.authorize + endpoint.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const server = currentServer();
      const answer = server
        ? await answerPage(endpoint, server, request, routes)
        : showProblem('unavailable');
      return sendAnswer(reply, server, answer);
    },
    errorHandler: (error, _request, reply) =>
      void sendAnswer(reply, routes.currentServer(), showProblem(problemOfFault(error, reportFault))),
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

/** A browser that has lost its way gets a page, any other program what it gets at every unknown address. */
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
  { reportFault }: OAuthRoutes,
): Promise<Answer> {
  const { settings } = server;
  const whence = { server, address: addressOf(request) };
  if (!isVisit(request.headers)) return refuseToUser(whence, { problem: 'not_a_visit' });
  if (endpoint.isOwnForm && !isSentByOwnPage(request.headers, settings))
    return refuseToUser(whence, { problem: 'sent_from_elsewhere' });
  const body = readBody(request);
  const form = endpoint.isOwnForm ? parseForm(body ?? '') : new Map<string, string>();
  if (body === undefined || 'refused' in form) return showProblem('form_unreadable');
  const cookies = readCookies(settings, request.cookies);
  const visit = { ...whence, query: queryOf(request), body, form, cookies, reportFault };
  return endpoint.answer(visit, request.params.provider ?? '');
}

/** The text of a form; undefined where it is compressed or no UTF-8. */
function readBody({ body, headers }: FastifyRequest): string | undefined {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') return undefined;
  return Buffer.isBuffer(body) ? decodeUtf8(body) : '';
}

function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
