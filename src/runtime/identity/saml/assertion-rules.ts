import type { ManifestUser } from '../../../compiled/manifest.ts';
import type { Seconds } from '../../ports/token-store.ts';
import type { SamlTrust } from './saml-trust.ts';

/** What an assertion is judged by, apart from what its provider declares. */
export interface AssertionRules {
  readonly trusts: readonly SamlTrust[];
  /** The names of the providers whose users may log in to the application; all without it. */
  readonly allowedProviders?: readonly string[];
  /** What the gateway itself is called in an Audience. */
  readonly audiences: readonly string[];
  /** The URLs of the endpoint that the assertion was sent to. */
  readonly recipients: readonly string[];
  /** The declared users by name. */
  readonly users: ReadonlyMap<string, ManifestUser>;
  readonly now: Seconds;
}
