import { refuse } from './assertion-refused.ts';
import type { Assertion } from './assertion.ts';
import { readDateTime } from './date-time.ts';
import { readConditions } from './read-conditions.ts';
import { childrenByName, onlyChild, optionalTime, requiredAttribute, textOf } from './xml/read-element.ts';
import { readConfirmation, readNameId } from './read-subject.ts';
import { attributeOf, childElements, isNamed, samlNamespace, type XmlElement } from './xml/xml-element.ts';

const entityFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

/** The elements of an assertion (SAML 2.0 core section 2.3.3) without its signature. */
const parts = [
  'Issuer',
  'Subject',
  'Conditions',
  'Advice',
  'AuthnStatement',
  'AuthzDecisionStatement',
  'AttributeStatement',
];

/** Reads an assertion of which every byte is signed. */
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

/** The entity that an assertion claims to be from. */
export function readIssuer(root: XmlElement): string {
  const [issuer, ...others] = childElements(root).filter((child) => isNamed(child, samlNamespace, 'Issuer'));
  if (!issuer || others.length > 0) return refuse('The assertion does not have exactly one Issuer.');
  if ((attributeOf(issuer, 'Format') ?? entityFormat) !== entityFormat)
    refuse('The Issuer is not an entity.');
  return textOf(issuer);
}
