import { refuse } from '../assertion-refused.ts';
import {
  attributeOf,
  childElements,
  isNamed,
  type XmlElement,
  signatureNamespace,
} from '../xml/xml-element.ts';

const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** A digest, as `node:crypto` calls it. */
type Hash = 'sha256' | 'sha384' | 'sha512';

export interface SignatureMethod {
  readonly hash: Hash;
  readonly isPss: boolean;
}

/** RSA alone: with SHA-256, SHA-384, SHA-512, and with SHA-256 padded by PSS (RFC 9231 section 2.3). */
const signatureMethods: ReadonlyMap<string, SignatureMethod> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', { hash: 'sha256', isPss: false }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', { hash: 'sha384', isPss: false }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', { hash: 'sha512', isPss: false }],
  ['http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', { hash: 'sha256', isPss: true }],
]);

const digestMethods: ReadonlyMap<string, Hash> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
]);

/** Every prefix is looked for at every attribute. */
const maxPrefixListLength = 256;

/** What a SignedInfo says of how an assertion is signed (XML Signature section 4.4). */
export interface SignedInfo {
  readonly signatureMethod: SignatureMethod;
  /** The prefixes that its own canonicalization has to include. */
  readonly ownPrefixes: readonly string[];
  readonly digestMethod: Hash;
  readonly digest: Buffer;
  /** The prefixes that the canonicalization of the assertion has to include. */
  readonly prefixes: readonly string[];
}

/** Reads a SignedInfo of the one form that is accepted: it covers the assertion of the ID, and nothing else. */
export function readSignedInfo(signedInfo: XmlElement, id: string): SignedInfo {
  const [canonicalization, method, reference] = partsOf(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  return {
    ownPrefixes: readPrefixes(canonicalization),
    signatureMethod: readAlgorithm(method, signatureMethods),
    ...readReference(reference, id),
  };
}

function readReference(
  reference: XmlElement,
  id: string,
): Pick<SignedInfo, 'digestMethod' | 'digest' | 'prefixes'> {
  const [transforms, method, value] = partsOf(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  if (attributeOf(reference, 'URI') !== `#${id}`) refuse('The signature does not refer to the assertion.');
  const [enveloped, canonicalization] = partsOf(transforms, ['Transform', 'Transform']);
  readAlgorithm(enveloped, new Map([[envelopedSignature, envelopedSignature]]));
  return {
    prefixes: readPrefixes(canonicalization),
    digestMethod: readAlgorithm(method, digestMethods),
    digest: readBase64(value),
  };
}

function readAlgorithm<Algorithm>(element: XmlElement, allowed: ReadonlyMap<string, Algorithm>): Algorithm {
  const algorithm = findAlgorithm(element, allowed);
  if (element.children.length > 0) refuse(`The ${element.localName} of the signature has parameters.`);
  return algorithm;
}

function findAlgorithm<Algorithm>(element: XmlElement, allowed: ReadonlyMap<string, Algorithm>): Algorithm {
  const algorithm = allowed.get(attributeOf(element, 'Algorithm') ?? '');
  return (
    algorithm ?? refuse(`The ${element.localName} of the signature has an algorithm that is not accepted.`)
  );
}

/** Of an exclusive canonicalization without comments: its list of prefixes, which may be left out. */
function readPrefixes(element: XmlElement): readonly string[] {
  findAlgorithm(element, new Map([[exclusiveCanonicalization, true]]));
  const [list, ...others] = childElements(element);
  const prefixes = (list && attributeOf(list, 'PrefixList')) ?? '';
  const isList =
    !list || (isNamed(list, exclusiveCanonicalization, 'InclusiveNamespaces') && list.children.length === 0);
  if (!isList || others.length > 0 || !hasNoText(element) || prefixes.length > maxPrefixListLength) {
    refuse(`The ${element.localName} of the signature has parameters that are not accepted.`);
  }
  return prefixes.split(/[ \t\r\n]+/).filter((prefix) => prefix !== '');
}

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

function hasNoText({ children }: XmlElement): boolean {
  return children.every((child) => typeof child !== 'string' || /^[ \t\r\n]*$/.test(child));
}

/** The base64 content of an element (XML Schema part 2 section 3.2.16). */
export function readBase64({ localName, children }: XmlElement): Buffer {
  const [text = '', ...others] = children;
  if (typeof text !== 'string' || others.length > 0 || !/^[A-Za-z0-9+/= \t\r\n]+$/.test(text)) {
    return refuse(`The ${localName} of the signature is not base64.`);
  }
  return Buffer.from(text, 'base64');
}
