import type { Client } from '../../../token/clients.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';
import { pathOfPage, pathOfRequest } from '../authorize-paths.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { evaluateRequest, type UnredirectableRequest } from '../evaluate-request.ts';
import type { FederatedLogin } from '../../../identity/identity.ts';
import { allowsProvider } from '../../../token/authorization-state.ts';

/** The purpose of a login: an authorization request, or the page of the user's grants. */
export interface LoginGoal {
  /** The destination of the browser after the login. */
  readonly location: string;
  /** The query of the authorization request; absent for the page. */
  readonly query?: string;
  /** Whose users may log in; absent for the page, which every user may see. */
  readonly client?: Client;
}

export function goalOfRequest({ server, client, parameters }: AuthorizationRequest): LoginGoal {
  const { query } = parameters;
  return { location: pathOfRequest(server.settings, query), query, client };
}

export function goalOfGrants({ settings }: AuthorizationServer): LoginGoal {
  return { location: pathOfPage(settings, 'grants') };
}

/** The goal that a form or a cookie has kept, by the current declarations. */
export function readGoal(
  server: AuthorizationServer,
  { query }: Pick<LoginGoal, 'query'>,
): LoginGoal | UnredirectableRequest {
  if (query === undefined) return goalOfGrants(server);
  const evaluated = evaluateRequest(server, query);
  return 'problem' in evaluated ? evaluated : goalOfRequest(evaluated.request);
}

/** Whether any user can log in with a password. */
export function takesPasswords({ identity }: AuthorizationServer, goal: LoginGoal): boolean {
  return identity.directories.some(({ name }) => isAllowed(goal, name));
}

/** The providers that users can log in at. */
export function federationsOf({ identity }: AuthorizationServer, goal: LoginGoal): readonly FederatedLogin[] {
  return identity.federations.filter(({ name }) => isAllowed(goal, name));
}

function isAllowed({ client }: LoginGoal, provider: string): boolean {
  return !client || allowsProvider(client.application, provider);
}
