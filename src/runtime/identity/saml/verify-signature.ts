import { constants, createHash, verify, type KeyObject } from 'node:crypto';
import { refuse } from './assertion-refused.ts';
import { canonicalize } from './canonicalize.ts';
import { parseXml } from './parse-xml.ts';
import { readSignedInfo, type SignatureMethod } from './read-signed-info.ts';
import { requirePlainMarkup } from './require-plain-markup.ts';
import type { Signature } from './require-signature-form.ts';
import { declarationsOf } from './write-xml.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';

/** Below, a key can be factored (NIST SP 800-131A section 3). */
const fewestBitsOfKey = 2048;

/**
 * Verifies the signature of an assertion (XML Signature section 3.2) with one of the keys, which alone are trusted,
 * whatever the assertion says of its key. Returns the canonical text that is signed; nothing else of the assertion may
 * be believed. Whoever has no signature of the provider makes it canonicalize no more than the signature itself.
 */
export function verifySignature(
  root: XmlElement,
  id: string,
  signature: Signature,
  keys: readonly KeyObject[],
): string {
  const { digestMethod, digest, prefixes } = readSignedInfo(
    parseXml(requirePlainMarkup(verifySignedInfo(root, signature, keys))),
    id,
  );
  const children = root.children.filter((child) => child !== signature.element);
  const signed = canonicalize({ ...root, children }, prefixes);
  return createHash(digestMethod).update(signed).digest().equals(digest) ? signed : refuseSignature();
}

/** The canonical text of the SignedInfo, which one of the keys has signed. */
function verifySignedInfo(
  root: XmlElement,
  { element, signedInfo, claimed, value }: Signature,
  keys: readonly KeyObject[],
): string {
  const strongKeys = keys.filter(isStrong);
  if (strongKeys.length === 0)
    refuse('The provider has no certificate with an RSA key of at least 2048 bits.');
  const text = canonicalize(signedInfo, claimed.ownPrefixes, inheritedFrom(root, element));
  const isSigned = strongKeys.some((key) => verifyWith(key, claimed.signatureMethod, text, value));
  return isSigned ? text : refuseSignature();
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBitsOfKey;
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
