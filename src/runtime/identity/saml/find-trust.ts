import { refuse } from './assertion-refused.ts';
import type { AssertionRules } from './assertion-rules.ts';
import type { SamlTrust } from './saml-trust.ts';

/** The provider that an assertion claims to be from: its Issuer decides whose certificates are tried. */
export function findTrust({ trusts, allowedProviders }: AssertionRules, issuer: string): SamlTrust {
  const candidates = trusts.filter(({ provider }) => provider.issuer === issuer);
  if (candidates.length === 0) refuse('No identity provider is declared with the Issuer of the assertion.');
  const trust = candidates.find(({ provider }) => allowedProviders?.includes(provider.name) ?? true);
  return trust ?? refuse('The application does not allow users of the identity provider.');
}
