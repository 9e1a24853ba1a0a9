import { refuse } from './assertion-refused.ts';
import {
  attributeOf,
  childElements,
  everyElement,
  isNamed,
  namespaceOfDeclarations,
  signatureNamespace,
  type XmlElement,
} from './xml-element.ts';

export const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** RSA alone: with SHA-256, SHA-512, and with SHA-256 padded by PSS (RFC 9231 section 2.3). */
export const signatureMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
];

export const digestMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];

/**
 * Requires exactly one signature, a child of the root, of the one form that is accepted (SAML 2.0 core section 5.4):
 * it covers the whole assertion and nothing else. Returns it.
 */
export function requireSignatureForm(root: XmlElement, id: string): XmlElement {
  const signatures = [...everyElement(root)].filter((element) =>
    isNamed(element, signatureNamespace, 'Signature'),
  );
  const [signature] = signatures;
  if (!signature) return refuse('The assertion is not signed.');
  if (signatures.length > 1) refuse('The assertion has more than one signature.');
  if (!root.children.includes(signature)) refuse('The signature is not a child of the assertion.');
  requireUniqueIds(root);
  requireParts(signature, id);
  return signature;
}

/** Whatever may count as an identifier does, since implementations differ in what they look up. */
function requireUniqueIds(root: XmlElement): void {
  const ids = [...everyElement(root)].flatMap(({ attributes }) =>
    attributes.filter(({ localName }) => localName.toLowerCase() === 'id').map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) refuse('The assertion has an identifier twice.');
  const ofRoot = root.attributes.filter(({ localName }) => localName.toLowerCase() === 'id');
  if (ofRoot.length > 1) refuse('The assertion has more than one identifier.');
}

function requireParts(signature: XmlElement, id: string): void {
  const keyInfo = childElements(signature).length > 2 ? (['KeyInfo'] as const) : [];
  const [signedInfo, value] = partsOf(signature, ['SignedInfo', 'SignatureValue', ...keyInfo]);
  const [canonicalization, method, reference] = partsOf(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  requireCanonicalization(canonicalization);
  requireAlgorithm(method, signatureMethods);
  requireReference(reference, id);
  requireBase64(value);
  requireUsualAttributes([signature, value, ...everyElement(signedInfo)]);
}

function requireReference(reference: XmlElement, id: string): void {
  const [transforms, method, value] = partsOf(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  if (attributeOf(reference, 'URI') !== `#${id}`) refuse('The signature does not refer to the assertion.');
  const [enveloped, canonicalization] = partsOf(transforms, ['Transform', 'Transform']);
  requireAlgorithm(enveloped, [envelopedSignature]);
  requireCanonicalization(canonicalization);
  requireAlgorithm(method, digestMethods);
  requireBase64(value);
}

type Parts<Names extends readonly string[]> = { readonly [Index in keyof Names]: XmlElement };

/** The children, which have to be exactly those named. */
function partsOf<const Names extends readonly string[]>(parent: XmlElement, names: Names): Parts<Names> {
  const parts = childElements(parent);
  const fits = parts.length === names.length && hasNoText(parent);
  if (!fits || !parts.every((part, index) => isNamed(part, signatureNamespace, names[index] ?? ''))) {
    refuse(`The ${parent.localName} of the signature does not have exactly the parts ${names.join(', ')}.`);
  }
  return parts as Parts<Names>;
}

const usualAttributes = ['Algorithm', 'URI', 'Id', 'PrefixList'];

/** An attribute in a namespace could be taken for the one that is meant. */
function requireUsualAttributes(elements: Iterable<XmlElement>): void {
  for (const { attributes, localName } of elements) {
    const isUsual = attributes.every(
      ({ namespace, name }) => namespace === namespaceOfDeclarations || usualAttributes.includes(name),
    );
    if (!isUsual) refuse(`The ${localName} of the signature has an attribute that is not accepted.`);
  }
}

function requireAlgorithm(element: XmlElement, allowed: readonly string[]): void {
  requireKnownAlgorithm(element, allowed);
  if (element.children.length > 0) refuse(`The ${element.localName} of the signature has parameters.`);
}

function requireKnownAlgorithm(element: XmlElement, allowed: readonly string[]): void {
  if (!allowed.includes(attributeOf(element, 'Algorithm') ?? '')) {
    refuse(`The ${element.localName} of the signature has an algorithm that is not accepted.`);
  }
}

/** Exclusive canonicalization without comments, perhaps with a list of prefixes. */
function requireCanonicalization(element: XmlElement): void {
  requireKnownAlgorithm(element, [exclusiveCanonicalization]);
  const [list, ...others] = childElements(element);
  const isList =
    !list || (isNamed(list, exclusiveCanonicalization, 'InclusiveNamespaces') && list.children.length === 0);
  if (!isList || others.length > 0 || !hasNoText(element)) {
    refuse(`The ${element.localName} of the signature has parameters that are not accepted.`);
  }
}

function requireBase64({ localName, children }: XmlElement): void {
  const [text = '', ...others] = children;
  if (typeof text !== 'string' || others.length > 0 || !/^[A-Za-z0-9+/=\s]+$/.test(text)) {
    refuse(`The ${localName} of the signature is not base64.`);
  }
}

function hasNoText({ children }: XmlElement): boolean {
  return children.every((child) => typeof child !== 'string' || /^\s*$/.test(child));
}
