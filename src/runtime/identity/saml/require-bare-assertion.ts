import { refuse } from './assertion-refused.ts';
import { attributeOf, everyElement, isNamed, samlNamespace, type XmlElement } from './xml/xml-element.ts';

/** An xs:ID of usual characters, so that it can stand in a reference and in an XPath expression as it is. */
const usualId = /^[A-Za-z_][A-Za-z0-9._-]{0,255}$/;

/** Requires the root to be a SAML 2.0 assertion that can be read (RFC 7522 section 3). Returns its ID. */
export function requireBareAssertion(root: XmlElement): string {
  for (const element of everyElement(root)) requireReadable(element);
  if (!isNamed(root, samlNamespace, 'Assertion')) refuse('The root is not a SAML 2.0 Assertion.');
  if (attributeOf(root, 'Version') !== '2.0') refuse('The Version of the assertion is not 2.0.');
  const id = attributeOf(root, 'ID');
  if (id === undefined || !usualId.test(id))
    return refuse('The assertion has no ID, or one that is not usual.');
  return id;
}

function requireReadable({ namespace, localName }: XmlElement): void {
  if (namespace === samlNamespace && localName.startsWith('Encrypted')) {
    refuse(
      'The assertion has an encrypted part: encryption is not supported, so let the provider send it unencrypted.',
    );
  }
}
