import { constants, createHash, verify, type KeyObject } from 'node:crypto';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { refuse } from '../assertion-refused.ts';
import { confirmSignature } from './confirm-signature.ts';
import { parseXml, parseDocument } from '../xml/parse-xml.ts';
import { readSignedInfo, type SignatureMethod } from './read-signed-info.ts';
import { requirePlainMarkup } from '../xml/require-plain-markup.ts';
import type { Signature } from './require-signature-form.ts';
import { declarationsOf, writeXml } from '../xml/write-xml.ts';
import type { XmlAttribute, XmlElement } from '../xml/xml-element.ts';

/**
 * Verifies the signature of an assertion (XML Signature section 3.2) with one of the keys, which alone are trusted,
 * whatever the assertion says of its key. Returns the canonical text that is signed; nothing else of the assertion may
 * be believed. Without a signature of the provider, nothing but the signature itself is canonicalized.
 */
export function verifySignature(
  root: XmlElement,
  id: string,
  signature: Signature,
  keys: readonly KeyObject[],
): string {
  const { text, key } = verifySignedInfo(root, signature, keys);
  const { digestMethod, digest, prefixes } = readSignedInfo(parseXml(requirePlainMarkup(text)), id);
  const children = root.children.filter((child) => child !== signature.element);
  const signed = canonicalize({ ...root, children }, prefixes);
  const isIntact = createHash(digestMethod).update(signed).digest().equals(digest);
  return isIntact && confirmSignature(root, signature.element, key, signed) ? signed : refuseSignature();
}

/** The canonical text of the SignedInfo, and which of the keys has signed it. */
function verifySignedInfo(
  root: XmlElement,
  { element, signedInfo, claimed, value }: Signature,
  keys: readonly KeyObject[],
): { readonly text: string; readonly key: KeyObject } {
  const strongKeys = keys.filter(isStrongKey);
  if (strongKeys.length === 0)
    refuse('The provider has no certificate with an RSA key of at least 2048 bits.');
  const text = canonicalize(signedInfo, claimed.ownPrefixes, inheritedFrom(root, element));
  const key = strongKeys.find((each) => verifyWith(each, claimed.signatureMethod, text, value));
  return key ? { text, key } : refuseSignature();
}

/** The namespaces that are declared around a SignedInfo: what the signature declares hides what the assertion does. */
function inheritedFrom(...ancestors: readonly XmlElement[]): readonly XmlAttribute[] {
  const declarations = ancestors.flatMap(declarationsOf);
  return [...new Map(declarations.map((declaration) => [declaration.name, declaration])).values()];
}

function verifyWith(
  key: KeyObject,
  { hash, isPss }: SignatureMethod,
  text: string,
  signature: Buffer,
): boolean {
  const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants;
  const padding = isPss
    ? { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST }
    : { padding: RSA_PKCS1_PADDING };
  return verify(hash, Buffer.from(text), { key, ...padding }, signature);
}

function refuseSignature(): never {
  return refuse('The signature does not verify with any certificate of the provider.');
}

/**
 * The text of an element by which it is signed (Exclusive XML Canonicalization 1.0). `prefixes` are those whose
 * namespaces are in it wherever they are declared; `inherited` are the namespaces that its ancestors declare.
 */
function canonicalize(
  element: XmlElement,
  prefixes: readonly string[],
  inherited: readonly XmlAttribute[] = [],
): string {
  const document = parseDocument(writeXml(element, inherited));
  return new ExclusiveCanonicalization().process(document, { inclusiveNamespacesPrefixList: [...prefixes] });
}

/** Below, a key can be factored (NIST SP 800-131A section 3). */
const fewestBits = 2048;

/** Whether signatures of a key are accepted: RSA of at least 2048 bits. */
export function isStrongKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits;
}
