import type { KeyObject } from 'node:crypto';
import type { ManifestUser } from '#compiled/manifest.ts';
import type { SamlProvider } from '#compiled/settings/identity-providers.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { refuse } from './assertion-refused.ts';

/**
 * A declared single sign-on server, with the keys of its certificates. The dates of the certificates are ignored: a
 * key is trusted as long as its certificate is declared, as in the SAML 2.0 Metadata Interoperability Profile.
 */
export interface SamlTrust {
  readonly provider: SamlProvider;
  readonly keys: readonly KeyObject[];
}

/** The rules for checking an assertion, in addition to the declaration of its provider. */
export interface AssertionRules {
  readonly trusts: readonly SamlTrust[];
  /** The names of the providers whose users may log in to the application; absent if all may. */
  readonly allowedProviders?: readonly string[];
  /** The names of the gateway in an Audience. */
  readonly audiences: readonly string[];
  /** The URLs of the endpoint that the assertion was sent to. */
  readonly recipients: readonly string[];
  /** The declared users by name. */
  readonly users: ReadonlyMap<string, ManifestUser>;
  readonly now: Seconds;
}

/**
 * The provider with this issuer. Refuses the assertion if no provider is declared with it, or the application does not
 * allow it.
 */
export function findTrust({ trusts, allowedProviders }: AssertionRules, issuer: string): SamlTrust {
  const candidates = trusts.filter(({ provider }) => provider.issuer === issuer);
  if (candidates.length === 0) refuse('No identity provider is declared with the Issuer of the assertion.');
  const trust = candidates.find(({ provider }) => allowedProviders?.includes(provider.name) ?? true);
  return trust ?? refuse('The application does not allow users of the identity provider.');
}
