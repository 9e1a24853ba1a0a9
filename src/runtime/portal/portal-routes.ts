import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReportError } from '#runtime/ports/errors.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { codeOf } from '#runtime/rejection/reject-error.ts';
import { sendRejection } from '#runtime/rejection/send-early.ts';
import { acceptForms } from '#runtime/requests/forms.ts';
import { requireTransportSecurity } from '#runtime/requests/require-transport-security.ts';
import {
  answerRequest,
  findReader,
  refuseRequest,
  sendStoreAnswer,
  type AdmittedReader,
} from './answer-request.ts';
import { portalEndpoints } from './portal-endpoints.ts';
import type { Portal } from './visit/portal.ts';
import { showStoreProblem, type StoreProblem } from './visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer } from './visit/store-visit.ts';

interface PortalRoutes {
  /** The path of the store when the gateway was started. */
  readonly path: string;
  /** The store of the generation that serves now; undefined if it declares none. */
  readonly currentPortal: () => Portal | undefined;
  readonly errorDocsUrl: () => string | undefined;
  readonly reportError: ReportError;
  /** Whether responses have a Strict-Transport-Security header, see `require-transport-security.ts`. */
  readonly isOnPublicHost: boolean;
}

/** Registers the pages of the store, in their own context. */
export async function registerPortal(app: FastifyInstance, routes: PortalRoutes): Promise<void> {
  acceptForms(app);
  requireTransportSecurity(app, routes);
  await app.register(fastifyCookie);
  for (const endpoint of portalEndpoints) registerEndpoint(app, routes, endpoint);
  registerOthers(app, routes);
}

function registerEndpoint(app: FastifyInstance, routes: PortalRoutes, endpoint: PortalEndpoint): void {
  const admitted = new WeakMap<FastifyRequest, AdmittedReader>();
  /** Finds out who requests; the reply if it refuses the request. */
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const portal = routes.currentPortal();
    if (!portal) return refuseUnknown(reply, routes);
    const reader = await findReader(endpoint, portal, request);
    admitted.set(request, reader);
    const refused = refuseRequest(endpoint, reader, request);
    return refused && sendStoreAnswer(reply, reader, withRenewed(refused, reader));
  };
  app.route({
    method: endpoint.method,
    url: routes.path + endpoint.path,
    exposeHeadRoute: endpoint.method === 'GET',
    ...(endpoint.maxFormBytes !== undefined && { bodyLimit: endpoint.maxFormBytes }),
    // Before the body is read, which costs memory and time. A hook that has answered does not call `done`.
    onRequest: (request, reply, done) => {
      admit(request, reply).then((answered) => answered ?? done(), done);
    },
    handler: async (request, reply) => {
      // The right to send a form may have ended while its body came.
      const answered = endpoint.method === 'POST' ? await admit(request, reply) : undefined;
      if (answered) return answered;
      const reader = admitted.get(request);
      if (!reader) throw new Error('a request was not checked before its body was read');
      const answer = await answerRequest(endpoint, reader, request);
      const hasSignedOut = answer.cookies?.session === '';
      const shownTo = hasSignedOut ? { ...reader, user: undefined, csrf: '' } : reader;
      return sendStoreAnswer(reply, shownTo, withRenewed(answer, reader));
    },
    errorHandler: (error, _request, reply) =>
      void showProblem(reply, routes, problemOf(error, routes.reportError)),
  });
}

function withRenewed(answer: StoreAnswer, { renewed }: AdmittedReader): StoreAnswer {
  return { ...answer, cookies: { ...renewed, ...answer.cookies } };
}

/** Unknown pages, and methods that a page does not have. */
function registerOthers(app: FastifyInstance, routes: PortalRoutes): void {
  for (const url of [routes.path, `${routes.path}/*`])
    app.route({
      method: app.supportedMethods.filter(
        (method) => url !== routes.path || !['GET', 'HEAD'].includes(method),
      ),
      url,
      exposeHeadRoute: false,
      onRequest: (request, reply) => {
        const page = withoutSlash(request, routes);
        if (page === undefined) void showProblem(reply, routes, 'page_unknown');
        else void reply.header('cache-control', 'no-store').redirect(page, 308);
      },
      handler: () => undefined,
    });
}

/** The address of a page that was requested with a slash at its end, as people write it; undefined if it has none. */
function withoutSlash(
  { method, url }: FastifyRequest,
  { path, currentPortal }: PortalRoutes,
): string | undefined {
  const [, page = '', query = ''] = /^([^?]*[^/?])\/+(\?.*)?$/s.exec(url) ?? [];
  const isBelow = path !== '' && (page === path || page.startsWith(`${path}/`));
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && isBelow && currentPortal() ? `${page}${query}` : undefined;
}

/** The page does not show who is signed in: it may be the check of that which failed. */
function showProblem(reply: FastifyReply, routes: PortalRoutes, problem: StoreProblem): FastifyReply {
  const portal = routes.currentPortal();
  if (!portal) return refuseUnknown(reply, routes);
  return sendStoreAnswer(reply, { portal, user: undefined, csrf: '' }, showStoreProblem(portal, problem));
}

/** Without a store, its addresses are unknown as those of APIs are. */
function refuseUnknown(reply: FastifyReply, { errorDocsUrl }: PortalRoutes): FastifyReply {
  sendRejection(reply, { code: 'api_unknown' }, errorDocsUrl());
  return reply;
}

function problemOf(error: unknown, reportError: ReportError): StoreProblem {
  const code = codeOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'form_too_large';
  if (code.startsWith('FST_ERR_')) return 'form_unreadable';
  reportError(error);
  return error instanceof StoreError ? 'unavailable' : 'server_error';
}
