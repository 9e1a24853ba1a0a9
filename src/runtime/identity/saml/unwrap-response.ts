import { refuse } from './assertion-refused.ts';
import { declarationsOf } from './xml/write-xml.ts';
import {
  childElements,
  everyElement,
  isNamed,
  samlNamespace,
  signatureNamespace,
  type XmlElement,
} from './xml/xml-element.ts';

const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol';

/**
 * The assertion of a Response (SAML 2.0 core section 3.3.3), which most servers put around it; any other root
 * unchanged. Nothing else of the Response is read, its own signature included: the assertion has to be signed by
 * itself.
 */
export function unwrapResponse(root: XmlElement): XmlElement {
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

/** The namespaces that the Response declares apply to the assertion too, if that does not declare them again. */
function withInherited(assertion: XmlElement, root: XmlElement): XmlElement {
  const own = new Set(assertion.attributes.map(({ name }) => name));
  const inherited = declarationsOf(root).filter(({ name }) => !own.has(name));
  return { ...assertion, attributes: [...inherited, ...assertion.attributes] };
}
