import { digestOf, type Digest } from '#compiled/digest.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import { AssertionRefused, refuse } from './assertion-refused.ts';
import { type AssertionRules, findTrust, type SamlTrust } from './saml-trust.ts';
import type { Assertion, NameId } from './assertion.ts';
import { findExpiry } from './find-expiry.ts';
import { parseXml } from './xml/parse-xml.ts';
import { readAssertion, readIssuer } from './read-assertion.ts';
import { requirePlainMarkup } from './xml/require-plain-markup.ts';
import { requireSignatureForm } from './signature/require-signature-form.ts';
import { verifySignature } from './signature/verify-signature.ts';
import {
  attributeOf,
  everyElement,
  isNamed,
  samlNamespace,
  type XmlElement,
  childElements,
  signatureNamespace,
} from './xml/xml-element.ts';
import type { SamlProvider } from '#compiled/settings/identity-providers.ts';
import { subjectOfUser, isSubjectName } from '#runtime/token/claims.ts';
import { declarationsOf } from './xml/write-xml.ts';

const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol';

/**
 * The accepted formats of a NameID if none are declared. A transient NameID differs at each login. Email addresses are
 * excluded because the requester may choose the format: an address that users can set themselves could equal the name
 * of another user.
 */
const defaultFormats: readonly string[] = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
];

/** A requirement for assertions; throws an AssertionRefused if an assertion violates it. */
type AssertionCheck = (assertion: Assertion, provider: SamlProvider, rules: AssertionRules) => void;

/** Each AudienceRestriction must include the gateway (SAML 2.0 core section 2.5.1.4). */
const requireAudience: AssertionCheck = ({ conditions }, provider, rules) => {
  const ours = [...rules.audiences, ...provider.audiences];
  const { audiences } = conditions;
  if (audiences.length === 0) refuse('The assertion has no AudienceRestriction.');
  if (!audiences.every((list) => list.some((audience) => ours.includes(audience)))) {
    refuse(`The assertion is for another audience; accepted are ${ours.join(', ')}.`);
  }
};

/** An assertion from the future means that a clock is wrong, so its other times are wrong too. */
const requireIssued: AssertionCheck = ({ issueInstant }, { clockSkewSeconds }, { now }) => {
  if (issueInstant > now + clockSkewSeconds) refuse('The assertion was issued in the future.');
};

const requireStarted: AssertionCheck = ({ conditions }, { clockSkewSeconds }, { now }) => {
  const { notBefore = -Infinity } = conditions;
  if (notBefore > now + clockSkewSeconds) refuse('The assertion is not valid yet.');
};

const requireNotExpired: AssertionCheck = ({ conditions }, { clockSkewSeconds }, { now }) => {
  const { notOnOrAfter = Infinity } = conditions;
  if (notOnOrAfter <= now - clockSkewSeconds) refuse('The assertion has expired.');
};

const requireSession: AssertionCheck = ({ sessionEnds }, { clockSkewSeconds }, { now }) => {
  if (sessionEnds.some((end) => end <= now - clockSkewSeconds))
    refuse('The session of the user has expired.');
};

/** The result for a valid assertion, provided that it was not used before. */
export interface VerifiedAssertion {
  /** The `sub` of the tokens to issue. */
  readonly subject: string;
  /** The name of the identity provider that signed the assertion. */
  readonly provider: string;
  /** The latest expiry of the tokens. */
  readonly notAfter: Seconds;
  /** The identifier to claim, so that the assertion is used only once, and the time until which the claim must last. */
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
 * Verifies the parameter `assertion` (RFC 7522 section 3), but not whether it was used before. The reason of a refusal
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

/** Verifies the signature of a declared provider, and reads only the signed text. */
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

/**
 * The expiry of the tokens: that of the assertion, or the end of the tolerated clock skew if the assertion has expired
 * by our clock. Refuses the assertion if both times have passed.
 */
function endTokens(expiry: Seconds, clockSkewSeconds: number, now: Seconds): Seconds {
  const ends = [expiry, expiry + clockSkewSeconds].map(Math.floor);
  return ends.find((end) => end > now) ?? refuse('The assertion expires within a second.');
}

/**
 * The largest size that fits into a form in base64url. A larger assertion is refused before its text is decoded and
 * parsed.
 */
const largestAssertionBytes = 48 * 1024;

/** Decodes the parameter `assertion`: base64url without padding (RFC 7522 section 2.1) of UTF-8 text. */
function decodeAssertion(sent: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(sent)) refuse('The assertion is not base64url without padding.');
  const bytes = Buffer.from(sent, 'base64url');
  if (bytes.length > largestAssertionBytes) refuse('The assertion is too large.');
  // Refuses any second spelling of the same bytes, with another length or stray bits at the end.
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

/** An xs:ID of common characters, which a reference and an XPath expression can contain without escaping. */
const idPattern = /^[A-Za-z_][A-Za-z0-9._-]{0,255}$/;

/** Requires the root to be a SAML 2.0 assertion without encrypted parts (RFC 7522 section 3). Returns its ID. */
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

/** The `sub` of the tokens, from the NameID of an assertion. */
function findSubject({ nameId }: Assertion, provider: SamlProvider, rules: AssertionRules): string {
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

/**
 * Refuses qualifiers other than the provider and the gateway: tokens omit qualifiers, and the same name with another
 * qualifier is another user (core section 8.3.7).
 */
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

/**
 * The assertion inside a Response (SAML 2.0 core section 3.3.3), in which most servers wrap it; any other root is
 * returned unchanged. The rest of the Response is ignored, including its signature: the assertion must have its own
 * signature.
 */
function unwrapResponse(root: XmlElement): XmlElement {
  if (!isNamed(root, protocolNamespace, 'Response')) return root;
  refuseEncrypted(root);
  const all = [...everyElement(root)].filter((each) => isNamed(each, samlNamespace, 'Assertion'));
  const [assertion, ...others] = childElements(root).filter((each) => all.includes(each));
  if (!assertion) return refuse('The Response has no assertion.');
  if (others.length > 0 || all.length > 1) refuse('The Response has more than one assertion.');
  requireOwnSignature(assertion);
  return withInherited(assertion, root);
}

function refuseEncrypted(root: XmlElement): void {
  if (childElements(root).some((child) => isNamed(child, samlNamespace, 'EncryptedAssertion')))
    refuse(
      'The assertion is encrypted: encryption is not supported; configure the provider to send it unencrypted.',
    );
}

function requireOwnSignature(assertion: XmlElement): void {
  if (!childElements(assertion).some((child) => isNamed(child, signatureNamespace, 'Signature')))
    refuse(
      'The assertion in the Response is not signed itself: configure the provider to sign the assertion, even if it signs the Response.',
    );
}

/** Adds the namespaces that the Response declares to the assertion, unless the assertion declares them itself. */
function withInherited(assertion: XmlElement, root: XmlElement): XmlElement {
  const own = new Set(assertion.attributes.map(({ name }) => name));
  const inherited = declarationsOf(root).filter(({ name }) => !own.has(name));
  return { ...assertion, attributes: [...inherited, ...assertion.attributes] };
}
