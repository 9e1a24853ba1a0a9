import { countedPath } from '#compiled/answers/external-authorization.ts';
import type { IncomingMessage } from 'node:http';
import type { KeySetName } from '#compiled/manifest.ts';
import type { HttpRequest } from '#runtime/ports/http-exchange.ts';
import { countHeader } from '#runtime/token/count-header.ts';
import { clientAddress } from '../client-address.ts';
import { splitTarget } from '../route/request-target.ts';
import { peerOf, type TrustsPeer } from '../generation/trusted-peers.ts';

/** How a proxy describes the request that it asks about. */
export type AuthorizationProtocol = 'ext-authz' | 'forward-auth' | 'auth-request';

/**
 * The headers with the method, the target and the length of the body. Envoy needs none, since it sends the original
 * method and target.
 */
const originalHeaders = {
  'forward-auth': { method: 'x-forwarded-method', target: 'x-forwarded-uri', length: 'x-forwarded-body' },
  'auth-request': { method: 'x-original-method', target: 'x-original-uri', length: 'x-original-body' },
} as const;

/** Set by Envoy: whether the body that it sends is only the beginning of the client's. */
const partialBody = 'x-envoy-auth-partial-body';

const methodToken = /^[A-Z][A-Z0-9!#$%&'*+.^_`|~-]*$/;

/** A request target in origin form, without spaces and control characters. */
const originForm = /^\/[!-~\u0080-\u00ff]*$/;

export interface OriginalRequestOptions {
  /** Whether an address is that of a proxy whose X-Forwarded-For is trusted. */
  readonly trustsPeer: TrustsPeer;
  readonly missingBodies: 'refused' | 'empty' | 'unchecked';
}

/** The request of a client that a proxy asks about. */
export interface OriginalRequest {
  readonly protocol: AuthorizationProtocol;
  readonly request: HttpRequest;
}

/**
 * The request that a proxy asks about; undefined if the proxy does not describe it. Only the headers of the proxy's
 * protocol count, and only if each is sent once, so that no client can describe a different request. Modifies
 * `request`.
 */
export function readOriginalRequest(
  request: IncomingMessage,
  options: OriginalRequestOptions,
): OriginalRequest | undefined {
  const question = readQuestion(request.url ?? '');
  if (!question) return undefined;
  const { protocol, onlyKeySet, prefix } = question;
  const line =
    protocol === 'ext-authz' ? readLine(request, prefix) : readHeaders(request, originalHeaders[protocol]);
  if (!line || !methodToken.test(line.method) || !originForm.test(line.url)) return undefined;
  const missingBody = missingBodyOf(request, question, options);
  return {
    protocol,
    request: Object.assign(request, {
      ...line,
      callerAddress: clientAddress({ request, generation: options, peer: peerOf(request) }),
      ...(onlyKeySet && { onlyKeySet }),
      ...(prefix === countedExtAuthz && { isCounted: true as const }),
      ...(missingBody !== 'empty' && { missingBody }),
      ...(isCutOff(request) && { isCutOff: true as const }),
    }),
  };
}

/** The meaning of the URL that a proxy calls. */
interface Question {
  readonly protocol: AuthorizationProtocol;
  readonly onlyKeySet?: KeySetName;
  /** The part of the URL before the original target. */
  readonly prefix?: string;
}

const extAuthz = '/authz/ext-authz';

/** The path for Envoys with an exported configuration, which count calls themselves. No client can choose this path. */
const countedExtAuthz = `/authz${countedPath}`;

/**
 * The paths that do not contain the original target. A proxy that cannot choose an upstream by key set names the key
 * set that it forwards.
 */
const questions: ReadonlyMap<string, Question> = new Map(
  (['forward-auth', 'auth-request'] as const).flatMap((protocol) => [
    [`/authz/${protocol}`, { protocol }],
    [`/authz/${protocol}/production`, { protocol, onlyKeySet: 'production' }],
    [`/authz/${protocol}/sandbox`, { protocol, onlyKeySet: 'sandbox' }],
  ]),
);

function readQuestion(url: string): Question | undefined {
  for (const prefix of [extAuthz, countedExtAuthz])
    if (url.startsWith(`${prefix}/`)) return { protocol: 'ext-authz', prefix };
  // Only the path counts, since some proxies append the query of the original request.
  return questions.get(splitTarget(url).path);
}

interface RequestLine {
  readonly method: string;
  /** The request target. */
  readonly url: string;
}

function readLine({ method = '', url = '' }: IncomingMessage, prefix = ''): RequestLine {
  return { method, url: url.slice(prefix.length) };
}

/**
 * Reads the method and the target from their headers; undefined unless each is sent once. Removes the headers, since
 * they are not part of the original request.
 */
function readHeaders(
  { headers, rawHeaders }: IncomingMessage,
  names: { readonly method: string; readonly target: string },
): RequestLine | undefined {
  const [method, url] = [headers[names.method], headers[names.target]];
  const areSentOnce = [names.method, names.target].every((name) => countHeader(rawHeaders, name) === 1);
  delete headers[names.method];
  delete headers[names.target];
  return areSentOnce ? { method: String(method), url: String(url) } : undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/**
 * The treatment of a body that the proxy does not send. A proxy may announce the body that it holds back, which is then
 * added to the headers of the call. It cannot announce that there is no body, since a client can send that header
 * through most proxies.
 */
function missingBodyOf(
  request: IncomingMessage,
  { protocol }: Question,
  { missingBodies }: OriginalRequestOptions,
): OriginalRequestOptions['missingBodies'] {
  const isSent = hasBody(request);
  const length = protocol === 'ext-authz' ? '' : takeLength(request, originalHeaders[protocol].length);
  if (isSent) return 'empty';
  if (length === '' || length === '0') return missingBodies;
  if (/^\d{1,15}$/.test(length)) request.headers['content-length'] = length;
  else request.headers['transfer-encoding'] = 'chunked';
  return missingBodies === 'empty' ? 'refused' : missingBodies;
}

/** The announced length of the body. Removes the header, since it is not part of the original request. */
function takeLength({ headers }: IncomingMessage, name: string): string {
  const length = headers[name] ?? '';
  delete headers[name];
  return String(length);
}

function isCutOff({ headers }: IncomingMessage): boolean {
  return headers[partialBody] !== undefined && headers[partialBody] !== 'false';
}
