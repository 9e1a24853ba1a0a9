import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReportError } from '../ports/errors.ts';
import { StoreError } from '../ports/token-store.ts';
import { codeOf } from '../rejection/reject-error.ts';
import { sendRejection } from '../rejection/send-early.ts';
import { acceptForms } from '../requests/accept-forms.ts';
import { addressOf } from '../requests/address-of.ts';
import { parseForm, type Form } from '../requests/parse-form.ts';
import { queryOf, readFormText } from '../requests/read-form.ts';
import { requireTransportSecurity } from '../requests/require-transport-security.ts';
import { isSentByOwnPage, isVisit } from '../requests/visit-headers.ts';
import { showStoreProblem, type StoreProblem } from './pages/problem-page.ts';
import type { Portal } from './portal.ts';
import type { PortalEndpoint } from './portal-endpoint.ts';
import { portalEndpoints } from './portal-endpoints.ts';
import { sendStoreAnswer } from './send-store-answer.ts';
import { refuseAudience, refuseForgery } from './session/refuse-audience.ts';
import { readStoreCookies, type StoreCookies } from './session/store-cookies.ts';
import { findStoreSession } from './session/store-session.ts';
import type { StoreAnswer } from './store-answer.ts';
import type { StoreVisit } from './store-visit.ts';

export interface PortalRoutes {
  /** The path of the store when the gateway was started. */
  readonly path: string;
  /** The store of the generation that serves now; undefined if it declares none. */
  readonly currentPortal: () => Portal | undefined;
  readonly errorDocsUrl: () => string | undefined;
  readonly reportError: ReportError;
  /** Whether responses have a Strict-Transport-Security header, see `require-transport-security.ts`. */
  readonly isOnPublicHost: boolean;
}

/** A visit before its request is read further. */
type ReaderOfRequest = Pick<StoreVisit, 'portal' | 'user' | 'csrf' | 'cookies'>;

/** The largest form: an OpenAPI document in it is encoded, which may triple its size. */
const largestFormBytes = 8 * 1024 * 1024;

/** Registers the pages of the store, in their own context. */
export async function registerPortal(app: FastifyInstance, routes: PortalRoutes): Promise<void> {
  acceptForms(app, largestFormBytes);
  requireTransportSecurity(app, routes);
  await app.register(fastifyCookie);
  for (const endpoint of portalEndpoints) registerEndpoint(app, routes, endpoint);
  registerOthers(app, routes);
}

function registerEndpoint(app: FastifyInstance, routes: PortalRoutes, endpoint: PortalEndpoint): void {
  app.route({
    method: endpoint.method,
    url: routes.path + endpoint.path,
    exposeHeadRoute: endpoint.method === 'GET',
    handler: async (request, reply) => {
      const portal = routes.currentPortal();
      if (!portal) return refuseUnknown(reply, routes);
      const { renewed, ...reader } = await findReader(endpoint, portal, request);
      const answer = await answerRequest(endpoint, reader, request);
      const hasSignedOut = answer.cookies?.session === '';
      const shownTo = hasSignedOut ? { ...reader, user: undefined, csrf: '' } : reader;
      return sendStoreAnswer(reply, shownTo, { ...answer, cookies: { ...renewed, ...answer.cookies } });
    },
    errorHandler: (error, _request, reply) =>
      void showProblem(reply, routes, problemOf(error, routes.reportError)),
  });
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
      onRequest: (_request, reply) => void showProblem(reply, routes, 'page_unknown'),
      handler: () => undefined,
    });
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

/** Who requests, with the cookies that renew the session; a file that everyone may have asks nobody. */
async function findReader(
  { use, audience }: PortalEndpoint,
  portal: Portal,
  request: FastifyRequest,
): Promise<ReaderOfRequest & { readonly renewed: StoreCookies }> {
  const cookies = readStoreCookies(portal.addresses, request.cookies);
  const isForNobody = use === 'asset' && audience === 'all';
  const found = isForNobody ? undefined : await findStoreSession(portal, cookies, addressOf(request));
  const { user, csrf = '', renewed = {} } = found ?? {};
  return { portal, user, csrf, cookies, renewed: use === 'asset' ? {} : renewed };
}

async function answerRequest(
  endpoint: PortalEndpoint,
  reader: ReaderOfRequest,
  request: FastifyRequest,
): Promise<StoreAnswer> {
  const { portal } = reader;
  const form = readForm(endpoint, portal, request);
  if (typeof form === 'string') return showStoreProblem(portal, form);
  const refused =
    refuseAudience(endpoint, reader, request.url) ?? (await refuseForgery(endpoint, reader, form));
  if (refused) return refused;
  return endpoint.answer({
    ...reader,
    // The patterns of the endpoints have no other parameters than texts.
    parameters: request.params as Readonly<Record<string, string>>,
    query: new URLSearchParams(queryOf(request)),
    form,
    address: addressOf(request),
    acceptEncoding: request.headers['accept-encoding'] ?? '',
  });
}

/** The form of a request, or why the request is refused. */
function readForm(
  { use }: PortalEndpoint,
  { addresses }: Portal,
  request: FastifyRequest,
): Form | StoreProblem {
  const { headers } = request;
  if ((use === 'page' || use === 'form') && !isVisit(headers)) return 'not_a_visit';
  if (use === 'page' || use === 'asset') return new Map();
  if (!isSentByOwnPage(headers, addresses.origin)) return 'sent_from_elsewhere';
  const text = readFormText(request);
  const form = text === undefined ? undefined : parseForm(text);
  return form === undefined || 'refused' in form ? 'form_unreadable' : form;
}

function problemOf(error: unknown, reportError: ReportError): StoreProblem {
  const code = codeOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'form_too_large';
  if (code.startsWith('FST_ERR_')) return 'form_unreadable';
  reportError(error);
  return error instanceof StoreError ? 'unavailable' : 'server_error';
}
