import type { SamlProvider } from '#compiled/settings/identity-providers.ts';
import { subjectOfUser, isSubjectName } from '#runtime/token/claims.ts';
import { refuse } from './assertion-refused.ts';
import type { AssertionRules } from './saml-trust.ts';
import type { Assertion, NameId } from './assertion.ts';

/**
 * The formats of a NameID if none is declared. A transient one differs at each login; and who asks for the assertion
 * may choose the format, so that an address which users give themselves could pass for another's name.
 */
const defaultFormats: readonly string[] = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
];

/** The `sub` of the tokens of whom an assertion is about. */
export function findSubject({ nameId }: Assertion, provider: SamlProvider, rules: AssertionRules): string {
  requireFormat(nameId, provider);
  requireQualifiers(nameId, provider, rules);
  const { value } = nameId;
  if (!isSubjectName(value)) {
    refuse('The NameID is too long, or has white space around it, control characters or invisible ones.');
  }
  if (!provider.onlyDeclaredUsers) return subjectOfUser(value, provider.name);
  if (rules.users.get(value)?.state !== 'active')
    refuse('The NameID is not the name of a declared, active user.');
  return subjectOfUser(value);
}

function requireFormat({ format }: NameId, { nameIdFormats = defaultFormats }: SamlProvider): void {
  if (!nameIdFormats.includes(format))
    refuse(
      'The NameID has a format that is not declared for the provider: declare nameIdFormats to accept it.',
    );
}

/** Tokens leave the qualifiers out, so that under others the same name would be another user (core section 8.3.7). */
function requireQualifiers(
  { nameQualifier, spNameQualifier }: NameId,
  { issuer, audiences }: SamlProvider,
  rules: AssertionRules,
): void {
  const ours = [...rules.audiences, ...audiences];
  const isOurs = spNameQualifier === undefined || ours.includes(spNameQualifier);
  if ((nameQualifier ?? issuer) !== issuer || !isOurs) {
    refuse('The NameID has a qualifier other than the provider and the gateway.');
  }
}
