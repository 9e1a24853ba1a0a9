import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { largestConsoleBody } from '#runtime/ports/console-calls.ts';
import type { ReportError } from '#runtime/ports/errors.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { codeOf } from '#runtime/rejection/reject-error.ts';
import { sendContinue } from '#runtime/rejection/send-continue.ts';
import { sendRejection } from '#runtime/rejection/send-early.ts';
import {
  acceptForms,
  acceptUploads,
  type Form,
  isMultipart,
  parseForm,
  queryOf,
  readFormText,
} from '#runtime/requests/forms.ts';
import { type MultipartForm, readMultipart } from '#runtime/requests/multipart-form.ts';
import { requireTransportSecurity } from '#runtime/requests/require-transport-security.ts';
import { UploadBudget } from '#runtime/requests/upload-budget.ts';
import { catalogueOf } from './catalogue/catalogue.ts';
import { portalEndpoints } from './portal-endpoints.ts';
import { maxUploadBytes, type Portal } from './visit/portal.ts';
import { showStoreProblem, type StoreProblem } from './visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit, PageReader } from './visit/store-visit.ts';
import { addressOf } from '#runtime/requests/caller-address.ts';
import { isSentByOwnPage, isVisit } from '#runtime/requests/visit-headers.ts';
import { pathOfSignIn } from './visit/paths.ts';
import { redirectHeaders, sendStoreAnswer } from './visit/send-answer.ts';
import { readStoreCookies, type StoreCookies } from './visit/store-cookies.ts';
import { findStoreSession, isCsrfToken } from './visit/store-session.ts';
import { showSignInAgain } from './session/sign-in-again.ts';
import { hasSignedInBefore } from './session/sign-in.ts';

/** The reader who sends a request, as known before the body is read. */
interface AdmittedReader extends Pick<StoreVisit, 'portal' | 'user' | 'csrf' | 'cookies'> {
  /** Cookies that extend the session. */
  readonly renewed: StoreCookies;
  /** Whether somebody has signed in with this browser before. */
  readonly hasSignedIn: boolean;
}

/** How much memory the forms take that are being received, and how many of them a user may send at once. */
const uploadLimits = { maxBytes: 256 * 1024 ** 2, mostOfPerson: 2 };

interface PortalRoutes {
  /** The path of the store at the start of the gateway. */
  readonly path: string;
  /** The store of the current generation; undefined if it declares none. */
  readonly currentPortal: () => Portal | undefined;
  readonly errorDocsUrl: () => string | undefined;
  readonly reportError: ReportError;
  /** Whether responses have a Strict-Transport-Security header, see `require-transport-security.ts`. */
  readonly isOnPublicHost: boolean;
}

/** Registers the pages of the store, in their own Fastify context. */
export async function registerPortal(app: FastifyInstance, routes: PortalRoutes): Promise<void> {
  acceptForms(app);
  acceptUploads(app);
  requireTransportSecurity(app, routes);
  await app.register(fastifyCookie);
  const uploads = new UploadBudget(uploadLimits);
  for (const endpoint of portalEndpoints) registerEndpoint(app, { ...routes, uploads }, endpoint);
  registerOthers(app, routes);
  registerRoot(app, routes);
}

/** Redirects from the root to the store; the listener passes on only visits of browsers. */
function registerRoot(app: FastifyInstance, { currentPortal, ...routes }: PortalRoutes): void {
  app.get('/', (_request, reply) => {
    const { addresses } = currentPortal() ?? {};
    if (!addresses) return refuseUnknown(reply, { currentPortal, ...routes });
    return reply.headers(redirectHeaders).redirect(addresses.origin + addresses.path, 302);
  });
}

function registerEndpoint(
  app: FastifyInstance,
  routes: PortalRoutes & { readonly uploads: UploadBudget },
  endpoint: PortalEndpoint,
): void {
  const admitted = new WeakMap<FastifyRequest, AdmittedReader>();
  /** Identifies the reader. Resolves to the reply if the request is refused. */
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
    // Runs before the body is read, which costs memory and time. A hook that has replied must not call `done`.
    onRequest: (request, reply, done) => {
      admit(request, reply).then((answered) => answered ?? done(), done);
    },
    handler: async (request, reply) => {
      const first = admitted.get(request);
      if (!first) throw new Error('a request was not checked before its body was read');
      const submitted = await readSubmitted({ ...endpoint, ...routes }, first, { request, reply });
      // The reader may have lost the right to submit the form while its body was received.
      const answered = endpoint.method === 'POST' ? await admit(request, reply) : undefined;
      if (answered) return answered;
      const reader = admitted.get(request) ?? first;
      const answer = await answerRequest(endpoint, reader, { request, submitted });
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

/** Answers unknown pages, and methods that a page does not support. */
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
        if (page === undefined) void showUnknown(request, reply, routes);
        else void reply.header('cache-control', 'no-store').redirect(page, 308);
      },
      handler: () => undefined,
    });
}

/** The URL of a page that was requested with a trailing slash, without that slash; undefined for any other request. */
function withoutSlash(
  { method, url }: FastifyRequest,
  { path, currentPortal }: PortalRoutes,
): string | undefined {
  const [, page = '', query = ''] = /^([^?]*[^/?])\/+(\?.*)?$/s.exec(url) ?? [];
  const isBelow = path !== '' && (page === path || page.startsWith(`${path}/`));
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && isBelow && currentPortal() ? `${page}${query}` : undefined;
}

/** Shows a reader that a page does not exist. Never rejects. */
async function showUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: PortalRoutes,
): Promise<FastifyReply> {
  const portal = routes.currentPortal();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!portal || !isRead || !isVisit(request.headers)) return showProblem(reply, routes, 'page_unknown');
  try {
    const reader = await findReader({ use: 'page', audience: 'all' }, portal, request);
    return sendStoreAnswer(reply, reader, withRenewed(showStoreProblem(portal, 'page_unknown'), reader));
  } catch {
    return showProblem(reply, routes, 'page_unknown');
  }
}

/** Shows a problem as if nobody were signed in, since the session check itself may have failed. */
function showProblem(reply: FastifyReply, routes: PortalRoutes, problem: StoreProblem): FastifyReply {
  const portal = routes.currentPortal();
  if (!portal) return refuseUnknown(reply, routes);
  return sendStoreAnswer(reply, { portal, user: undefined, csrf: '' }, showStoreProblem(portal, problem));
}

/** Answers as for an unknown API, if the gateway has no store. */
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

/** Identifies the reader by the session, except for public files, which need no session. Rejects with a StoreError. */
async function findReader(
  { use, audience }: Pick<PortalEndpoint, 'use' | 'audience'>,
  portal: Portal,
  request: FastifyRequest,
): Promise<AdmittedReader> {
  const cookies = readStoreCookies(portal.addresses, request.cookies);
  const isForNobody = use === 'asset' && audience === 'all';
  const found = isForNobody ? undefined : await findStoreSession(portal, cookies, addressOf(request));
  const { user, csrf = '', renewed = {} } = found ?? {};
  const hasSignedIn = use === 'form' && !user && (await hasSignedInBefore(portal, cookies));
  return { portal, user, csrf, cookies, renewed: use === 'asset' ? {} : renewed, hasSignedIn };
}

/** Refuses a request because of its headers or its reader; undefined if its body may be read. */
function refuseRequest(
  endpoint: PortalEndpoint,
  reader: AdmittedReader,
  request: FastifyRequest,
): StoreAnswer | undefined {
  const problem = findProblem(endpoint, reader.portal, request);
  if (problem) return showStoreProblem(reader.portal, problem);
  return refuseAudience(endpoint, reader, request.url);
}

function findProblem(
  { use }: PortalEndpoint,
  { addresses }: Portal,
  { headers }: FastifyRequest,
): StoreProblem | undefined {
  if (use !== 'asset' && use !== 'script' && !isVisit(headers)) return 'not_a_visit';
  if (use === 'page' || use === 'text' || use === 'asset') return undefined;
  return isSentByOwnPage(headers, addresses.origin) ? undefined : 'sent_from_elsewhere';
}

/** Answers a request that passed the checks before the body. */
async function answerRequest(
  endpoint: PortalEndpoint,
  reader: AdmittedReader,
  { request, submitted }: { readonly request: FastifyRequest; readonly submitted: Submitted | StoreProblem },
): Promise<StoreAnswer> {
  if (typeof submitted === 'string') return showStoreProblem(reader.portal, submitted);
  const isGenuine = endpoint.method !== 'POST' || (await isOfSession(reader, submitted.form));
  const visit = {
    ...reader,
    // The route patterns contain only text parameters.
    parameters: request.params as Readonly<Record<string, string>>,
    query: new URLSearchParams(queryOf(request)),
    ...submitted,
    address: addressOf(request),
    acceptEncoding: request.headers['accept-encoding'] ?? '',
    accept: request.headers.accept ?? '',
    ifNoneMatch: request.headers['if-none-match'] ?? '',
  };
  // After a start, and after a reload, the page waits for it and the calls do not. If it fails, the visits fail that need
  // it, and report why.
  if (endpoint.use !== 'asset')
    await catalogueOf(reader.portal)
      .prepare()
      .catch(() => undefined);
  return isGenuine ? endpoint.answer(visit) : showUnsent(endpoint, visit, request.url);
}

/** Whether a form was created for the reader's session. */
async function isOfSession({ portal, user }: Omit<PageReader, 'csrf'>, form: Form): Promise<boolean> {
  return user !== undefined && isCsrfToken(portal.sessions.sealing, form.get('csrf') ?? '', user);
}

/** Shows a form that was not created for the reader's session again if its endpoint can, and changes nothing. */
function showUnsent(
  endpoint: PortalEndpoint,
  visit: StoreVisit,
  target: string,
): StoreAnswer | Promise<StoreAnswer> {
  if (!endpoint.showAgain) return showStoreProblem(visit.portal, 'form_not_of_session');
  return visit.user ? endpoint.showAgain(visit) : showSignInAgain(visit, target);
}

/** The form in a request; it has no fields if the request has no body. */
type Submitted = Pick<MultipartForm, 'form'> & Partial<MultipartForm>;

/** Reads the form in a request, or returns why it is refused. */
async function readSubmitted(
  { acceptsUploads, uploads }: PortalEndpoint & { readonly uploads: UploadBudget },
  { portal, user }: AdmittedReader,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Submitted | StoreProblem> {
  if (!isMultipart(request)) return readEncoded(request);
  if (!acceptsUploads) return 'form_unreadable';
  // A user whose session has ended gets back what was typed.
  using share = uploads.begin(user?.subject ?? addressOf(request));
  if (!share) return 'uploads_busy';
  sendContinue(request.raw, reply.raw);
  const { headers, raw: stream } = request;
  if (acceptsUploads === 'documents')
    return await readMultipart({ stream, headers }, { maxBytes: maxUploadBytes(portal), share });
  const limits = { maxBytes: largestConsoleBody, acceptsBytes: true, share };
  const received = await readMultipart({ stream, headers }, limits);
  return received === 'upload_too_large' ? 'file_too_large' : received;
}

function readEncoded(request: FastifyRequest): Submitted | StoreProblem {
  const text = readFormText(request);
  const form = text === undefined ? undefined : parseForm(text);
  return form === undefined || 'refused' in form ? 'form_unreadable' : { form };
}

/**
 * Refuses readers outside the audience of an endpoint: a page redirects to the sign-in and then back to `url` (path and
 * query), and any other endpoint reports that nobody is signed in. A form that can be shown again is read for a reader
 * who has signed in before, so that what was typed is not lost; a stranger's form is not.
 */
function refuseAudience(
  endpoint: PortalEndpoint,
  { portal, user, hasSignedIn }: AdmittedReader,
  url: string,
): StoreAnswer | undefined {
  const { use, audience } = endpoint;
  const isForUsers =
    audience === 'signed-in' || (audience === 'catalogue' && portal.store.visibility === 'signed-in');
  if (user || !isForUsers) return undefined;
  if (endpoint.showAgain && hasSignedIn) return undefined;
  if (use !== 'page') return showStoreProblem(portal, 'signed_out');
  return { location: pathOfSignIn(portal.addresses, url) };
}
