import type { NameId, SubjectConfirmation } from './assertion.ts';
import { readValidity } from './read-conditions.ts';
import { childrenByName, requiredAttribute, textOf } from './xml/read-element.ts';
import { attributeOf, childElements, type XmlElement } from './xml/xml-element.ts';

const unspecifiedFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** Reads who an assertion is about (SAML 2.0 core section 2.2.3). */
export function readNameId(element: XmlElement): NameId {
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
export function readConfirmation(element: XmlElement): SubjectConfirmation {
  const children = childrenByName(element, ['NameID', 'BaseID', 'SubjectConfirmationData']);
  const data = children.get('SubjectConfirmationData') ?? [];
  const recipient = data[0] && attributeOf(data[0], 'Recipient');
  return {
    method: requiredAttribute(element, 'Method'),
    asksForMore: childElements(element).length > data.length || data.length > 1 || data.some(hasContent),
    ...(data[0] && { data: { ...readValidity(data[0]), ...(recipient !== undefined && { recipient }) } }),
  };
}

function hasContent(data: XmlElement): boolean {
  return childElements(data).length > 0;
}
