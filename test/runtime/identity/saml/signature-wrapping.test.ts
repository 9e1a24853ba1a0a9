import { describe, expect, test } from 'vitest';
import {
  ds,
  makeAssertion,
  notParts,
  notVerified,
  sign,
  signatureOf,
  swap,
  verify,
} from './assertion-in-test.ts';

const victim = 'rex@campus.example';
const signed = sign(makeAssertion());
const signature = signatureOf(signed);
const unsigned = swap(signed, signature, '');
const forged = swap(unsigned, victim, 'admin@campus.example');
const otherId = (assertion: string) => swap(assertion, 'ID="_a1"', 'ID="_a2"');
/** Puts something in front of the end of an assertion. */
const append = (assertion: string, what: string) =>
  swap(assertion, /<\/saml:Assertion>$/, `${what}</saml:Assertion>`);
/** Puts something where the signature is, after the issuer. */
const insert = (assertion: string, what: string) =>
  swap(assertion, '</saml:Issuer>', `</saml:Issuer>${what}`);
const intoSignature = (what: string) => swap(signature, '</ds:Signature>', `${what}</ds:Signature>`);
const advise = (what: string) => `<saml:Advice>${what}</saml:Advice>`;

const notReferred = 'The signature does not refer to the assertion.';
const idTwice = 'The assertion has a duplicate identifier.';
const notChild = 'The signature is not a child of the assertion.';
const notSigned = 'The assertion is not signed.';
const severalSignatures = 'The assertion has more than one signature.';
const notSignatureParts =
  'The Signature of the signature does not have exactly the parts SignedInfo, SignatureValue, KeyInfo.';

test('the assertion that the attacks begin with is in order', () => {
  expect(verify(signed)).toBe(`user:campus/${victim}`);
});

/** The eight ways of Somorovsky et al., "On Breaking SAML" (2012), with an assertion for the response. */
describe('signature wrapping', () => {
  test.each([
    [
      'XSW1: the forged one keeps the signature, which holds the signed one',
      insert(otherId(forged), intoSignature(unsigned)),
      notSignatureParts,
    ],
    ['XSW1 with the same ID', insert(forged, intoSignature(unsigned)), idTwice],
    [
      'XSW2: the signed one stands before its signature',
      insert(otherId(forged), unsigned + signature),
      notReferred,
    ],
    ['XSW2 with the same ID', insert(forged, unsigned + signature), idTwice],
    [
      'XSW3: the signed one stands beside the forged one',
      `<Bag>${otherId(forged)}${signed}</Bag>`,
      'The root is not a SAML 2.0 Assertion.',
    ],
    ['XSW3 without a root', otherId(forged) + signed, 'The assertion is not a well-formed XML document.'],
    ['XSW4: the signed one is a child of the forged one', append(otherId(forged), signed), notChild],
    ['XSW4 with the same ID', append(forged, signed), notChild],
    [
      'XSW5: the forged one has the signature, and the signed one stands at its end',
      append(insert(otherId(forged), signature), unsigned),
      notReferred,
    ],
    ['XSW5 with the same ID', append(insert(forged, signature), unsigned), idTwice],
    [
      'XSW6: the signed one stands within its signature, before its parts',
      insert(otherId(forged), swap(signature, '<ds:SignedInfo>', `${unsigned}<ds:SignedInfo>`)),
      notSignatureParts,
    ],
    [
      'XSW7: the signed one stands in an extension',
      append(insert(otherId(forged), signature), advise(unsigned)),
      notReferred,
    ],
    ['XSW7 with the same ID', append(insert(forged, signature), advise(unsigned)), idTwice],
    [
      'XSW8: the signed one stands in an object of the signature',
      insert(otherId(forged), intoSignature(`<ds:Object>${unsigned}</ds:Object>`)),
      notSignatureParts,
    ],
    ['XSW8 with the signature within the signed one', append(otherId(forged), advise(signed)), notChild],
    [
      'the signature of the signed one, and one of the forged one',
      append(insert(otherId(forged), signature), advise(signed)),
      severalSignatures,
    ],
    ['the forged one within the signed one', append(signed, advise(otherId(forged))), notVerified],
    ['the same signature twice', insert(insert(forged, signature), signature), severalSignatures],
    [
      'the signed one in the information on the key',
      insert(otherId(forged), intoSignature(`<ds:KeyInfo>${unsigned}</ds:KeyInfo>`)),
      notReferred,
    ],
    [
      'the signed one under an identifier of another spelling',
      insert(
        forged,
        swap(
          signature,
          '</ds:Signature>',
          `<ds:KeyInfo>${swap(unsigned, ' ID=', ' Id=')}</ds:KeyInfo></ds:Signature>`,
        ),
      ),
      idTwice,
    ],
    [
      'the signed one under an identifier in a namespace',
      append(insert(forged, signature), advise(swap(unsigned, ' ID=', ' x:id="_a1" xmlns:x="urn:x" y='))),
      idTwice,
    ],
    [
      'a root with two identifiers',
      swap(signed, ' ID="_a1"', ' ID="_a1" Id="_a2"'),
      'The assertion has more than one identifier.',
    ],
    [
      'a root with an identifier in a namespace',
      swap(signed, ' ID="_a1"', ' xmlns:x="urn:x" x:ID="_a1"'),
      'The assertion has no ID, or an ID with unusual characters.',
    ],
  ])('%s', (_what, attack, reason) => {
    expect(verify(attack)).toBe(reason);
  });
});

describe('a signature that is left out or hollow', () => {
  test.each([
    ['none', unsigned, notSigned],
    ['none over a forged assertion', forged, notSigned],
    ['one in another namespace', swap(signed, `xmlns:ds="${ds}"`, 'xmlns:ds="urn:x"'), notSigned],
    [
      'one without anything',
      insert(unsigned, `<ds:Signature xmlns:ds="${ds}"/>`),
      notParts('Signature', 'SignedInfo, SignatureValue'),
    ],
    [
      'one without what is signed',
      swap(signed, /<ds:SignedInfo>.*<\/ds:SignedInfo>/, ''),
      notParts('Signature', 'SignedInfo, SignatureValue'),
    ],
    [
      'one without a reference',
      swap(signed, /<ds:Reference.*<\/ds:Reference>/, ''),
      notParts('SignedInfo', 'CanonicalizationMethod, SignatureMethod, Reference'),
    ],
    [
      'an empty value',
      swap(signed, /<ds:SignatureValue>.*<\/ds:SignatureValue>/, '<ds:SignatureValue></ds:SignatureValue>'),
      'The SignatureValue of the signature is not base64.',
    ],
    ['a reference to nothing', swap(signed, 'URI="#_a1"', 'URI=""'), notReferred],
    ['a reference without a URI', swap(signed, ' URI="#_a1"', ''), notReferred],
    ['a reference by XPath', swap(signed, 'URI="#_a1"', 'URI="#xpointer(id(\'_a1\'))"'), notReferred],
    ['a reference outside', swap(signed, 'URI="#_a1"', 'URI="https://evil.example/a.xml"'), notReferred],
    ['a reference to another', swap(signed, 'URI="#_a1"', 'URI="#_a2"'), notReferred],
    [
      'two references',
      swap(
        signed,
        /<ds:Reference.*<\/ds:Reference>/,
        /<ds:Reference.*<\/ds:Reference>/.exec(signed)?.[0].repeat(2) ?? '',
      ),
      notParts('SignedInfo', 'CanonicalizationMethod, SignatureMethod, Reference'),
    ],
    [
      'two SignedInfo',
      swap(
        signed,
        '<ds:SignatureValue>',
        `${/<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(signed)?.[0] ?? ''}<ds:SignatureValue>`,
      ),
      notSignatureParts,
    ],
    [
      'two values of the digest',
      swap(signed, '<ds:DigestValue>', '<ds:DigestValue>AAAA</ds:DigestValue><ds:DigestValue>'),
      notParts('Reference', 'Transforms, DigestMethod, DigestValue'),
    ],
    [
      'a value that is not base64',
      swap(signed, '<ds:SignatureValue>', '<ds:SignatureValue>!'),
      'The SignatureValue of the signature is not base64.',
    ],
    [
      'an element in the digest',
      swap(signed, '<ds:DigestValue>', '<ds:DigestValue><x/>'),
      'The DigestValue of the signature is not base64.',
    ],
    [
      'text between its parts',
      swap(signed, '<ds:SignedInfo>', 'x<ds:SignedInfo>'),
      notParts('Signature', 'SignedInfo, SignatureValue'),
    ],
    ['an object', swap(signed, '</ds:Signature>', '<ds:Object/></ds:Signature>'), notSignatureParts],
    [
      'an element behind the digest',
      swap(signed, '</ds:DigestValue>', '<x/></ds:DigestValue>'),
      'The DigestValue of the signature is not base64.',
    ],
    [
      'an algorithm in a namespace',
      swap(signed, '<ds:DigestMethod Algorithm', `<ds:DigestMethod xmlns:x="${ds}" x:Algorithm`),
      'The DigestMethod of the signature has an algorithm that is not accepted.',
    ],
    [
      'an algorithm in a namespace beside the signed one',
      swap(signed, '<ds:DigestMethod ', '<ds:DigestMethod xmlns:x="urn:x" x:Algorithm="y" '),
      notVerified,
    ],
  ])('%s', (_what, attack, reason) => {
    expect(verify(attack)).toBe(reason);
  });
});
