import { refuse } from '../assertion-refused.ts';
import { readSignedInfo, type SignedInfo, partsOf, readBase64 } from './read-signed-info.ts';
import {
  childElements,
  everyElement,
  isNamed,
  signatureNamespace,
  type XmlElement,
} from '../xml/xml-element.ts';

/** A signature of the form that is accepted, which nobody has verified yet. */
export interface Signature {
  readonly element: XmlElement;
  readonly signedInfo: XmlElement;
  /** What the element `signedInfo` says. */
  readonly claimed: SignedInfo;
  readonly value: Buffer;
}

/**
 * Requires exactly one signature, a child of the root, of the one form that is accepted (SAML 2.0 core section 5.4):
 * it covers the whole assertion and nothing else. Returns it.
 */
export function requireSignatureForm(root: XmlElement, id: string): Signature {
  const [element, ...others] = [...everyElement(root)].filter((each) =>
    isNamed(each, signatureNamespace, 'Signature'),
  );
  if (!element) return refuse('The assertion is not signed.');
  if (others.length > 0) refuse('The assertion has more than one signature.');
  if (!root.children.includes(element)) refuse('The signature is not a child of the assertion.');
  requireUniqueIds(root);
  return readSignature(element, id);
}

/** Whatever may count as an identifier does, since implementations differ in what they look up. */
function requireUniqueIds(root: XmlElement): void {
  const ids = [...everyElement(root)].flatMap(({ attributes }) =>
    attributes.filter(({ localName }) => localName.toLowerCase() === 'id').map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) refuse('The assertion has a duplicate identifier.');
  const ofRoot = root.attributes.filter(({ localName }) => localName.toLowerCase() === 'id');
  if (ofRoot.length > 1) refuse('The assertion has more than one identifier.');
}

/** A KeyInfo may follow at the end, and is never read or trusted. */
function readSignature(element: XmlElement, id: string): Signature {
  const keyInfo = childElements(element).length > 2 ? (['KeyInfo'] as const) : [];
  const [signedInfo, value] = partsOf(element, ['SignedInfo', 'SignatureValue', ...keyInfo]);
  const claimed = readSignedInfo(signedInfo, id);
  return { element, signedInfo, claimed, value: readBase64(value) };
}
