import type { ServerMetadata } from 'openid-client';

/** Google knows no `login`, refuses what it does not know, and does not say so in its metadata. */
const withoutLogin: ReadonlySet<string> = new Set(['https://accounts.google.com']);

/**
 * The `prompt` by which a provider asks who the user is, although it knows somebody in this browser: `login`, which every
 * provider has to support (OpenID Connect Core 1.0 section 15.1), save for those that do not.
 */
export function choosePrompt({
  issuer,
  prompt_values_supported: supported,
}: ServerMetadata): 'login' | 'select_account' {
  if (!Array.isArray(supported)) return withoutLogin.has(issuer) ? 'select_account' : 'login';
  return !supported.includes('login') && supported.includes('select_account') ? 'select_account' : 'login';
}
