/** An element of a document that has only elements, attributes and text. */
export interface XmlElement {
  /** The namespace URI; empty if there is none. */
  readonly namespace: string;
  readonly localName: string;
  /** The name with its prefix, as written. */
  readonly tagName: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
}

export interface XmlAttribute {
  /** The namespace URI; empty if there is none. */
  readonly namespace: string;
  readonly localName: string;
  /** The name with its prefix, as written. */
  readonly name: string;
  readonly value: string;
}

export const samlNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
export const namespaceOfDeclarations = 'http://www.w3.org/2000/xmlns/';

/** Whether an element has this namespace and local name. */
export function isNamed(element: XmlElement, namespace: string, localName: string): boolean {
  return element.namespace === namespace && element.localName === localName;
}

/** The child elements, without text. */
export function childElements({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** The value of an attribute that is in no namespace. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find((attribute) => attribute.namespace === '' && attribute.localName === name)?.value;
}

/** The element and all its descendants, in document order. */
export function* everyElement(element: XmlElement): Iterable<XmlElement> {
  yield element;
  for (const child of childElements(element)) yield* everyElement(child);
}
