import { hopByHopHeaders, foldName } from '#compiled/header-fate.ts';
import { largestConsoleBody, type ConsoleCall, type ConsoleProblem } from '#runtime/ports/console-calls.ts';
import type { Generation } from '#runtime/gateway/generation/generation.ts';
import type { ServedApi } from '#runtime/gateway/generation/served-api.ts';
import { isPassablePath } from '#runtime/gateway/route/is-safe-path.ts';
import { splitTarget } from '#runtime/gateway/route/request-target.ts';
import type { ConsoleRequestParts } from './console-request.ts';

/**
 * RFC 9110 sections 5.6.2 and 5.5. Node checks the characters of requests that arrive over a connection, but not of
 * these.
 */
const token = /^[!#$%&'*+.^_`|~\w-]{1,256}$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const requestTarget = /^\/[\x21-\x22\x24-\x7e]*$/;

/** Limits of a console call: the first two in bytes, the last a count. */
const largestTarget = 8192;
const largestHeaders = 16_384;
const mostHeaders = 100;

/** Headers that are dropped: connections, proxies and browsers set them, or the gateway or the console sets its own. */
const droppedHeaders: ReadonlySet<string> = new Set([
  ...hopByHopHeaders,
  'accept-encoding',
  'api-version',
  'authorization',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'origin',
  'referer',
  'via',
  'x-real-ip',
  'x-request-id',
]);

/** Returns the request to send, without its token, or the reason why it cannot be sent. */
export function describeRequest(
  { method, path, headers: sent, cookies = [], body, user }: ConsoleCall,
  { manifest }: ServedApi,
  { basePath, settings, host }: Generation,
): ConsoleRequestParts | ConsoleProblem {
  if (!token.test(method) || method === 'CONNECT' || method === 'TRACE') return 'method_malformed';
  if (!isBelowApi(path)) return 'path_malformed';
  if (body && body.length > largestConsoleBody) return 'request_too_large';
  const headers = readHeaders(sent);
  const cookie = cookies.join('; ');
  if (!headers || !fieldValue.test(cookie) || cookie.length > largestHeaders) return 'header_malformed';
  const { context, version } = manifest;
  const isInHeader = settings.versioning === 'header';
  return {
    method,
    url: `${basePath}/${context}${isInHeader ? '' : `/${version}`}${path}`,
    headers: {
      ...headers,
      ...(cookie !== '' && { cookie }),
      host,
      'accept-encoding': 'identity',
      ...(isInHeader && { 'api-version': version }),
    },
    body,
    address: user.address,
  };
}

/** Whether the path stays below the API: no server on the way can read it as a path of another API or host. */
function isBelowApi(path: string): boolean {
  return path.length <= largestTarget && requestTarget.test(path) && isPassablePath(splitTarget(path).path);
}

/** The headers by lower-case name; undefined if one is not valid or there are too many. */
function readHeaders(sent: ConsoleCall['headers']): Record<string, string> | undefined {
  const size = sent.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (sent.length > mostHeaders || size > largestHeaders) return undefined;
  const headers: Record<string, string> = Object.create(null);
  for (const [written, value] of sent) {
    if (!token.test(written) || !fieldValue.test(value)) return undefined;
    const name = written.toLowerCase();
    if (isDropped(foldName(name))) continue;
    headers[name] = headers[name] === undefined ? value.trim() : `${headers[name]}, ${value.trim()}`;
  }
  return headers;
}

function isDropped(folded: string): boolean {
  return droppedHeaders.has(folded) || /^(?:x-forwarded|sec|proxy|access-control)-/.test(folded);
}
