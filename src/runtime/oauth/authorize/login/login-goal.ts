import type { Client } from '#runtime/token/clients.ts';
import type { AuthorizationServer } from '../../authorization-server.ts';
import { pathOfPage, pathOfRequest, pathOfStoreSignIn } from '../authorize-paths.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { forcesLogin, queryAfterLogin, requiresProof } from './requires-login.ts';
import { evaluateRequest, type UnredirectableRequest } from '../evaluate-request.ts';
import type { FederatedLogin } from '#runtime/identity/identity.ts';
import { allowsProvider } from '#runtime/token/authorization-state.ts';

/** The part of a goal that forms and cookies store. If it is empty, the goal is the page of the user's grants. */
export interface StoredGoal {
  /** The query of an authorization request. */
  readonly query?: string;
  /** A sign-in to the store, as the store has sealed it. */
  readonly store?: string;
  /** Whether the sign-in to the store needs a new login, even if there is a session. */
  readonly needsNewLogin?: boolean;
}

/** The purpose of a login: an authorization request, the store, or the page of the user's grants. */
export interface LoginGoal extends StoredGoal {
  /** The destination of the browser after the login. */
  readonly location: string;
  /** Whether a provider must authenticate the user even if it has a session. */
  readonly forcesLogin?: boolean;
  /** Whether only providers that can prove a fresh login are accepted. */
  readonly requiresProof?: boolean;
  /**
   * The client, which may restrict the providers of its users; absent for the store and the grants page, which accept
   * every user.
   */
  readonly client?: Client;
}

export function goalOfRequest(request: AuthorizationRequest): LoginGoal {
  const { server, client, parameters } = request;
  const location = pathOfRequest(server.settings, queryAfterLogin(request));
  const requirements = { forcesLogin: forcesLogin(request), requiresProof: requiresProof(request) };
  return { location, query: parameters.query, client, ...requirements };
}

export function goalOfStore(
  { settings }: AuthorizationServer,
  state: string,
  needsNewLogin = false,
): LoginGoal {
  const requirements = { needsNewLogin, forcesLogin: needsNewLogin, requiresProof: needsNewLogin };
  return { location: pathOfStoreSignIn(settings, state), store: state, ...requirements };
}

export function goalOfGrants({ settings }: AuthorizationServer): LoginGoal {
  return { location: pathOfPage(settings, 'grants') };
}

/** The goal that a form or a cookie has stored, evaluated against the current declarations. */
export function readGoal(
  server: AuthorizationServer,
  { query, store, needsNewLogin }: StoredGoal,
): LoginGoal | UnredirectableRequest {
  if (store !== undefined) return goalOfStore(server, store, needsNewLogin);
  if (query === undefined) return goalOfGrants(server);
  const evaluated = evaluateRequest(server, query);
  return 'problem' in evaluated ? evaluated : goalOfRequest(evaluated.request);
}

/** Picks the part of a goal that forms and cookies store. */
export function keepGoal({ query, store, needsNewLogin }: LoginGoal): StoredGoal {
  return {
    ...(query !== undefined && { query }),
    ...(store !== undefined && { store }),
    ...(needsNewLogin === true && { needsNewLogin }),
  };
}

/** Whether the goal allows any directory that checks passwords. */
export function takesPasswords({ identity }: AuthorizationServer, goal: LoginGoal): boolean {
  return identity.directories.some(({ name }) => isAllowed(goal, name));
}

/** The providers that the goal allows. */
export function federationsOf({ identity }: AuthorizationServer, goal: LoginGoal): readonly FederatedLogin[] {
  return identity.federations.filter(({ name }) => isAllowed(goal, name));
}

function isAllowed({ client }: LoginGoal, provider: string): boolean {
  return !client || allowsProvider(client.application, provider);
}
