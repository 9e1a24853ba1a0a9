import type { AuthorizationRequest } from './authorization-request.ts';
import { redirectedErrors, type Redirected } from './refusals.ts';

/** The parameters of a response; undefined parameters are omitted. */
type ResponseParameters = Readonly<Record<string, string | number | undefined>>;

/**
 * The redirect URI with the response (RFC 6749 sections 4.1.2 and 4.2.2), the state of the request, and the issuer (RFC
 * 9207). The URI's own query is preserved (RFC 6749 section 3.1.2).
 */
export function redirectBack(request: AuthorizationRequest, response: ResponseParameters): string {
  const { parameters, redirectUri, server } = request;
  const answer = { ...response, state: parameters.single.get('state'), iss: server.mint.issuer };
  const sent = Object.entries(answer).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString();
  const url = new URL(redirectUri);
  if (modeOf(request) === 'fragment') url.hash = text;
  else url.search = url.search === '' ? text : `${url.search}&${text}`;
  return url.href;
}

/** The redirect URI with an error. */
export function redirectError(request: AuthorizationRequest, refused: Redirected): string {
  const { error, description } = redirectedErrors[refused];
  return redirectBack(request, { error, error_description: description });
}

/**
 * Where the application expects the response: taken from the request itself, since its response type may be refused or
 * not yet evaluated.
 */
function modeOf({ parameters }: AuthorizationRequest): 'query' | 'fragment' {
  return parameters.single.get('response_type') === 'token' ? 'fragment' : 'query';
}
