import type { SamlProvider } from '#compiled/settings/identity-providers.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { refuse } from './assertion-refused.ts';
import type { AssertionRules } from './saml-trust.ts';
import type { Assertion, SubjectConfirmation } from './assertion.ts';

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** When the assertion expires by one confirmation, or why that confirmation is not accepted. */
type ConfirmationResult = { readonly expiry: Seconds } | { readonly problem: string };

/**
 * The expiry by a confirmation that meets all requirements (RFC 7522 section 3), the latest if several do. Refuses the
 * assertion if no confirmation does.
 */
export function findExpiry(assertion: Assertion, provider: SamlProvider, rules: AssertionRules): Seconds {
  const results = assertion.confirmations.map((confirmation) =>
    evaluateConfirmation(confirmation, assertion, provider, rules),
  );
  const expiries = results.flatMap((result) => ('expiry' in result ? [result.expiry] : []));
  if (expiries.length > 0) return Math.max(...expiries);
  const problems = results.flatMap((result) => ('problem' in result ? [result.problem] : []));
  return refuse(problems[0] ?? 'The assertion has no SubjectConfirmation.');
}

function evaluateConfirmation(
  confirmation: SubjectConfirmation,
  assertion: Assertion,
  provider: SamlProvider,
  rules: AssertionRules,
): ConfirmationResult {
  const problem = findDataProblem(confirmation, rules);
  if (problem !== undefined) return { problem };
  const ends = [confirmation.data?.notOnOrAfter, assertion.conditions.notOnOrAfter];
  const expiry = Math.min(...ends.filter((end) => end !== undefined));
  const timeProblem = findTimeProblem(expiry, assertion, provider, rules);
  return timeProblem === undefined ? { expiry } : { problem: timeProblem };
}

function findDataProblem(
  { method, requiresMore, data }: SubjectConfirmation,
  { recipients }: AssertionRules,
): string | undefined {
  if (method !== bearer) return 'The method of the confirmation is not bearer.';
  if (requiresMore) return 'The confirmation has requirements that cannot be checked.';
  if (data === undefined) return undefined;
  if (data.recipient === undefined) return 'The confirmation has no Recipient.';
  if (!recipients.includes(data.recipient)) {
    return `The Recipient is not the URL that the assertion was sent to: ${recipients.join(', ')}.`;
  }
  if (data.notBefore !== undefined) return 'The confirmation has a NotBefore.';
  return data.notOnOrAfter === undefined ? 'The confirmation has no NotOnOrAfter.' : undefined;
}

function findTimeProblem(
  expiry: Seconds,
  { issueInstant }: Assertion,
  { clockSkewSeconds, maximumLifetimeSeconds }: SamlProvider,
  { now }: AssertionRules,
): string | undefined {
  if (expiry === Infinity) return 'The assertion has no NotOnOrAfter.';
  if (expiry <= now - clockSkewSeconds) return 'The confirmation has expired.';
  if (expiry - issueInstant <= maximumLifetimeSeconds) return undefined;
  return `The assertion is valid for longer than the ${maximumLifetimeSeconds} seconds allowed for the provider: declare maximumLifetimeSeconds to accept it.`;
}
