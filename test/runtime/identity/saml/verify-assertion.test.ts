import { describe, expect, test } from 'vitest';
import { verifyAssertion } from '#runtime/identity/saml/verify-assertion.ts';
import {
  at,
  bearer,
  confirmBearer,
  declareUser,
  encode,
  issuer,
  keys,
  limit,
  makeAssertion,
  now,
  otherKeys,
  otherTokenUrl,
  provider,
  restrictTo,
  rules,
  rulesWith,
  sign,
  tokenUrl,
  verify,
  type AssertionParts,
} from './assertion-in-test.ts';

const rex = 'user:campus/rex@campus.example';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const recipient = `Recipient="${tokenUrl}"`;
const confirm = (times: string) => confirmBearer(`${times} ${recipient}`);
const named = (attributes: string, name = 'rex') => `<saml:NameID ${attributes}>${name}</saml:NameID>`;
const session = (end: string) =>
  `<saml:AuthnStatement AuthnInstant="${at(-60)}" SessionNotOnOrAfter="${end}"><saml:AuthnContext/></saml:AuthnStatement>`;
/** As some providers write them, with a declaration of the type at every value. */
const groups = `<saml:AttributeStatement><saml:Attribute Name="groups">${Array.from(
  { length: 300 },
  (_, index) =>
    `<saml:AttributeValue xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="string">CN=g${index},OU=a,OU=b,DC=d,DC=edu</saml:AttributeValue>`,
).join('')}</saml:Attribute></saml:AttributeStatement>`;
const rootWith = (changes: string) =>
  `ID="_a1" IssueInstant="${at(-5)}" Version="2.0"`.replace(/(\w+)="[^"]*"/g, (attribute, name: string) =>
    changes.startsWith(`${name}=`) ? changes : attribute,
  );

test('An assertion in order says whose tokens it is good for, how long, and what it is claimed by.', () => {
  expect(verifyAssertion(encode(sign(makeAssertion())), rules)).toEqual({
    subject: rex,
    provider: 'campus',
    notAfter: now + 300,
    identifier: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    claimUntil: now - 5 + 600 + 30,
  });
});

test('Two assertions are never claimed by the same, whatever their issuers and IDs.', () => {
  const claimedBy = (attributes: string) => {
    const verified = verifyAssertion(encode(sign(makeAssertion({ attributes }))), rules);
    return 'identifier' in verified ? verified.identifier : verified.reason;
  };
  const one = claimedBy(rootWith('ID="_a1"'));
  expect(claimedBy(rootWith('ID="_a1"'))).toBe(one);
  expect(claimedBy(rootWith('ID="_a2"'))).not.toBe(one);
});

describe('accepted is an assertion', () => {
  const accepted: readonly (readonly [string, AssertionParts, string?])[] = [
    ['for the issuer as its audience', { conditions: limit(restrictTo('https://keys.example.edu')) }],
    ['for a declared audience', { conditions: limit(restrictTo('https://gateway.example.edu/saml/sp')) }],
    ['for several audiences', { conditions: limit(restrictTo('https://other.example', otherTokenUrl)) }],
    [
      'with two restrictions that both name the gateway',
      { conditions: limit(restrictTo(tokenUrl) + restrictTo(otherTokenUrl)) },
    ],
    [
      'with OneTimeUse and ProxyRestriction',
      { conditions: limit(`${restrictTo(tokenUrl)}<saml:OneTimeUse/><saml:ProxyRestriction Count="0"/>`) },
    ],
    ['with an Advice', { conditions: `${limit()}<saml:Advice><x xmlns="urn:x"/></saml:Advice>` }],
    ['without statements', { statements: '' }],
    ['of a user of 300 groups, each a name of a directory with its type', { statements: groups }],
    [
      'with an Issuer of the format entity',
      {
        issuer: `<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">${issuer}</saml:Issuer>`,
      },
    ],
    [
      'with times in another zone',
      {
        conditions: limit(
          undefined,
          'NotBefore="2026-03-01T13:59:00+02:00" NotOnOrAfter="2026-03-01T07:05:00.5-05:00"',
        ),
      },
    ],
    [
      'without data of its confirmation, since the conditions end',
      { confirmations: `<saml:SubjectConfirmation Method="${bearer}"/>` },
    ],
    ['whose conditions have no end, since its confirmation does', { conditions: limit(undefined, '') }],
    [
      'begun within the skew',
      { conditions: limit(undefined, `NotBefore="${at(30)}" NotOnOrAfter="${at(300)}"`) },
    ],
    ['over within the skew', { confirmations: confirm(`NotOnOrAfter="${at(-29)}"`) }],
    ['issued within the skew', { attributes: rootWith(`IssueInstant="${at(30)}"`) }],
    ['good for exactly the limit', { attributes: rootWith(`IssueInstant="${at(-300)}"`) }],
    ['in a session that lasts', { statements: session(at(10)) }],
    [
      'with one confirmation in order among others',
      {
        confirmations:
          confirmBearer(`NotOnOrAfter="${at(300)}" Recipient="https://evil.example/token"`) +
          '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"/>' +
          confirmBearer(),
      },
    ],
    ['with a persistent NameID', { nameId: named(`Format="${persistent}"`) }, 'user:campus/rex'],
    [
      'with a NameID that the provider qualifies for the gateway',
      { nameId: named(`NameQualifier="${issuer}" SPNameQualifier="https://gateway.example.edu/saml/sp"`) },
      'user:campus/rex',
    ],
    ['with a NameID that has a slash', { nameId: named('', 'a/b') }, 'user:campus/a/b'],
    ['with a NameID in any script', { nameId: named('', 'Мухтар &amp; 犬🐕') }, 'user:campus/Мухтар & 犬🐕'],
  ];

  const cases = accepted.map(([what, parts, subject = rex]) => [what, parts, subject] as const);

  test.each(cases)('%s', (_what, parts, subject) => {
    expect(verify(sign(makeAssertion(parts)))).toBe(subject);
  });

  test('of a declared user, where the provider is for no others', () => {
    const users = new Map([['rex', declareUser('rex')]]);
    const assertion = sign(makeAssertion({ nameId: named('') }));
    expect(verify(assertion, rulesWith({ onlyDeclaredUsers: true }, { users }))).toBe('user:rex');
    expect(verify(assertion, rulesWith({}, { users }))).toBe('user:campus/rex');
  });

  test('with a transient NameID only where the provider is allowed to', () => {
    const assertion = sign(makeAssertion({ nameId: named(`Format="${transient}"`) }));
    expect(verify(assertion, rulesWith({ nameIdFormats: [transient] }))).toBe('user:campus/rex');
  });

  test('at whichever of the URLs of one path', () => {
    expect(verify(sign(makeAssertion()), { ...rules, recipients: [otherTokenUrl, tokenUrl] })).toBe(rex);
  });

  test('of a provider that the application allows', () => {
    expect(verify(sign(makeAssertion()), { ...rules, allowedProviders: ['campus'] })).toBe(rex);
  });

  test('signed with either key while one takes over from the other', () => {
    const trusts = [{ provider, keys: [otherKeys.publicKey, keys.publicKey] }];
    expect(verify(sign(makeAssertion()), { ...rules, trusts })).toBe(rex);
    expect(verify(sign(makeAssertion(), { key: otherKeys.privateKey }), { ...rules, trusts })).toBe(rex);
  });

  test.each([
    [
      'RSA with SHA-512',
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      'http://www.w3.org/2001/04/xmlenc#sha512',
    ],
    [
      'RSA-PSS with SHA-256',
      'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
      'http://www.w3.org/2001/04/xmlenc#sha256',
    ],
  ])('signed by %s', (_what, signatureAlgorithm, digestAlgorithm) => {
    expect(verify(sign(makeAssertion(), { signatureAlgorithm, digestAlgorithm }))).toBe(rex);
  });
});

describe('tokens of an assertion last', () => {
  test.each([
    ['as long as the assertion', {}, 300],
    ['as long as its confirmation', { confirmations: confirm(`NotOnOrAfter="${at(20)}"`) }, 20],
    ['as long as its conditions', { conditions: limit(undefined, `NotOnOrAfter="${at(20.9)}"`) }, 20],
    ['as long as the session', { statements: session(at(10)) + session(at(20)) }, 10],
    [
      'as long as the latest confirmation',
      { confirmations: confirm(`NotOnOrAfter="${at(20)}"`) + confirm(`NotOnOrAfter="${at(40)}"`) },
      40,
    ],
    [
      'until the skew is over, where it is over itself',
      { confirmations: confirm(`NotOnOrAfter="${at(-10)}"`) },
      20,
    ],
  ])('%s', (_what, parts, seconds) => {
    expect(verifyAssertion(encode(sign(makeAssertion(parts))), rules)).toMatchObject({
      notAfter: now + seconds,
    });
  });

  test('not at all, where less than a second is left', () => {
    const assertion = sign(makeAssertion({ confirmations: confirm(`NotOnOrAfter="${at(0.5)}"`) }));
    expect(verify(assertion, rulesWith({ clockSkewSeconds: 0 }))).toBe(
      'The assertion expires within a second.',
    );
  });
});
