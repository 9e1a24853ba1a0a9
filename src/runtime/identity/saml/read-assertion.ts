import { refuse } from './assertion-refused.ts';
import type { Assertion, NameId, SubjectConfirmation, Conditions, Validity } from './assertion.ts';
import {
  readDateTime,
  childrenByName,
  onlyChild,
  optionalTime,
  requiredAttribute,
  textOf,
} from './xml/read-element.ts';
import { attributeOf, childElements, isNamed, samlNamespace, type XmlElement } from './xml/xml-element.ts';

const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

/** The child elements that an assertion may have besides its signature (SAML 2.0 core section 2.3.3). */
const parts = [
  'Issuer',
  'Subject',
  'Conditions',
  'Advice',
  'AuthnStatement',
  'AuthzDecisionStatement',
  'AttributeStatement',
];

/** Reads an assertion, which must be the signed text and nothing more. */
export function readAssertion(root: XmlElement, id: string): Assertion {
  const children = childrenByName(root, parts);
  const subject = childrenByName(onlyChild(children, 'Subject'), ['NameID', 'SubjectConfirmation']);
  return {
    id,
    issuer: readIssuer(root),
    issueInstant: readDateTime(requiredAttribute(root, 'IssueInstant'), 'IssueInstant'),
    nameId: readNameId(onlyChild(subject, 'NameID')),
    confirmations: (subject.get('SubjectConfirmation') ?? []).map(readConfirmation),
    conditions: readConditions(onlyChild(children, 'Conditions')),
    sessionEnds: (children.get('AuthnStatement') ?? []).flatMap(
      (statement) => optionalTime(statement, 'SessionNotOnOrAfter') ?? [],
    ),
  };
}

/** The entity ID that an assertion gives as its issuer. */
export function readIssuer(root: XmlElement): string {
  const [issuer, ...others] = childElements(root).filter((child) => isNamed(child, samlNamespace, 'Issuer'));
  if (!issuer || others.length > 0) return refuse('The assertion does not have exactly one Issuer.');
  if ((attributeOf(issuer, 'Format') ?? entityFormat) !== entityFormat)
    refuse('The Issuer is not an entity.');
  return textOf(issuer);
}

const unspecifiedFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** Reads the subject of an assertion (SAML 2.0 core section 2.2.3). */
function readNameId(element: XmlElement): NameId {
  const nameQualifier = attributeOf(element, 'NameQualifier');
  const spNameQualifier = attributeOf(element, 'SPNameQualifier');
  return {
    value: textOf(element),
    format: attributeOf(element, 'Format') ?? unspecifiedFormat,
    ...(nameQualifier !== undefined && { nameQualifier }),
    ...(spNameQualifier !== undefined && { spNameQualifier }),
  };
}

/** Reads one way to confirm the subject (SAML 2.0 core section 2.4.1.1). */
function readConfirmation(element: XmlElement): SubjectConfirmation {
  const children = childrenByName(element, ['NameID', 'BaseID', 'SubjectConfirmationData']);
  const data = children.get('SubjectConfirmationData') ?? [];
  const recipient = data[0] && attributeOf(data[0], 'Recipient');
  return {
    method: requiredAttribute(element, 'Method'),
    requiresMore: childElements(element).length > data.length || data.length > 1 || data.some(hasContent),
    ...(data[0] && { data: { ...readValidity(data[0]), ...(recipient !== undefined && { recipient }) } }),
  };
}

function hasContent(data: XmlElement): boolean {
  return childElements(data).length > 0;
}

/**
 * Reads the conditions (SAML 2.0 core section 2.5.1), and refuses an unknown condition. OneTimeUse needs no check,
 * since every assertion is accepted only once. ProxyRestriction concerns only parties that issue assertions.
 */
function readConditions(conditions: XmlElement): Conditions {
  const children = childrenByName(conditions, ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  const restrictions = children.get('AudienceRestriction') ?? [];
  return { ...readValidity(conditions), audiences: restrictions.map(readAudiences) };
}

function readAudiences(restriction: XmlElement): readonly string[] {
  childrenByName(restriction, ['Audience']);
  return childElements(restriction).map(textOf);
}

/** The validity period of conditions or of a confirmation. */
function readValidity(element: XmlElement): Validity {
  const notBefore = optionalTime(element, 'NotBefore');
  const notOnOrAfter = optionalTime(element, 'NotOnOrAfter');
  return {
    ...(notBefore !== undefined && { notBefore }),
    ...(notOnOrAfter !== undefined && { notOnOrAfter }),
  };
}
