import type { KeyObject } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { refuse } from '../assertion-refused.ts';
import { declarationsOf, writeXml } from '../xml/write-xml.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { canonicalizationAlgorithms, hashAlgorithms, signatureAlgorithmsOf } from './algorithms.ts';

/**
 * Verifies the signature of an assertion (XML Signature section 3.2) with the trusted keys, and ignores any key that
 * the assertion names. `signature` must have the accepted form. Returns the signed canonical text; trust no other part
 * of the assertion.
 */
export function verifySignature(root: XmlElement, signature: XmlElement, keys: readonly KeyObject[]): string {
  const strongKeys = keys.filter(isStrongKey);
  if (strongKeys.length === 0)
    refuse('The provider has no certificate with an RSA key of at least 2048 bits.');
  const bare = withoutKeyInfo(signature);
  const children = root.children.map((child) => (child === signature ? bare : child));
  const signed = findSigned(
    writeXml({ ...root, children }),
    writeXml(bare, declarationsOf(root)),
    strongKeys,
  );
  return signed ?? refuse('The signature does not verify with any certificate of the provider.');
}

/**
 * Passes text to xml-crypto, since it has its own parser and cannot use the nodes of our parser. Undefined if the
 * signature is invalid.
 */
function findSigned(document: string, signature: string, keys: readonly KeyObject[]): string | undefined {
  const pems = keys.map((key) => key.export({ type: 'spki', format: 'pem' }));
  const verifier = new SignedXml({ publicCert: pems.join('') });
  verifier.SignatureAlgorithms = signatureAlgorithmsOf(pems);
  verifier.HashAlgorithms = hashAlgorithms;
  verifier.CanonicalizationAlgorithms = canonicalizationAlgorithms;
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(document)) return undefined;
  } catch {
    return undefined;
  }
  const [signed, ...others] = verifier.getSignedReferences();
  return others.length === 0 ? signed : undefined;
}

/** Removes the KeyInfo, so that no code can use it. */
function withoutKeyInfo(signature: XmlElement): XmlElement {
  const children = signature.children.filter(
    (child) => typeof child === 'string' || child.localName !== 'KeyInfo',
  );
  return { ...signature, children };
}

/** A shorter key can be factored (NIST SP 800-131A section 3). */
const fewestBits = 2048;

/** Whether signatures by this key are accepted: RSA of at least 2048 bits. */
export function isStrongKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBits;
}
