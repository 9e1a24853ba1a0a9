import type { Seconds } from '#runtime/ports/token-store.ts';

/** The content of an assertion (SAML 2.0 core section 2.3.3) that tokens depend on. */
export interface Assertion {
  readonly id: string;
  readonly issuer: string;
  readonly issueInstant: Seconds;
  readonly nameId: NameId;
  readonly confirmations: readonly SubjectConfirmation[];
  readonly conditions: Conditions;
  /** When the subject's sessions expire, according to the authentication statements. */
  readonly sessionEnds: readonly Seconds[];
}

export interface NameId {
  readonly value: string;
  readonly format: string;
  readonly nameQualifier?: string;
  readonly spNameQualifier?: string;
}

export interface Validity {
  readonly notBefore?: Seconds;
  readonly notOnOrAfter?: Seconds;
}

export interface SubjectConfirmation {
  readonly method: string;
  /** Whether the confirmation requires something that cannot be checked, such as another subject or a key. */
  readonly requiresMore: boolean;
  readonly data?: Validity & { readonly recipient?: string };
}

export interface Conditions extends Validity {
  /** The audiences of each restriction; the gateway must be in every list. */
  readonly audiences: readonly (readonly string[])[];
}
