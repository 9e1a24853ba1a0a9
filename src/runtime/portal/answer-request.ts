import type { FastifyRequest } from 'fastify';
import { addressOf } from '#runtime/requests/caller-address.ts';
import { parseForm, type Form, queryOf, readFormText } from '#runtime/requests/forms.ts';
import { isSentByOwnPage, isVisit } from '#runtime/requests/visit-headers.ts';
import { showStoreProblem, type StoreProblem } from './pages/problem-page.ts';
import type { Portal } from './portal.ts';
import type { PortalEndpoint } from './portal-endpoint.ts';
import { refuseAudience, refuseForgery } from './session/refuse-audience.ts';
import { readStoreCookies, type StoreCookies } from './session/store-cookies.ts';
import { findStoreSession } from './session/store-session.ts';
import type { StoreAnswer } from './store-answer.ts';
import type { StoreVisit } from './store-visit.ts';

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
