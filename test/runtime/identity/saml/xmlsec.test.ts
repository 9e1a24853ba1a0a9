// @module-tag full
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasXmlsec } from './has-xmlsec.ts';
import {
  certify,
  ds,
  enveloped,
  exclusive,
  keys,
  makeAssertion,
  notVerified,
  otherKeys,
  rsaSha256,
  saml,
  sha256,
  sign,
  swap,
  toPem,
  verify,
} from './assertion-in-test.ts';

const isMissing = !hasXmlsec();
const victim = 'rex@campus.example';
const rex = `user:campus/${victim}`;

interface Template {
  readonly method?: string;
  readonly digest?: string;
  readonly prefixes?: string;
  readonly keyInfo?: string;
  readonly space?: string;
}

/** A signature that is still to be filled in, as programs of another kind lay it out. */
function makeTemplate({
  method = rsaSha256,
  digest = sha256,
  prefixes,
  keyInfo = '',
  space = '\n',
}: Template): string {
  const list =
    prefixes === undefined ? '' : `<InclusiveNamespaces xmlns="${exclusive}" PrefixList="${prefixes}"/>`;
  return [
    `<Signature xmlns="${ds}">`,
    '<SignedInfo>',
    `<CanonicalizationMethod Algorithm="${exclusive}">${list}</CanonicalizationMethod>`,
    `<SignatureMethod Algorithm="${method}"/>`,
    '<Reference URI="#_a1">',
    '<Transforms>',
    `<Transform Algorithm="${enveloped}"/>`,
    `<Transform Algorithm="${exclusive}">${list}</Transform>`,
    '</Transforms>',
    `<DigestMethod Algorithm="${digest}"/>`,
    '<DigestValue/>',
    '</Reference>',
    '</SignedInfo>',
    '<SignatureValue/>',
    `${keyInfo}</Signature>`,
  ].join(space);
}

describe.skipIf(isMissing)('xmlsec1 (skipped where it is not on the PATH)', () => {
  let folder: string;
  let file: string;
  const idAttribute = ['--id-attr:ID', `${saml}:Assertion`];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatewright-'));
    file = join(folder, 'assertion.xml');
    writeFileSync(join(folder, 'key.pem'), toPem(keys.privateKey));
    writeFileSync(join(folder, 'other.pem'), toPem(otherKeys.privateKey));
    writeFileSync(join(folder, 'public.pem'), toPem(keys.publicKey));
    writeFileSync(join(folder, 'cert.pem'), certify(keys.privateKey));
    writeFileSync(join(folder, 'other-cert.pem'), certify(otherKeys.privateKey));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function signByXmlsec(template: Template = {}, assertion = makeAssertion(), key = 'key.pem'): string {
    writeFileSync(file, swap(assertion, '</saml:Issuer>', `</saml:Issuer>${makeTemplate(template)}`));
    return execFileSync('xmlsec1', ['--sign', '--privkey-pem', key, ...idAttribute, file], {
      cwd: folder,
      encoding: 'utf8',
    });
  }

  const certificates = '<KeyInfo><X509Data><X509Certificate/></X509Data></KeyInfo>';
  const pretty = makeAssertion().replaceAll('><', '>\n  <').replace('>\n  </saml:NameID', '></saml:NameID');
  const typed = swap(
    makeAssertion(),
    '<saml:AttributeValue>',
    '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
  );
  const unprefixed = makeAssertion().replaceAll('saml:', '').replace('xmlns:saml', 'xmlns');
  const odd = swap(makeAssertion(), 'student &amp; walker', 'a&#13;b&#10;\u2028 \u00E9 \u{1F415} "&gt;\' ]]');

  test.each([
    ['plain', {}, makeAssertion()],
    ['in one line', { space: '' }, makeAssertion()],
    ['with lines that end in CR LF', { space: '\r\n' }, makeAssertion()],
    ['pretty', {}, pretty],
    ['with types', {}, typed],
    ['with a list of prefixes', { prefixes: 'xs xsi' }, typed],
    ['with odd characters', {}, odd],
    [
      'by SHA-512',
      {
        method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
        digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
      },
      makeAssertion(),
    ],
  ])('signs an assertion that is accepted: %s', (_what, template, assertion) => {
    expect(verify(signByXmlsec(template, assertion))).toBe(rex);
  });

  test('signs one with its certificate, which changes nothing', () => {
    const withCertificate = signByXmlsec({ keyInfo: certificates }, makeAssertion(), 'key.pem,cert.pem');
    expect(withCertificate).toMatch(/<X509Certificate>MII/);
    expect(verify(withCertificate)).toBe(rex);
    const byOther = signByXmlsec({ keyInfo: certificates }, makeAssertion(), 'other.pem,other-cert.pem');
    expect(verify(byOther)).toBe(notVerified);
  });

  test('signs one in the default namespace', () => {
    writeFileSync(file, swap(unprefixed, '</Issuer>', `</Issuer>${makeTemplate({})}`));
    const options = ['--sign', '--privkey-pem', 'key.pem', ...idAttribute, file];
    expect(verify(execFileSync('xmlsec1', options, { cwd: folder, encoding: 'utf8' }))).toBe(rex);
  });

  test.each([
    [
      'SHA-1',
      { method: `${ds}rsa-sha1` },
      'The SignatureMethod of the signature has an algorithm that is not accepted.',
    ],
    [
      'a digest by SHA-1',
      { digest: `${ds}sha1` },
      'The DigestMethod of the signature has an algorithm that is not accepted.',
    ],
  ])('signs by %s, which is refused', (_what, template, reason) => {
    expect(verify(signByXmlsec(template))).toBe(reason);
  });

  test('signs what is noticed to be changed, to the character', () => {
    const signed = signByXmlsec();
    expect(verify(swap(signed, victim, 'admin@campus.example'))).toBe(notVerified);
    expect(verify(swap(signed, 'student', 'Student'))).toBe(notVerified);
    expect(verify(swap(signed, '<saml:AttributeValue>', '<saml:AttributeValue> '))).toBe(notVerified);
  });

  test('agrees with what the other tests sign', () => {
    writeFileSync(file, sign(makeAssertion()));
    const options = ['--verify', '--pubkey-pem', 'public.pem', ...idAttribute, file];
    expect(() => execFileSync('xmlsec1', options, { cwd: folder, stdio: 'ignore' })).not.toThrow();
    writeFileSync(file, swap(readFileSync(file, 'utf8'), victim, 'admin@campus.example'));
    expect(() => execFileSync('xmlsec1', options, { cwd: folder, stdio: 'ignore' })).toThrow();
  });
});
