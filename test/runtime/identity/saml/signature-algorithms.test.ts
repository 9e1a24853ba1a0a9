import { createHmac, type KeyObject } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { parseXml } from '#runtime/identity/saml/xml/parse-xml.ts';
import { requireSignatureForm } from '#runtime/identity/saml/signature/require-signature-form.ts';
import { verifySignature } from '#runtime/identity/saml/signature/verify-signature.ts';
import { childElements, type XmlElement } from '#runtime/identity/saml/xml/xml-element.ts';
import {
  certify,
  enveloped,
  exclusive,
  keys,
  makeAssertion,
  makeKeys,
  notParts,
  notVerified,
  otherKeys,
  provider,
  rsaSha256,
  rules,
  sha256,
  sign,
  signChanged,
  swap,
  toPem,
  verify,
} from './assertion-in-test.ts';

const victim = 'rex@campus.example';
const signed = sign(makeAssertion());
const notAlgorithm = (element: string) =>
  `The ${element} of the signature has an algorithm that is not accepted.`;

const hmacSha1 = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const transform = (algorithm: string) => `<ds:Transform Algorithm="${algorithm}"/>`;

const referenceIn = (info: string) => /<ds:Reference.*<\/ds:Reference>/.exec(info)?.[0] ?? '';

function signatureIn(root: XmlElement): XmlElement {
  return childElements(root).find(({ localName }) => localName === 'Signature') ?? root;
}

const hmacWith = (key: KeyObject) => (signedInfo: string) =>
  createHmac('sha1', toPem(key)).update(signedInfo).digest('base64');

describe('algorithms', () => {
  test('the tests can sign by themselves', () => {
    expect(verify(signChanged((signedInfo) => signedInfo))).toBe(`user:campus/${victim}`);
  });

  test.each([
    [
      'RSA with SHA-1',
      sign(makeAssertion(), { signatureAlgorithm: rsaSha1 }),
      notAlgorithm('SignatureMethod'),
    ],
    ['a digest by SHA-1', sign(makeAssertion(), { digestAlgorithm: sha1 }), notAlgorithm('DigestMethod')],
    [
      'HMAC keyed with the public key',
      signChanged((info) => swap(info, rsaSha256, hmacSha1), hmacWith(keys.publicKey)),
      notAlgorithm('SignatureMethod'),
    ],
    [
      'ECDSA',
      signChanged((info) => swap(info, rsaSha256, 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256')),
      notAlgorithm('SignatureMethod'),
    ],
    [
      'a name of every object',
      signChanged((info) => swap(info, rsaSha256, 'constructor')),
      notAlgorithm('SignatureMethod'),
    ],
    [
      'inclusive canonicalization of what is signed',
      signChanged((info) => swap(info, transform(exclusive), transform(inclusive))),
      notAlgorithm('Transform'),
    ],
    [
      'inclusive canonicalization of the signature',
      signChanged((info) => swap(info, exclusive, inclusive)),
      notAlgorithm('CanonicalizationMethod'),
    ],
    [
      'canonicalization with comments',
      signChanged((info) => swap(info, transform(exclusive), transform(`${exclusive}WithComments`))),
      notAlgorithm('Transform'),
    ],
    [
      'XPath',
      signChanged((info) =>
        swap(info, transform(exclusive), transform('http://www.w3.org/TR/1999/REC-xpath-19991116')),
      ),
      notAlgorithm('Transform'),
    ],
    [
      'XSLT',
      signChanged((info) =>
        swap(info, transform(enveloped), transform('http://www.w3.org/TR/1999/REC-xslt-19991116')),
      ),
      notAlgorithm('Transform'),
    ],
    [
      'transforms in another order',
      signChanged((info) =>
        swap(info, transform(enveloped) + transform(exclusive), transform(exclusive) + transform(enveloped)),
      ),
      notAlgorithm('Transform'),
    ],
    [
      'only the enveloped signature',
      signChanged((info) => swap(info, transform(exclusive), '')),
      notParts('Transforms', 'Transform, Transform'),
    ],
    [
      'a third transform',
      signChanged((info) => swap(info, transform(exclusive), transform(exclusive).repeat(2))),
      notParts('Transforms', 'Transform, Transform'),
    ],
    [
      'no transforms',
      signChanged((info) => swap(info, /<ds:Transforms>.*<\/ds:Transforms>/, '')),
      notParts('Reference', 'Transforms, DigestMethod, DigestValue'),
    ],
    [
      'a length of the HMAC',
      signChanged((info) =>
        swap(
          info,
          `Algorithm="${rsaSha256}"/>`,
          `Algorithm="${rsaSha256}"><ds:HMACOutputLength>8</ds:HMACOutputLength></ds:SignatureMethod>`,
        ),
      ),
      'The SignatureMethod of the signature has parameters.',
    ],
    [
      'parameters of the transform',
      signChanged((info) =>
        swap(info, transform(enveloped), `<ds:Transform Algorithm="${enveloped}"><x/></ds:Transform>`),
      ),
      'The Transform of the signature has parameters.',
    ],
    [
      'another parameter of the canonicalization',
      signChanged((info) =>
        swap(info, transform(exclusive), `<ds:Transform Algorithm="${exclusive}"><x/></ds:Transform>`),
      ),
      'The Transform of the signature has parameters that are not accepted.',
    ],
    [
      'a text in the canonicalization',
      signChanged((info) =>
        swap(info, transform(exclusive), `<ds:Transform Algorithm="${exclusive}">x</ds:Transform>`),
      ),
      'The Transform of the signature has parameters that are not accepted.',
    ],
    [
      'two lists of prefixes',
      signChanged((info) =>
        swap(
          info,
          transform(exclusive),
          `<ds:Transform Algorithm="${exclusive}">${`<e:InclusiveNamespaces xmlns:e="${exclusive}" PrefixList="x"/>`.repeat(2)}</ds:Transform>`,
        ),
      ),
      'The Transform of the signature has parameters that are not accepted.',
    ],
  ])('refused is %s', (_what, attack, reason) => {
    expect(verify(attack)).toBe(reason);
  });

  /** Verifies a signature of which nothing was checked before. */
  const verifyWithoutForm = (text: string) => {
    const root = parseXml(text);
    return () => verifySignature(root, signatureIn(root), [keys.publicKey]);
  };

  test.each([
    ['SHA-1', sign(makeAssertion(), { signatureAlgorithm: rsaSha1 })],
    ['HMAC', signChanged((info) => swap(info, rsaSha256, hmacSha1), hmacWith(keys.publicKey))],
    ['another algorithm than is used', signChanged((info) => swap(info, rsaSha256, hmacSha1))],
    ['a name of every object', signChanged((info) => swap(info, rsaSha256, 'constructor'))],
    ['a digest by SHA-1', signChanged((info) => swap(info, sha256, sha1))],
    [
      'inclusive canonicalization',
      signChanged((info) => swap(info, transform(exclusive), transform(inclusive))),
    ],
    ['no transforms', signChanged((info) => swap(info, /<ds:Transforms>.*<\/ds:Transforms>/, ''))],
    [
      'two references',
      signChanged((info) => swap(info, '</ds:SignedInfo>', `${referenceIn(info)}</ds:SignedInfo>`)),
    ],
    ['a reference to another assertion', signChanged((info) => swap(info, 'URI="#_a1"', 'URI="#_a2"'))],
  ])('refused without the checks before it is %s', (_what, attack) => {
    expect(verifyWithoutForm(attack)).toThrow(notVerified);
    expect(verifyWithoutForm(signed)()).toContain(victim);
  });
});

describe('canonicalization', () => {
  const verifyText = (text: string) => {
    const root = parseXml(text);
    return verifySignature(root, requireSignatureForm(root, '_a1'), [keys.publicKey]);
  };

  test('leaves out of what is verified what it does not know', () => {
    const verified = verifyText(swap(signed, ' ID=', ' xmlnsx="admin" ID='));
    expect(verified).toContain(victim);
    expect(verified).not.toMatch(/admin|Signature/);
  });

  test('is done once, however many keys the provider has', () => {
    const forged = sign(makeAssertion(), { key: makeKeys(2048).privateKey });
    const process = vi.spyOn(ExclusiveCanonicalization.prototype, 'process');
    onTestFinished(() => process.mockRestore());
    const several = [...Array.from({ length: 8 }, () => otherKeys.publicKey), keys.publicKey];
    const by = { ...rules, trusts: [{ provider, keys: several }] };
    expect(verify(forged, by)).toBe(notVerified);
    expect(verify(signed, by)).toBe(`user:campus/${victim}`);
    // The SignedInfo twice, and the assertion.
    expect(process.mock.calls.length).toBe(2 * 3);
  });

  test.each(['hasOwnProperty', '__proto__', 'constructor', '\u{10000}', '\u037E'])(
    'of an attribute %s has nothing to say to whoever reads the console',
    (name) => {
      const methods = (['error', 'warn', 'log'] as const).map((method) => vi.spyOn(console, method));
      onTestFinished(() => methods.forEach((method) => method.mockRestore()));
      const reason = 'The assertion has a name with unusual characters or of a special meaning.';
      for (const attribute of [name, `x:${name}`, `xmlns:${name}`])
        expect(verify(swap(signed, ' ID=', ` xmlns:x="urn:x" ${attribute}="x" ID=`))).toBe(reason);
      expect(methods.flatMap((method) => method.mock.calls)).toEqual([]);
    },
  );

  test('refuses a list of prefixes that would take long to go through', () => {
    const listed = (prefixes: string) =>
      signChanged((info) =>
        swap(
          info,
          transform(exclusive),
          `<ds:Transform Algorithm="${exclusive}"><e:InclusiveNamespaces xmlns:e="${exclusive}" PrefixList="${prefixes}"></e:InclusiveNamespaces></ds:Transform>`,
        ),
      );
    const reason = 'The Transform of the signature has parameters that are not accepted.';
    expect(verify(listed('p '.repeat(129)))).toBe(reason);
    expect(verify(listed('p '.repeat(128)))).toBe(`user:campus/${victim}`);
  });
});

describe('keys', () => {
  test('that the assertion brings are ignored, whoever signs', () => {
    const certificate = certify(otherKeys.privateKey);
    const byAttacker = sign(makeAssertion(), { key: otherKeys.privateKey, certificate });
    const keyInfo = /<ds:KeyInfo>.*<\/ds:KeyInfo>/s.exec(byAttacker)?.[0] ?? '';
    expect(keyInfo).toContain('X509Certificate');
    expect(verify(byAttacker)).toBe(notVerified);
    const withKeyOfAttacker = swap(signed, '</ds:Signature>', `${keyInfo}</ds:Signature>`);
    expect(verify(withKeyOfAttacker)).toBe(`user:campus/${victim}`);
  });

  test('do not make an HMAC, whichever spelling of the certificate it is keyed with', () => {
    const certificate = certify(keys.privateKey);
    for (const key of [certificate, certificate.trim(), certificate.replace(/-.*-|\n/g, '')]) {
      const attack = signChanged(
        (info) => swap(info, rsaSha256, hmacSha1),
        (info) => createHmac('sha1', key).update(info).digest('base64'),
      );
      expect(verify(attack)).toBe(notAlgorithm('SignatureMethod'));
    }
  });

  test('those of another provider sign for that one alone', () => {
    expect(verify(sign(makeAssertion(), { key: otherKeys.privateKey }))).toBe(notVerified);
  });

  test('an issuer that is changed after signing is noticed', () => {
    const other = swap(signed, 'https://login.campus.example/saml', 'https://other.example/saml');
    expect(verify(other)).toBe(notVerified);
  });
});

test('canonicalization to nothing is not signed by a digest of nothing', () => {
  const ofNothing = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
  const signedNothing = signChanged((info) =>
    swap(info, /<ds:DigestValue>[^<]*/, `<ds:DigestValue>${ofNothing}`),
  );
  for (const namespace of ['1', '../x', 'urn:x', 'a:b:c']) {
    const attack = swap(swap(signedNothing, victim, 'admin'), ' ID=', ` xmlns:v="${namespace}" ID=`);
    expect(verify(attack)).toBe(notVerified);
  }
});
