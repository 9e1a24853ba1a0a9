// @module-tag full
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasXmlsec } from './has-xmlsec.ts';
import {
  at,
  confirmBearer,
  ds,
  enveloped,
  exclusive,
  issuer,
  keys,
  limit,
  restrictTo,
  rulesWith,
  swap,
  tokenUrl,
  toPem,
  verify,
} from './assertion-in-test.ts';

const xmldsigMore = 'http://www.w3.org/2001/04/xmldsig-more#';
const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';
const email = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const saml = 'urn:oasis:names:tc:SAML:2.0:assertion';
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const hour = rulesWith({ maximumLifetimeSeconds: 3900, nameIdFormats: [email, persistent] });

interface Layout {
  /** The prefix of SAML's elements, empty if they are in the default namespace. */
  readonly prefix: string;
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly format: string;
  readonly attributes: string;
  readonly response?: string;
}

const attribute = (name: string, value: string, rest = '') =>
  `<saml:Attribute Name="${name}"${rest}><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const typed = (name: string, value: string) =>
  `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${value}</saml:AttributeValue></saml:Attribute>`;

/** Each as the server lays it out by default, with a lifetime of an hour and an e-mail address if it sends one. */
const layouts: Readonly<Record<string, Layout>> = {
  'AD FS': {
    prefix: '',
    hash: 'sha256',
    format: email,
    attributes: attribute(`${claims}upn`, 'ada@campus.example'),
    response: 'samlp',
  },
  'Entra ID': {
    prefix: '',
    hash: 'sha256',
    format: persistent,
    attributes:
      attribute('http://schemas.microsoft.com/identity/claims/tenantid', '3f2c') +
      attribute(`${claims}givenname`, 'Ada'),
    response: 'samlp',
  },
  Okta: {
    prefix: 'saml2:',
    hash: 'sha256',
    format: email,
    attributes: typed('email', 'ada@campus.example'),
    response: 'saml2p',
  },
  Keycloak: {
    prefix: 'saml:',
    hash: 'sha384',
    format: email,
    attributes: typed('Role', 'manage-account'),
    response: 'samlp',
  },
  Shibboleth: {
    prefix: 'saml2:',
    hash: 'sha512',
    format: persistent,
    attributes: attribute(
      'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
      'ada@campus.example',
      ' FriendlyName="eduPersonPrincipalName" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri"',
    ),
    response: 'saml2p',
  },
  Google: {
    prefix: 'saml2:',
    hash: 'sha256',
    format: email,
    attributes: attribute('department', 'Analysis'),
    response: 'saml2p',
  },
  'an assertion alone': { prefix: 'saml:', hash: 'sha384', format: email, attributes: attribute('a', 'b') },
};

function signatureTemplate(id: string, hash: Layout['hash']): string {
  const digest = hash === 'sha384' ? `${xmldsigMore}sha384` : `${xmlenc}${hash}`;
  const list = `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="xs"/>`;
  return `<ds:Signature xmlns:ds="${ds}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${exclusive}"/><ds:SignatureMethod Algorithm="${xmldsigMore}rsa-${hash}"/><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${enveloped}"/><ds:Transform Algorithm="${exclusive}">${list}</ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${digest}"/><ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/></ds:Signature>`;
}

/** The document to sign: the namespace of XML Schema is declared around the assertion, as Okta does. */
function layOut({ prefix, hash, format, attributes, response }: Layout, signed = true): string {
  const lasting = `NotOnOrAfter="${at(3600)}"`;
  const named = swap(confirmBearer(`${lasting} Recipient="${tokenUrl}"`), '/>', ` InResponseTo="_q"/>`);
  const body = [
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    signed ? signatureTemplate('_a1', hash) : '',
    `<saml:Subject><saml:NameID Format="${format}">ada@campus.example</saml:NameID>${named}</saml:Subject>`,
    limit(restrictTo(tokenUrl), `NotBefore="${at(-5)}" ${lasting}`),
    `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>`,
    `<saml:AuthnStatement AuthnInstant="${at(-60)}" SessionIndex="_s"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
  ].join('');
  const xmlns = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  const assertion = `<saml:Assertion ${xmlns}="${saml}" ID="_a1" IssueInstant="${at(-5)}" Version="2.0"${response === undefined ? ' xmlns:xs="http://www.w3.org/2001/XMLSchema"' : ''}>${body}</saml:Assertion>`;
  const prefixed = assertion.replaceAll(/(<\/?)saml:/g, `$1${prefix}`);
  if (response === undefined) return prefixed;
  const status = `<${response}:Status><${response}:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></${response}:Status>`;
  return `<?xml version="1.0" encoding="UTF-8"?><${response}:Response xmlns:${response}="${protocol}" xmlns:xs="http://www.w3.org/2001/XMLSchema" Destination="${tokenUrl}" ID="_r1" InResponseTo="_q" IssueInstant="${at(-5)}" Version="2.0"><i:Issuer xmlns:i="${saml}">${issuer}</i:Issuer>${status}${prefixed}</${response}:Response>`;
}

describe.skipIf(!hasXmlsec())('documents signed by xmlsec1 (skipped where it is not on the PATH)', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatewright-'));
    writeFileSync(join(folder, 'key.pem'), toPem(keys.privateKey));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  function sign(text: string): string {
    writeFileSync(join(folder, 'document.xml'), text);
    const ids = ['--id-attr:ID', `${saml}:Assertion`, '--id-attr:ID', `${protocol}:Response`];
    const options = ['--sign', '--privkey-pem', 'key.pem', ...ids, 'document.xml'];
    return execFileSync('xmlsec1', options, { cwd: folder, encoding: 'utf8' });
  }

  const subject = 'user:campus/ada@campus.example';
  const okta = layouts['Okta'] ?? { prefix: '', hash: 'sha256', format: email, attributes: '' };

  test.each(Object.entries(layouts))('in the layout of %s are accepted', (_server, layout) => {
    expect(verify(sign(layOut(layout)), hour)).toBe(subject);
  });

  test('of an hour, or about an e-mail address, name the setting that accepts them', () => {
    const signed = sign(layOut(okta));
    expect(verify(signed, rulesWith({ nameIdFormats: [email] }))).toContain('declare maximumLifetimeSeconds');
    expect(verify(signed, rulesWith({ maximumLifetimeSeconds: 3900 }))).toContain('declare nameIdFormats');
  });

  test('are refused where only the Response is signed', () => {
    const template = signatureTemplate('_r1', 'sha256');
    const signed = sign(swap(layOut(okta, false), '</i:Issuer>', `</i:Issuer>${template}`));
    expect(verify(signed, hour)).toContain(
      'is not signed itself: configure the provider to sign the assertion',
    );
  });

  test('are refused where the assertion is encrypted', () => {
    const assertion = /<saml2:Assertion.*<\/saml2:Assertion>/s;
    const encrypted = `<e:EncryptedAssertion xmlns:e="${saml}"><x:EncryptedData xmlns:x="${xmlenc}"/></e:EncryptedAssertion>`;
    expect(verify(swap(layOut(okta), assertion, encrypted), hour)).toContain('encryption is not supported');
    const beside = swap(sign(layOut(okta)), '</saml2p:Response>', `${encrypted}</saml2p:Response>`);
    expect(verify(beside, hour)).toContain('encryption is not supported');
  });

  describe('attacks on what is around the assertion', () => {
    const wrapped = () => sign(layOut(okta));
    const partOf = (text: string) => /<saml2:Assertion.*<\/saml2:Assertion>/s.exec(text)?.[0] ?? '';
    const forge = (text: string) => text.replaceAll('ada@campus.example', 'admin@campus.example');
    const bare = (text: string) => text.replace(/<ds:Signature.*<\/ds:Signature>/s, '');
    const before = (text: string, what: string) => swap(text, '<saml2:Assertion', `${what}<saml2:Assertion`);
    const several = 'The Response has more than one assertion.';

    test.each<readonly [string, (signed: string) => string, string]>([
      ['a forged assertion in front', (text) => before(text, bare(forge(partOf(text)))), several],
      [
        'a forged assertion behind',
        (text) => swap(text, '</saml2p:Response>', `${bare(forge(partOf(text)))}</saml2p:Response>`),
        several,
      ],
      [
        'the signed one in an extension, a forged one in its place',
        (text) =>
          swap(
            text,
            partOf(text),
            `<saml2p:Extensions>${partOf(text)}</saml2p:Extensions>${bare(forge(partOf(text)))}`,
          ),
        several,
      ],
      [
        'the signed one within the forged one',
        (text) =>
          swap(
            text,
            partOf(text),
            swap(bare(forge(partOf(text))), '</saml2:Assertion>', `${partOf(text)}</saml2:Assertion>`),
          ),
        several,
      ],
      [
        'the signed one in an object of the signature',
        (text) =>
          swap(
            text,
            partOf(text),
            swap(
              forge(partOf(text)),
              '</ds:Signature>',
              `<ds:Object>${bare(partOf(text))}</ds:Object></ds:Signature>`,
            ),
          ),
        several,
      ],
      [
        'only an extension with the signed one',
        (text) => swap(text, partOf(text), `<saml2p:Extensions>${partOf(text)}</saml2p:Extensions>`),
        'The Response has no assertion.',
      ],
      [
        'a Response within a Response',
        (text) => swap(text, partOf(text), text.replace(/^<\?xml[^>]*>\s*/, '')),
        'The Response has no assertion.',
      ],
      ['a changed name', forge, 'The signature does not verify with any certificate of the provider.'],
      [
        'a comment in the name',
        (text) => text.replaceAll('ada@campus.example', 'ada@campus.example<!-- -->.evil'),
        'The assertion has a document type, a comment, a CDATA section or a processing instruction.',
      ],
      [
        'a comment around the assertion',
        (text) => before(text, '<!-- -->'),
        'The assertion has a document type, a comment, a CDATA section or a processing instruction.',
      ],
      [
        'another namespace under the prefix that the Response declares',
        (text) => swap(text, 'http://www.w3.org/2001/XMLSchema"', 'urn:evil"'),
        'The signature does not verify with any certificate of the provider.',
      ],
      [
        'a relative namespace, which is not in what is signed and changes nothing',
        (text) => swap(text, ' Destination=', ' xmlns:v="../x" Destination='),
        'user:campus/ada@campus.example',
      ],
    ])('%s', (_what, attack, outcome) => {
      const verdict = verify(attack(wrapped()), hour);
      expect(verdict).toBe(outcome);
    });

    test('a Response that anybody can have written changes nothing of what is signed', () => {
      const changed = wrapped()
        .replace(`<i:Issuer xmlns:i="${saml}">${issuer}`, `<i:Issuer xmlns:i="${saml}">https://evil.example`)
        .replace('status:Success', 'status:Responder');
      expect(verify(changed, hour)).toBe(subject);
    });
  });
});
