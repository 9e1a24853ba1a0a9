import type { KeyObject } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { refuse } from './assertion-refused.ts';
import {
  digestMethods,
  envelopedSignature,
  exclusiveCanonicalization,
  signatureMethods,
} from './require-signature-form.ts';
import { declarationsOf, writeXml } from './write-xml.ts';
import type { XmlElement } from './xml-element.ts';

/** Below, a key can be factored (NIST SP 800-131A section 3). */
const fewestBitsOfKey = 2048;

/**
 * Verifies the signature of an assertion with one of the keys, which alone are trusted, whatever the assertion says of
 * its key. Returns the canonical text that is signed; nothing else of the assertion may be believed.
 */
export function verifySignature(root: XmlElement, signature: XmlElement, keys: readonly KeyObject[]): string {
  const strongKeys = keys.filter(isStrong);
  if (strongKeys.length === 0)
    refuse('The provider has no certificate with an RSA key of at least 2048 bits.');
  const bare = withoutKeyInfo(signature);
  const assertion = writeXml({
    ...root,
    children: root.children.map((child) => (child === signature ? bare : child)),
  });
  const signatureAlone = writeXml(bare, declarationsOf(root));
  for (const key of strongKeys) {
    const signed = verifyWith(key, assertion, signatureAlone);
    if (signed !== undefined) return signed;
  }
  return refuse('The signature does not verify with any certificate of the provider.');
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= fewestBitsOfKey;
}

/** Taken out, so that nobody can go by it. */
function withoutKeyInfo(signature: XmlElement): XmlElement {
  const children = signature.children.filter(
    (child) => typeof child === 'string' || child.localName !== 'KeyInfo',
  );
  return { ...signature, children };
}

/**
 * The signed text, undefined where the key has not signed it. Handed over is text, since xml-crypto brings a parser of
 * its own and two parsers' nodes do not mix.
 */
function verifyWith(key: KeyObject, assertion: string, signature: string): string | undefined {
  const verifier = createVerifier(key);
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(assertion)) return undefined;
  } catch {
    return undefined;
  }
  const [signed, ...others] = verifier.getSignedReferences();
  return others.length === 0 && isAsRequired(verifier) ? signed : undefined;
}

function createVerifier(key: KeyObject): SignedXml {
  const verifier = new SignedXml({ publicCert: key.export({ type: 'spki', format: 'pem' }) });
  keepOnly(verifier.SignatureAlgorithms, signatureMethods);
  keepOnly(verifier.HashAlgorithms, digestMethods);
  keepOnly(verifier.CanonicalizationAlgorithms, [envelopedSignature, exclusiveCanonicalization]);
  return verifier;
}

/** Forgets SHA-1 and all else that is not accepted, should the form ever let it through. */
function keepOnly(algorithms: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(algorithms)) {
    if (!names.includes(name)) delete algorithms[name];
  }
}

/** Whether the verifier has read the signature as the form requires it. */
function isAsRequired(verifier: SignedXml): boolean {
  const [reference, ...others] = verifier.getReferences();
  const transforms = reference?.transforms.join(' ');
  return others.length === 0 && transforms === `${envelopedSignature} ${exclusiveCanonicalization}`;
}
