import type { LoginSession } from '#runtime/identity/login-session.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { queryWithoutPrompts } from '../query-parameters.ts';
import { requireKnownPrompt, requireMaxAgeInSeconds } from '../rules.ts';

/** The prompts that require credentials, even if a user is logged in. */
const promptsOfLogin = ['login', 'select_account'];

/** Whether the request requires a new login, even if the user is logged in at the provider. */
export function forcesLogin({ prompts, maxAgeSeconds }: AuthorizationRequest): boolean {
  return maxAgeSeconds !== undefined || prompts.some((prompt) => promptsOfLogin.includes(prompt));
}

/** Whether the provider must prove that the login is new; choosing an account is not enough. */
export function requiresProof({ prompts, maxAgeSeconds }: AuthorizationRequest): boolean {
  return maxAgeSeconds !== undefined || prompts.includes('login');
}

/** Whether a user with a session must log in again for a valid request. */
export function requiresLogin(
  request: AuthorizationRequest,
  { authenticatedAt, loggedInAt = -Infinity }: Pick<LoginSession, 'authenticatedAt' | 'loggedInAt'>,
  now: Seconds,
): boolean {
  const { prompts, maxAgeSeconds = Infinity } = request;
  if (prompts.some((prompt) => promptsOfLogin.includes(prompt))) return true;
  return now - loggedInAt > maxAgeSeconds || now - authenticatedAt > maxAgeForRefresh(request);
}

/**
 * The query that continues a request after the required login: without the parameters that required it, unless they are
 * invalid.
 */
export function queryAfterLogin(request: AuthorizationRequest): string {
  const { parameters } = request;
  if (parameters.repeated.size > 0 || requireKnownPrompt(request) || requireMaxAgeInSeconds(request))
    return parameters.query;
  const query = new URLSearchParams(queryWithoutPrompts(parameters.query, promptsOfLogin));
  query.delete('max_age');
  return query.toString();
}

/**
 * The maximum age of a login for a grant with refresh tokens. The grant ends a fixed time after the login, so it must
 * still last for the lifetime of an access token, or for half of that fixed time if that is shorter.
 */
function maxAgeForRefresh({ server, application, responseType }: AuthorizationRequest): Seconds {
  if (responseType.name !== 'code' || !application.grants.includes('refresh_token')) return Infinity;
  const { refreshLifetimeSeconds } = server.settings.token;
  return refreshLifetimeSeconds - Math.min(server.mint.lifetimeSeconds, refreshLifetimeSeconds / 2);
}
