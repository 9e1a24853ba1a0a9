import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendRejection } from '#runtime/rejection/send-early.ts';
import { acceptForms, queryOf, readFormText, parseForm } from '#runtime/requests/forms.ts';
import { addressOf } from '#runtime/requests/caller-address.ts';
import { signalHangUp } from '#runtime/requests/hang-up.ts';
import { isSentByOwnPage, isVisit, wantsPage } from '#runtime/requests/visit-headers.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import type { OAuthRoutes } from '../oauth-routes.ts';
import { requireTransportSecurity } from '#runtime/requests/require-transport-security.ts';
import { showProblem, type Answer, sendAnswer } from './answer.ts';
import { readCookies } from './cookies.ts';
import { refuseToUser, refuseFailure, refuseToApplication } from './refuse.ts';
import type { PageProblem } from '#runtime/pages/texts.ts';
import type { ReportError } from '#runtime/ports/errors.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import { refuseError } from '../send-oauth-answer.ts';
import { answerConsent } from './consent/answer-consent.ts';
import { answerFederatedCallback, answerFederatedLogin } from './login/answer-federated-login.ts';
import { answerGrants } from './consent/answer-grants.ts';
import { answerLogin } from './login/answer-login.ts';
import { answerLogout, answerSwitch, showLogout } from './login/answer-logout.ts';
import { showGrants } from './consent/show-grants.ts';
import { answerStoreSignIn } from './store/answer-store-sign-in.ts';
import { answerStoreSignOut } from './store/answer-store-sign-out.ts';
import { type Visit, nowOf } from './login/visit.ts';
import { sealSession } from '#runtime/identity/login-session.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { pathOfRequest } from './authorize-paths.ts';
import { isConsented } from './consent/consents.ts';
import { findSession } from './login/find-session.ts';
import { grantAccess } from './consent/grant-access.ts';
import { evaluateRequest, type EvaluatedRequest } from './evaluate-request.ts';
import { goalOfRequest } from './login/login-goal.ts';
import type { Redirected } from './refusals.ts';
import { requiresLogin } from './login/requires-login.ts';
import { showConsent } from './consent/show-consent.ts';
import { showLogin } from './login/show-login.ts';

/** A page or form of the authorization server, for browsers. */
interface PageEndpoint {
  readonly method: 'GET' | 'POST';
  /** The path below the authorization endpoint. */
  readonly path: string;
  /** Whether requests are accepted only from pages of the authorization server. */
  readonly isOwnForm: boolean;
  /** `provider` is the provider in the path, or empty. */
  answer(visit: Visit, provider: string): Promise<Answer>;
}

/** The authorization endpoint, and the pages that belong to it. */
const pageEndpoints: readonly PageEndpoint[] = [
  { method: 'GET', path: '', isOwnForm: false, answer: answerAuthorization },
  { method: 'POST', path: '', isOwnForm: false, answer: answerPostedAuthorization },
  { method: 'POST', path: '/login', isOwnForm: true, answer: answerLogin },
  { method: 'POST', path: '/federated', isOwnForm: true, answer: answerFederatedLogin },
  { method: 'GET', path: '/callback/:provider', isOwnForm: false, answer: answerFederatedCallback },
  { method: 'GET', path: '/store', isOwnForm: false, answer: answerStoreSignIn },
  { method: 'GET', path: '/store/sign-out', isOwnForm: false, answer: answerStoreSignOut },
  { method: 'POST', path: '/consent', isOwnForm: true, answer: answerConsent },
  { method: 'POST', path: '/switch', isOwnForm: true, answer: answerSwitch },
  { method: 'GET', path: '/logout', isOwnForm: false, answer: showLogout },
  { method: 'POST', path: '/logout', isOwnForm: true, answer: answerLogout },
  { method: 'GET', path: '/grants', isOwnForm: false, answer: showGrants },
  { method: 'POST', path: '/grants', isOwnForm: true, answer: answerGrants },
];

/** Registers the authorization endpoint and its pages, in their own Fastify context. */
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

/** Refuses other methods with 405, before any body is read. */
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

/** Answers requests to unknown addresses: a browser gets a page, and any other client gets the usual JSON error. */
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

/** The problems to show for refusals; every other refusal means an unreadable form. */
const problems: Readonly<Partial<Record<OAuthRefusal['refused'], PageProblem>>> = {
  body_too_large: 'form_too_large',
  server_error: 'server_error',
  unavailable: 'unavailable',
};

/** The problem to show after an error of the framework. An unknown error is a bug, and is reported. */
function problemOfError(error: unknown, reportError: ReportError): PageProblem {
  return problems[refuseError(error, reportError).refused] ?? 'form_unreadable';
}

/**
 * Answers an authorization request (RFC 6749 section 3.1): checks it, lets the user log in and consent, and returns to
 * the application. The user is never redirected before the login, not even with an error (RFC 9700 section 4.11.2),
 * except if the application forbids pages.
 */
async function answerAuthorization(visit: Visit): Promise<Answer> {
  const evaluated = evaluateRequest(visit.server, visit.query);
  if ('problem' in evaluated) return refuseToUser(visit, evaluated);
  const { request } = evaluated;
  try {
    return await answerEvaluated(visit, evaluated);
  } catch (error) {
    if (request.isSilent) return refuseFailure(visit, request, error);
    throw error;
  }
}

async function answerEvaluated(visit: Visit, { request, refused }: EvaluatedRequest): Promise<Answer> {
  const session = await findSession(visit, request.client);
  if (!session) return demandLogin(visit, request, refused);
  if (refused !== undefined) return refuseToApplication(visit, request, refused);
  if (requiresLogin(request, session, nowOf(visit))) return demandLogin(visit, request);
  if (request.prompts.includes('consent') || !isConsented(request, session))
    return request.isSilent
      ? refuseToApplication(visit, request, 'consent_required')
      : showConsent(visit, request, session);
  const answer = await grantAccess(visit, request, session);
  return { ...answer, cookies: { session: await sealSession(visit.server.mint, session) } };
}

/**
 * Shows the login page, or returns an error if the application forbids pages (OpenID Connect Core 1.0 section 3.1.2.6).
 */
async function demandLogin(
  visit: Visit,
  request: AuthorizationRequest,
  refused: Redirected = 'login_required',
): Promise<Answer> {
  if (request.isSilent) return refuseToApplication(visit, request, refused);
  return showLogin(visit, goalOfRequest(request));
}

/**
 * Answers an authorization request that was sent as a form: redirects to the same request with GET, since browsers send
 * no cookies with a form from another site.
 */
async function answerPostedAuthorization(visit: Visit): Promise<Answer> {
  const evaluated = evaluateRequest(visit.server, visit.body);
  if ('problem' in evaluated) return refuseToUser(visit, evaluated);
  return { location: pathOfRequest(visit.server.settings, evaluated.request.parameters.query) };
}
