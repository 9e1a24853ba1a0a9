import type { Call } from '../call.ts';
import { neverTrailers } from '../response/client-headers.ts';
import { isForEveryRecipient } from './end-to-end-fields.ts';
import { methodOverrides, roleOf } from './header-roles.ts';
import { namedByConnection } from '../response/named-by-connection.ts';

/** Whether trailers may follow the body of a call: in HTTP/1.1 only chunks have them (RFC 9112 section 7.1.2). */
export function mayHaveTrailers(call: Call): boolean {
  const { request, body } = call;
  if (request.httpVersion !== '2.0' && request.headers['transfer-encoding'] === undefined) return false;
  // A body that was read is at its end already.
  return body === undefined || Object.keys(toUpstreamTrailers(call)).length > 0;
}

/**
 * The trailers that a call reaches its upstream with, once its body has ended. Some servers add trailers to the headers,
 * so that none is passed that frames, routes or authorises a request (RFC 9110 section 6.5.1), that the API declares as
 * a header, or that the gateway or the client has sent as one.
 */
export function toUpstreamTrailers(call: Call): Record<string, string | string[]> {
  const { trailers } = call.request;
  const passed: Record<string, string | string[]> = {};
  for (const name in trailers) {
    const value = trailers[name];
    if (value !== undefined && isTrailer(call, name)) passed[name] = value;
  }
  return passed;
}

function isTrailer(call: Call, name: string): boolean {
  const { fate, folded } = roleOf(name);
  if (fate !== 'passed' || meansSomethingBefore(folded) || isHeader(call, folded)) return false;
  return !namedByConnection(call.request.headers.connection)?.includes(name);
}

function meansSomethingBefore(name: string): boolean {
  // RFC 9530 section 2.
  if (name === 'content-digest') return false;
  if (isForEveryRecipient(name) || neverTrailers.has(name)) return true;
  return methodOverrides.some((override) => override === name);
}

/** The names are folded, since some servers take several spellings for one. */
function isHeader({ api, endpoint, operation, request }: Call, name: string): boolean {
  if (endpoint.ownNames.has(name) || name === api.part.api.callerAssertion?.header) return true;
  if (Object.keys(request.headers).some((sent) => roleOf(sent).folded === name)) return true;
  return api.part.validation.declaresHeader(operation, name);
}
