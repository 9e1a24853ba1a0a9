import { createHash, createVerify, type KeyLike, type KeyObject } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { refuse } from '../assertion-refused.ts';
import { declarationsOf, writeXml } from '../xml/write-xml.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/**
 * Whether xml-crypto too finds that a key has signed exactly this canonical text: a second opinion on what we have
 * verified ourselves. It costs some milliseconds, so it is asked only about what the provider has really signed, and it
 * is handed text, since it brings a parser of its own and two parsers' nodes do not mix.
 */
export function confirmSignature(
  root: XmlElement,
  signature: XmlElement,
  key: KeyObject,
  signed: string,
): boolean {
  const bare = withoutKeyInfo(signature);
  const children = root.children.map((child) => (child === signature ? bare : child));
  const verifier = new SignedXml({ publicCert: key.export({ type: 'spki', format: 'pem' }) });
  forgetWeakAlgorithms(verifier);
  learnSha384(verifier);
  try {
    verifier.loadSignature(writeXml(bare, declarationsOf(root)));
    if (!verifier.checkSignature(writeXml({ ...root, children }))) return false;
  } catch {
    return false;
  }
  const [reference, ...others] = verifier.getSignedReferences();
  return others.length === 0 && reference === signed;
}

/** Taken out, so that nobody can go by it. */
function withoutKeyInfo(signature: XmlElement): XmlElement {
  const children = signature.children.filter(
    (child) => typeof child === 'string' || child.localName !== 'KeyInfo',
  );
  return { ...signature, children };
}

/** SHA-1 is on unless it is taken away. */
function forgetWeakAlgorithms({ SignatureAlgorithms, HashAlgorithms }: SignedXml): void {
  for (const algorithms of [SignatureAlgorithms, HashAlgorithms] as Record<string, unknown>[]) {
    for (const name of Object.keys(algorithms)) if (/sha1|hmac/i.test(name)) delete algorithms[name];
  }
}

/** RFC 9231 sections 2.1.3 and 2.3.3, which xml-crypto does not bring along. */
function learnSha384({ SignatureAlgorithms, HashAlgorithms }: SignedXml): void {
  const more = 'http://www.w3.org/2001/04/xmldsig-more#';
  SignatureAlgorithms[`${more}rsa-sha384`] = class {
    getAlgorithmName = () => `${more}rsa-sha384`;
    getSignature = () => refuse('Nothing is signed here.');
    verifySignature = (material: string, key: KeyLike, value: string) =>
      createVerify('RSA-SHA384').update(material).verify(key, value, 'base64');
  };
  HashAlgorithms[`${more}sha384`] = class {
    getAlgorithmName = () => `${more}sha384`;
    getHash = (text: string) => createHash('sha384').update(text, 'utf8').digest('base64');
  };
}
