import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRejection } from '../../rejection/send-early.ts';
import { acceptForms } from '../token/accept-forms.ts';
import { addressOf, decodeUtf8 } from '../client-request.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import type { OAuthRoutes } from '../oauth-routes.ts';
import { parseForm } from '../parse-form.ts';
import { requireTransportSecurity } from '../require-transport-security.ts';
import { showProblem, type Answer, sendAnswer } from './answer.ts';
import { readCookies } from './cookies.ts';
import { pageEndpoints, type PageEndpoint } from './page-endpoints.ts';
import { refuseToUser } from './refuse.ts';
import type { PageProblem } from '../../pages/texts.ts';
import type { ReportError } from '../../ports/errors.ts';
import type { OAuthRefusal } from '../../rejection/oauth-refusals.ts';
import { refuseError } from '../send-oauth-answer.ts';
import type { GatewaySettings } from '../../../compiled/gateway-settings.ts';

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
        ? await answerPage(endpoint, server, request, routes)
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
  { reportError }: OAuthRoutes,
): Promise<Answer> {
  const { settings } = server;
  const source = { server, address: addressOf(request) };
  if (!isVisit(request.headers)) return refuseToUser(source, { problem: 'not_a_visit' });
  if (endpoint.isOwnForm && !isSentByOwnPage(request.headers, settings))
    return refuseToUser(source, { problem: 'sent_from_elsewhere' });
  const body = readBody(request);
  const form = endpoint.isOwnForm ? parseForm(body ?? '') : new Map<string, string>();
  if (body === undefined || 'refused' in form) return showProblem('form_unreadable');
  const cookies = readCookies(settings, request.cookies);
  const visit = { ...source, query: queryOf(request), body, form, cookies, reportError };
  return endpoint.answer(visit, request.params.provider ?? '');
}

/** The text of a form; undefined if it is compressed or no UTF-8. */
function readBody({ body, headers }: FastifyRequest): string | undefined {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') return undefined;
  return Buffer.isBuffer(body) ? decodeUtf8(body) : '';
}

function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
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

type Headers = FastifyRequest['headers'];

/**
 * Whether a browser shows the answer as a separate page: no script fetches a form, not even one that an API serves from
 * the same origin. Without the header, it is an old browser, or not a browser.
 */
function isVisit({ 'sec-fetch-dest': destination = 'document' }: Headers): boolean {
  return destination === 'document';
}

/** Whether a form was sent by a page of the authorization server's; every browser says so in one of two ways. */
function isSentByOwnPage({ origin, 'sec-fetch-site': site }: Headers, { authUrl }: GatewaySettings): boolean {
  if (origin === undefined && site === undefined) return false;
  const isOwnOrigin = origin === undefined || origin === new URL(authUrl).origin;
  return isOwnOrigin && (site === undefined || site === 'same-origin');
}

/** Whether a caller can show a page: browsers name HTML themselves, other programs accept anything at most. */
function wantsPage({ accept = '' }: Headers): boolean {
  return /(^|[\s,])text\/html\s*($|,|;(?!\s*q=0(\.0*)?\s*($|,)))/i.test(accept);
}
