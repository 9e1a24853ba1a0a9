import type { LoginSession } from '#runtime/identity/login-session.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import { queryWithoutPrompts } from '../query-parameters.ts';
import { requireKnownPrompt, requireMaxAgeInSeconds } from '../rules.ts';

/** The prompts after which users enter their credentials, whoever is logged in. */
const promptsOfLogin = ['login', 'select_account'];

/** Whether a requested login must be a new one, even at a provider where the user is logged in. */
export function forcesLogin({ prompts, maxAgeSeconds }: AuthorizationRequest): boolean {
  return maxAgeSeconds !== undefined || prompts.some((prompt) => promptsOfLogin.includes(prompt));
}

/** Whether a fresh login has to be proven: choosing an account is not enough. */
export function requiresProof({ prompts, maxAgeSeconds }: AuthorizationRequest): boolean {
  return maxAgeSeconds !== undefined || prompts.includes('login');
}

/** Whether a user who is logged in has to log in again for a request that is not refused. */
export function requiresLogin(
  request: AuthorizationRequest,
  { authenticatedAt, loggedInAt = -Infinity }: Pick<LoginSession, 'authenticatedAt' | 'loggedInAt'>,
  now: Seconds,
): boolean {
  const { prompts, maxAgeSeconds = Infinity } = request;
  if (prompts.some((prompt) => promptsOfLogin.includes(prompt))) return true;
  return now - loggedInAt > maxAgeSeconds || now - authenticatedAt > maxAgeForRefresh(request);
}

/** The query that continues a request after the required login; refused parameters stay. */
export function queryAfterLogin(request: AuthorizationRequest): string {
  const { parameters } = request;
  if (parameters.repeated.size > 0 || requireKnownPrompt(request) || requireMaxAgeInSeconds(request))
    return parameters.query;
  const query = new URLSearchParams(queryWithoutPrompts(parameters.query, promptsOfLogin));
  query.delete('max_age');
  return query.toString();
}

/**
 * The maximum age of a login for a grant with refresh tokens: the grant ends a fixed time after the login, and has to
 * last until its first access token has expired, or for half of that time.
 */
function maxAgeForRefresh({ server, application, responseType }: AuthorizationRequest): Seconds {
  if (responseType.name !== 'code' || !application.grants.includes('refresh_token')) return Infinity;
  const { refreshLifetimeSeconds } = server.settings.token;
  return refreshLifetimeSeconds - Math.min(server.mint.lifetimeSeconds, refreshLifetimeSeconds / 2);
}
