import { createHash, createVerify, type KeyLike } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { refuse } from '../assertion-refused.ts';

export const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const rsaSha384 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384';
const sha384 = 'http://www.w3.org/2001/04/xmldsig-more#sha384';

/** RSA with SHA-384 (RFC 9231 section 2.3.3), which xml-crypto does not implement. */
class RsaSha384 {
  getAlgorithmName = () => rsaSha384;
  getSignature = () => refuse('Nothing is signed here.');
  verifySignature = (material: string, key: KeyLike, value: string) =>
    createVerify('RSA-SHA384').update(material).verify(key, value, 'base64');
}

/** SHA-384 (RFC 9231 section 2.1.3). */
class Sha384 {
  getAlgorithmName = () => sha384;
  getHash = (text: string) => createHash('sha384').update(text, 'utf8').digest('base64');
}

const known = new SignedXml();

/**
 * The accepted signature algorithms: RSA with SHA-256, SHA-384 or SHA-512, and RSA-PSS with SHA-256 (RFC 9231 section
 * 2.3).
 */
export const signatureAlgorithms = pick({ ...known.SignatureAlgorithms, [rsaSha384]: RsaSha384 }, [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  rsaSha384,
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);

export const hashAlgorithms = pick({ ...known.HashAlgorithms, [sha384]: Sha384 }, [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384,
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** Contains the transforms too, since xml-crypto looks them up here. */
export const canonicalizationAlgorithms = pick(known.CanonicalizationAlgorithms, [
  exclusiveCanonicalization,
  envelopedSignature,
]);

/**
 * The accepted signature algorithms, each of which tries all `keys` (in PEM). A document is then canonicalized only
 * once, even if its provider has many certificates.
 */
export function signatureAlgorithmsOf(keys: readonly string[]): SignedXml['SignatureAlgorithms'] {
  const entries = Object.entries(signatureAlgorithms);
  return Object.fromEntries(entries.map(([name, Algorithm]) => [name, tryingAll(keys, Algorithm)]));
}

type AlgorithmOfSignatures = SignedXml['SignatureAlgorithms'][string];

function tryingAll(keys: readonly string[], Algorithm: AlgorithmOfSignatures): AlgorithmOfSignatures {
  const algorithm = new Algorithm();
  return class {
    getAlgorithmName = () => algorithm.getAlgorithmName();
    getSignature = () => refuse('Nothing is signed here.');
    verifySignature = (material: string, _key: KeyLike, value: string) =>
      keys.some((key) => algorithm.verifySignature(material, key, value));
  };
}

/** Only the named algorithms; this excludes weak ones of xml-crypto, such as SHA-1 and inclusive canonicalization. */
function pick<Algorithm>(
  all: Readonly<Record<string, Algorithm>>,
  names: readonly string[],
): Record<string, Algorithm> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}
