import { refuse } from '../assertion-refused.ts';
import { partsOf, requireBase64, requireSignedInfoForm } from './require-signed-info-form.ts';
import {
  childElements,
  everyElement,
  isNamed,
  signatureNamespace,
  type XmlElement,
} from '../xml/xml-element.ts';

/**
 * Requires exactly one signature, a child of the root, of the one form that is accepted (SAML 2.0 core section 5.4):
 * it covers the whole assertion and nothing else. Returns it.
 */
export function requireSignatureForm(root: XmlElement, id: string): XmlElement {
  const [element, ...others] = [...everyElement(root)].filter((each) =>
    isNamed(each, signatureNamespace, 'Signature'),
  );
  if (!element) return refuse('The assertion is not signed.');
  if (others.length > 0) refuse('The assertion has more than one signature.');
  if (!root.children.includes(element)) refuse('The signature is not a child of the assertion.');
  requireUniqueIds(root);
  requireParts(element, id);
  return element;
}

/** Anything that may count as an identifier does, since implementations differ. */
function requireUniqueIds(root: XmlElement): void {
  const ids = [...everyElement(root)].flatMap(({ attributes }) =>
    attributes.filter(({ localName }) => localName.toLowerCase() === 'id').map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) refuse('The assertion has a duplicate identifier.');
  const ofRoot = root.attributes.filter(({ localName }) => localName.toLowerCase() === 'id');
  if (ofRoot.length > 1) refuse('The assertion has more than one identifier.');
}

/** A KeyInfo may follow at the end, and is never read or trusted. */
function requireParts(signature: XmlElement, id: string): void {
  const keyInfo = childElements(signature).length > 2 ? (['KeyInfo'] as const) : [];
  const [signedInfo, value] = partsOf(signature, ['SignedInfo', 'SignatureValue', ...keyInfo]);
  requireSignedInfoForm(signedInfo, id);
  requireBase64(value);
}
