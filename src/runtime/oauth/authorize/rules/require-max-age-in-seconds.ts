import type { AuthorizationRequest } from '../authorization-request.ts';

/** OpenID Connect Core 1.0 section 3.1.2.1. */
export function requireMaxAgeInSeconds({
  parameters,
}: AuthorizationRequest): 'max_age_malformed' | undefined {
  const maxAge = parameters.single.get('max_age') ?? '0';
  return /^\d{1,9}$/.test(maxAge) ? undefined : 'max_age_malformed';
}
