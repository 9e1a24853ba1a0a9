import { refuse } from '../assertion-refused.ts';
import {
  childElements,
  everyElement,
  isNamed,
  signatureNamespace,
  type XmlElement,
  attributeOf,
} from '../xml/xml-element.ts';
import {
  envelopedSignature,
  exclusiveCanonicalization,
  hashAlgorithms,
  signatureAlgorithms,
} from './algorithms.ts';

/** In characters. Limited because canonicalization compares every prefix with every attribute. */
const longestPrefixList = 256;

type Parts<Names extends readonly string[]> = { readonly [Index in keyof Names]: XmlElement };

/**
 * Requires exactly one signature, which is a child of the root and has the only accepted form: it covers the whole
 * assertion and nothing else (SAML 2.0 core section 5.4). Returns the signature element.
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

/** Checks every attribute that an implementation might treat as an identifier. */
function requireUniqueIds(root: XmlElement): void {
  const ids = [...everyElement(root)].flatMap(({ attributes }) =>
    attributes.filter(({ localName }) => localName.toLowerCase() === 'id').map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) refuse('The assertion has a duplicate identifier.');
  const ofRoot = root.attributes.filter(({ localName }) => localName.toLowerCase() === 'id');
  if (ofRoot.length > 1) refuse('The assertion has more than one identifier.');
}

/** Allows a KeyInfo at the end, which is never read or trusted. */
function requireParts(signature: XmlElement, id: string): void {
  const keyInfo = childElements(signature).length > 2 ? (['KeyInfo'] as const) : [];
  const [signedInfo, value] = partsOf(signature, ['SignedInfo', 'SignatureValue', ...keyInfo]);
  requireSignedInfoForm(signedInfo, id);
  requireBase64(value);
}

/**
 * Requires the only accepted form of a SignedInfo (XML Signature section 4.4): it covers the assertion with this ID,
 * and nothing else.
 */
function requireSignedInfoForm(signedInfo: XmlElement, id: string): void {
  const [canonicalization, method, reference] = partsOf(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  requireExclusive(canonicalization);
  requireAlgorithm(method, Object.keys(signatureAlgorithms));
  requireReferenceForm(reference, id);
}

function requireReferenceForm(reference: XmlElement, id: string): void {
  const [transforms, method, value] = partsOf(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  if (attributeOf(reference, 'URI') !== `#${id}`) refuse('The signature does not refer to the assertion.');
  const [enveloped, canonicalization] = partsOf(transforms, ['Transform', 'Transform']);
  requireAlgorithm(enveloped, [envelopedSignature]);
  requireExclusive(canonicalization);
  requireAlgorithm(method, Object.keys(hashAlgorithms));
  requireBase64(value);
}

function requireAlgorithm(element: XmlElement, accepted: readonly string[]): void {
  requireAlgorithmName(element, accepted);
  if (element.children.length > 0) refuse(`The ${element.localName} of the signature has parameters.`);
}

function requireAlgorithmName(element: XmlElement, accepted: readonly string[]): void {
  if (!accepted.includes(attributeOf(element, 'Algorithm') ?? ''))
    refuse(`The ${element.localName} of the signature has an algorithm that is not accepted.`);
}

/** Requires exclusive canonicalization without comments; a list of prefixes is allowed. */
function requireExclusive(element: XmlElement): void {
  requireAlgorithmName(element, [exclusiveCanonicalization]);
  const [list, ...others] = childElements(element);
  const prefixes = (list && attributeOf(list, 'PrefixList')) ?? '';
  const isList =
    !list || (isNamed(list, exclusiveCanonicalization, 'InclusiveNamespaces') && list.children.length === 0);
  if (!isList || others.length > 0 || !hasNoText(element) || prefixes.length > longestPrefixList) {
    refuse(`The ${element.localName} of the signature has parameters that are not accepted.`);
  }
}

/**
 * The children of an element of the signature. Refuses the assertion unless they are exactly the named elements, in
 * order.
 */
function partsOf<const Names extends readonly string[]>(parent: XmlElement, names: Names): Parts<Names> {
  const parts = childElements(parent);
  const fits = parts.length === names.length && hasNoText(parent);
  if (!fits || !parts.every((part, index) => isNamed(part, signatureNamespace, names[index] ?? ''))) {
    refuse(`The ${parent.localName} of the signature does not have exactly the parts ${names.join(', ')}.`);
  }
  return parts as Parts<Names>;
}

function hasNoText({ children }: XmlElement): boolean {
  return children.every((child) => typeof child !== 'string' || /^[ \t\r\n]*$/.test(child));
}

/** Requires the content of an element to be base64 (XML Schema part 2 section 3.2.16). */
function requireBase64({ localName, children }: XmlElement): void {
  const [text = '', ...others] = children;
  if (typeof text !== 'string' || others.length > 0 || !/^[A-Za-z0-9+/= \t\r\n]+$/.test(text))
    refuse(`The ${localName} of the signature is not base64.`);
}
