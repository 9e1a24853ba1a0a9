import { refuse } from '../assertion-refused.ts';
import { childElements, isNamed, signatureNamespace, type XmlElement } from '../xml/xml-element.ts';

type Parts<Names extends readonly string[]> = { readonly [Index in keyof Names]: XmlElement };

/** The children of an element of a signature, which have to be exactly those named. */
export function partsOf<const Names extends readonly string[]>(
  parent: XmlElement,
  names: Names,
): Parts<Names> {
  const parts = childElements(parent);
  const fits = parts.length === names.length && hasNoText(parent);
  if (!fits || !parts.every((part, index) => isNamed(part, signatureNamespace, names[index] ?? ''))) {
    refuse(`The ${parent.localName} of the signature does not have exactly the parts ${names.join(', ')}.`);
  }
  return parts as Parts<Names>;
}

export function hasNoText({ children }: XmlElement): boolean {
  return children.every((child) => typeof child !== 'string' || /^[ \t\r\n]*$/.test(child));
}

/** The bytes that stand in an element in base64 (XML Schema part 2 section 3.2.16). */
export function readBase64({ localName, children }: XmlElement): Buffer {
  const [text = '', ...others] = children;
  if (typeof text !== 'string' || others.length > 0 || !/^[A-Za-z0-9+/= \t\r\n]+$/.test(text)) {
    return refuse(`The ${localName} of the signature is not base64.`);
  }
  return Buffer.from(text, 'base64');
}
