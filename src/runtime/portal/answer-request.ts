import type { FastifyRequest, FastifyReply } from 'fastify';
import { sendEarly } from '#runtime/rejection/send-early.ts';
import { addressOf } from '#runtime/requests/caller-address.ts';
import { parseForm, type Form, queryOf, readFormText } from '#runtime/requests/forms.ts';
import { isSentByOwnPage, isVisit } from '#runtime/requests/visit-headers.ts';
import { renderStorePage, storePageHeaders } from './visit/page-frame.ts';
import type { Portal } from './visit/portal.ts';
import { showStoreProblem, type StoreProblem } from './visit/problem-page.ts';
import { readStoreCookies, writeStoreCookies, type StoreCookies } from './visit/store-cookies.ts';
import { findStoreSession, isCsrfToken } from './visit/store-session.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit, PageReader } from './visit/store-visit.ts';

/** Who requests, as it is known before the body is read. */
export interface AdmittedReader extends Pick<StoreVisit, 'portal' | 'user' | 'csrf' | 'cookies'> {
  /** The cookies that renew the session. */
  readonly renewed: StoreCookies;
}

/** Finds out who requests; a file that everyone may have asks nobody. Rejects with a StoreError. */
export async function findReader(
  { use, audience }: PortalEndpoint,
  portal: Portal,
  request: FastifyRequest,
): Promise<AdmittedReader> {
  const cookies = readStoreCookies(portal.addresses, request.cookies);
  const isForNobody = use === 'asset' && audience === 'all';
  const found = isForNobody ? undefined : await findStoreSession(portal, cookies, addressOf(request));
  const { user, csrf = '', renewed = {} } = found ?? {};
  return { portal, user, csrf, cookies, renewed: use === 'asset' ? {} : renewed };
}

/** Refuses a request by its headers; undefined if its body may be read. */
export function refuseRequest(
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
  if ((use === 'page' || use === 'form') && !isVisit(headers)) return 'not_a_visit';
  if (use === 'page' || use === 'asset') return undefined;
  return isSentByOwnPage(headers, addresses.origin) ? undefined : 'sent_from_elsewhere';
}

/** Answers a request that was not refused by its headers. */
export async function answerRequest(
  endpoint: PortalEndpoint,
  reader: AdmittedReader,
  request: FastifyRequest,
): Promise<StoreAnswer> {
  const form = readForm(request);
  if (!form) return showStoreProblem(reader.portal, 'form_unreadable');
  const refused = await refuseForgery(endpoint, reader, form);
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

/** The form of a request, empty without a body; undefined if it is malformed. */
function readForm(request: FastifyRequest): Form | undefined {
  const text = readFormText(request);
  const form = text === undefined ? undefined : parseForm(text);
  return form === undefined || 'refused' in form ? undefined : form;
}

/**
 * Refuses an endpoint to those whom it is not for: a page sends them to the sign-in, and then back to `url`, its path
 * with its query; anything else says that nobody is signed in (any more).
 */
function refuseAudience(
  { use, audience }: PortalEndpoint,
  { portal, user }: Omit<PageReader, 'csrf'>,
  url: string,
): StoreAnswer | undefined {
  const isForUsers =
    audience === 'signed-in' || (audience === 'catalogue' && portal.store.visibility === 'signed-in');
  if (user || !isForUsers) return undefined;
  if (use !== 'page') return showStoreProblem(portal, 'signed_out');
  return { location: `${portal.addresses.path}/sign-in?return=${encodeURIComponent(url)}` };
}

/** Refuses whatever is sent with POST unless its form was made for the session of the user. */
async function refuseForgery(
  { method }: PortalEndpoint,
  { portal, user }: Omit<PageReader, 'csrf'>,
  form: Form,
): Promise<StoreAnswer | undefined> {
  if (method !== 'POST') return undefined;
  const isGenuine = user && (await isCsrfToken(portal.sessions.sealing, form.get('csrf') ?? '', user));
  return isGenuine ? undefined : showStoreProblem(portal, 'form_not_of_session');
}

/** Sends an answer of the store to the reader of its pages. */
export function sendStoreAnswer(reply: FastifyReply, reader: PageReader, answer: StoreAnswer): FastifyReply {
  for (const cookie of writeStoreCookies(reader.portal.addresses, answer.cookies ?? {}))
    reply.setCookie(...cookie);
  if ('location' in answer)
    return sendEarly(reply.code(303).headers({ ...redirectHeaders, location: answer.location }));
  if ('page' in answer) {
    reply.code(answer.status).headers({ ...storePageHeaders(answer.page), ...answer.headers });
    return sendEarly(reply, String(renderStorePage(answer.page, reader)));
  }
  reply.code(answer.status).headers({ ...contentHeaders, 'content-type': answer.type, ...answer.headers });
  return reply.send(answer.body);
}

const redirectHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

const contentHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};
