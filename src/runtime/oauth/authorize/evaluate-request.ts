import type { PageProblem } from '#runtime/pages/texts.ts';
import type { AuthorizationServer } from '../authorization-server.ts';
import { AuthorizationRequest } from './authorization-request.ts';
import { readQuery } from './query-parameters.ts';
import type { Redirected } from './refusals.ts';
import { applyRules, rulesOfRedirecting, rulesOfRequest } from './rules.ts';

/** A request with a valid client and redirect URI, and the reason if it is refused. */
export interface EvaluatedRequest {
  readonly request: AuthorizationRequest;
  readonly refused: Redirected | undefined;
}

/** A request after which the user must not be redirected to the application. */
export interface UnredirectableRequest {
  readonly problem: PageProblem;
  /** The consumer key, if it is known. */
  readonly clientId?: string;
}

/** Evaluates an authorization request against the current declarations. */
export function evaluateRequest(
  server: AuthorizationServer,
  query: string,
): EvaluatedRequest | UnredirectableRequest {
  const parameters = readQuery(query);
  if (!parameters) return { problem: 'query_malformed' };
  const request = new AuthorizationRequest(server, parameters);
  const problem = applyRules(rulesOfRedirecting, request);
  if (problem !== undefined) return { problem, ...clientIdOf(request) };
  return { request, refused: applyRules(rulesOfRequest, request) };
}

/** The client ID; absent if the request was refused before its client was looked up. */
function clientIdOf({ client }: Partial<Pick<AuthorizationRequest, 'client'>>): { clientId?: string } {
  return client ? { clientId: client.consumerKey } : {};
}
