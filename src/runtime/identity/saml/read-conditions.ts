import type { Conditions, Validity } from './assertion.ts';
import { childrenByName, optionalTime, textOf } from './xml/read-element.ts';
import { childElements, type XmlElement } from './xml/xml-element.ts';

/**
 * Reads the conditions (SAML 2.0 core section 2.5.1); one that is not known has to be refused. OneTimeUse holds for
 * every assertion here, and ProxyRestriction binds only who issues assertions of its own.
 */
export function readConditions(conditions: XmlElement): Conditions {
  const children = childrenByName(conditions, ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  const restrictions = children.get('AudienceRestriction') ?? [];
  return { ...readValidity(conditions), audiences: restrictions.map(readAudiences) };
}

function readAudiences(restriction: XmlElement): readonly string[] {
  childrenByName(restriction, ['Audience']);
  return childElements(restriction).map(textOf);
}

/** From when until when something holds. */
export function readValidity(element: XmlElement): Validity {
  const notBefore = optionalTime(element, 'NotBefore');
  const notOnOrAfter = optionalTime(element, 'NotOnOrAfter');
  return {
    ...(notBefore !== undefined && { notBefore }),
    ...(notOnOrAfter !== undefined && { notOnOrAfter }),
  };
}
