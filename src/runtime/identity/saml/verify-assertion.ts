import { digestOf, type Digest } from '#compiled/digest.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { AssertionRefused, refuse } from './assertion-refused.ts';
import { type AssertionRules, findTrust, type SamlTrust } from './saml-trust.ts';
import type { Assertion } from './assertion.ts';
import {
  requireAudience,
  requireStarted,
  requireIssued,
  requireNotExpired,
  requireSession,
  type AssertionCheck,
} from './check-conditions.ts';
import { findExpiry } from './find-expiry.ts';
import { findSubject } from './find-subject.ts';
import { parseXml } from './xml/parse-xml.ts';
import { readAssertion, readIssuer } from './read-assertion.ts';
import { requirePlainMarkup } from './xml/require-plain-markup.ts';
import { requireSignatureForm } from './signature/require-signature-form.ts';
import { unwrapResponse } from './unwrap-response.ts';
import { verifySignature } from './signature/verify-signature.ts';
import { attributeOf, everyElement, isNamed, samlNamespace, type XmlElement } from './xml/xml-element.ts';

/** The rights by a valid assertion, unless it was used before. */
export interface VerifiedAssertion {
  /** The `sub` of its tokens. */
  readonly subject: string;
  /** The name of the identity provider that has signed it. */
  readonly provider: string;
  /** When its tokens expire at the latest. */
  readonly notAfter: Seconds;
  /** The identifier that is claimed, and until when, so that it is used once. */
  readonly identifier: Digest;
  readonly claimUntil: Seconds;
}

const checks: readonly AssertionCheck[] = [
  requireIssued,
  requireStarted,
  requireNotExpired,
  requireAudience,
  requireSession,
];

/**
 * Verifies the parameter `assertion` (RFC 7522 section 3), all but whether it was used before. The reason of a refusal
 * is only for the operator, and does not quote the assertion.
 */
export function verifyAssertion(
  sent: string,
  rules: AssertionRules,
): VerifiedAssertion | { readonly reason: string } {
  try {
    const { assertion, trust } = authenticate(sent, rules);
    return evaluate(assertion, trust, rules);
  } catch (error) {
    if (error instanceof AssertionRefused) return { reason: error.message };
    throw error;
  }
}

/** Finds the part that a declared provider has signed, and reads only that. */
function authenticate(
  sent: string,
  rules: AssertionRules,
): { readonly assertion: Assertion; readonly trust: SamlTrust } {
  const claimed = unwrapResponse(parseXml(requirePlainMarkup(decodeAssertion(sent))));
  const id = requireBareAssertion(claimed);
  const signature = requireSignatureForm(claimed, id);
  const trust = findTrust(rules, readIssuer(claimed));
  const signed = parseXml(requirePlainMarkup(verifySignature(claimed, signature, trust.keys)));
  const assertion = readAssertion(signed, requireBareAssertion(signed));
  if (assertion.issuer !== trust.provider.issuer)
    refuse('The signed Issuer differs from the Issuer outside the signature.');
  return { assertion, trust };
}

function evaluate(assertion: Assertion, { provider }: SamlTrust, rules: AssertionRules): VerifiedAssertion {
  for (const check of checks) check(assertion, provider, rules);
  const { clockSkewSeconds, maximumLifetimeSeconds } = provider;
  const expiry = Math.min(findExpiry(assertion, provider, rules), ...assertion.sessionEnds);
  return {
    subject: findSubject(assertion, provider, rules),
    provider: provider.name,
    notAfter: endTokens(expiry, clockSkewSeconds, rules.now),
    identifier: digestOf(JSON.stringify([assertion.issuer, assertion.id])),
    claimUntil: Math.ceil(assertion.issueInstant + maximumLifetimeSeconds + clockSkewSeconds),
  };
}

/** An assertion that has expired only by our clock is valid until it expires by the slowest clock that is tolerated. */
function endTokens(expiry: Seconds, clockSkewSeconds: number, now: Seconds): Seconds {
  const ends = [expiry, expiry + clockSkewSeconds].map(Math.floor);
  return ends.find((end) => end > now) ?? refuse('The assertion expires within a second.');
}

/** An assertion that is larger than any form can bring is not even decoded. */
const largestAssertionBytes = 48 * 1024;

/** Decodes the parameter `assertion`: base64url without padding (RFC 7522 section 2.1) of UTF-8 text. */
function decodeAssertion(sent: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(sent)) refuse('The assertion is not base64url without padding.');
  const bytes = Buffer.from(sent, 'base64url');
  if (bytes.length > largestAssertionBytes) refuse('The assertion is too large.');
  // Another length or stray bits at the end would be a second spelling of the same bytes.
  if (bytes.toString('base64url') !== sent) refuse('The assertion is not base64url without padding.');
  return decodeUtf8(bytes);
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('The assertion is not UTF-8.');
  }
}

/** An xs:ID of usual characters, so that a reference and an XPath expression can contain it unchanged. */
const idPattern = /^[A-Za-z_][A-Za-z0-9._-]{0,255}$/;

/** Requires the root to be a SAML 2.0 assertion that can be read (RFC 7522 section 3). Returns its ID. */
function requireBareAssertion(root: XmlElement): string {
  for (const element of everyElement(root)) requireReadable(element);
  if (!isNamed(root, samlNamespace, 'Assertion')) refuse('The root is not a SAML 2.0 Assertion.');
  if (attributeOf(root, 'Version') !== '2.0') refuse('The Version of the assertion is not 2.0.');
  const id = attributeOf(root, 'ID');
  if (id === undefined || !idPattern.test(id))
    return refuse('The assertion has no ID, or an ID with unusual characters.');
  return id;
}

function requireReadable({ namespace, localName }: XmlElement): void {
  if (namespace === samlNamespace && localName.startsWith('Encrypted')) {
    refuse(
      'The assertion has an encrypted part: encryption is not supported; configure the provider to send it unencrypted.',
    );
  }
}
