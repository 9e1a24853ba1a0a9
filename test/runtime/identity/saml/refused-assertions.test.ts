import { describe, expect, test } from 'vitest';
import {
  at,
  bearer,
  confirmBearer,
  declareUser,
  issuer,
  limit,
  makeAssertion,
  now,
  otherTokenUrl,
  restrictTo,
  rulesWith,
  sign,
  tokenUrl,
  verify,
  type AssertionParts,
} from './assertion-in-test.ts';

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const recipient = `Recipient="${tokenUrl}"`;
const confirm = (times: string) => confirmBearer(`${times} ${recipient}`);
const named = (attributes: string, name = 'rex') => `<saml:NameID ${attributes}>${name}</saml:NameID>`;
const session = (end: string) =>
  `<saml:AuthnStatement AuthnInstant="${at(-60)}" SessionNotOnOrAfter="${end}"><saml:AuthnContext/></saml:AuthnStatement>`;
const rootWith = (changes: string) =>
  `ID="_a1" IssueInstant="${at(-5)}" Version="2.0"`.replace(/(\w+)="[^"]*"/g, (attribute, name: string) =>
    changes.startsWith(`${name}=`) ? changes : attribute,
  );

const notRestricted = 'The assertion has no AudienceRestriction.';
const anotherAudience =
  'The assertion is for another audience; accepted are https://keys.example.edu, https://keys.example.edu/oauth2/token, https://gateway.example.edu/token, https://gateway.example.edu/saml/sp.';
const anotherRecipient =
  'The Recipient is not the URL that the assertion was sent to: https://keys.example.edu/oauth2/token.';
const tooLong =
  'The assertion is valid for longer than the 600 seconds allowed for the provider: declare maximumLifetimeSeconds to accept it.';
const badName = 'The NameID is too long, or has white space around it, control characters or invisible ones.';
const notTime = (attribute: string) => `The ${attribute} is not a date and time with a time zone.`;
const notOne = (name: string) => `The assertion does not have exactly one ${name}.`;

describe('refused is an assertion', () => {
  const refused: readonly (readonly [string, AssertionParts, string])[] = [
    ['without conditions', { conditions: '' }, notOne('Conditions')],
    ['with conditions twice', { conditions: limit() + limit() }, notOne('Conditions')],
    ['without an audience restriction', { conditions: limit('') }, notRestricted],
    ['with an empty audience restriction', { conditions: limit(restrictTo()) }, anotherAudience],
    ['for another audience', { conditions: limit(restrictTo('https://other.example')) }, anotherAudience],
    [
      'for an audience in another case',
      { conditions: limit(restrictTo(tokenUrl.toUpperCase())) },
      anotherAudience,
    ],
    [
      'for an audience that only begins alike',
      { conditions: limit(restrictTo(`${tokenUrl}/`)) },
      anotherAudience,
    ],
    [
      'with a second restriction to others',
      { conditions: limit(restrictTo(tokenUrl) + restrictTo('https://other.example')) },
      anotherAudience,
    ],
    ['with an empty audience', { conditions: limit(restrictTo('')) }, 'The Audience is not a text.'],
    [
      'with an unknown condition',
      { conditions: limit(`${restrictTo(tokenUrl)}<saml:Condition/>`) },
      'The Conditions has a part that is not known: Condition.',
    ],
    [
      'with a condition of another namespace',
      { conditions: limit(`${restrictTo(tokenUrl)}<OneTimeUse xmlns="urn:x"/>`) },
      'The Conditions has a part that is not known: OneTimeUse.',
    ],
    [
      'not good yet',
      { conditions: limit(undefined, `NotBefore="${at(31)}" NotOnOrAfter="${at(300)}"`) },
      'The assertion is not valid yet.',
    ],
    [
      'over by its conditions',
      { conditions: limit(undefined, `NotOnOrAfter="${at(-30)}"`) },
      'The assertion has expired.',
    ],
    [
      'over by its confirmation',
      { confirmations: confirm(`NotOnOrAfter="${at(-30)}"`) },
      'The confirmation has expired.',
    ],
    ['in a session that is over', { statements: session(at(-30)) }, 'The session of the user has expired.'],
    [
      'that never ends',
      { conditions: limit(undefined, ''), confirmations: `<saml:SubjectConfirmation Method="${bearer}"/>` },
      'The assertion has no NotOnOrAfter.',
    ],
    ['good for too long', { attributes: rootWith(`IssueInstant="${at(-301)}"`) }, tooLong],
    [
      'issued in the future',
      { attributes: rootWith(`IssueInstant="${at(31)}"`) },
      'The assertion was issued in the future.',
    ],
    ['without IssueInstant', { attributes: 'ID="_a1" Version="2.0"' }, 'The Assertion has no IssueInstant.'],
    [
      'of another version',
      { attributes: rootWith('Version="2.1"') },
      'The Version of the assertion is not 2.0.',
    ],
    [
      'without a version',
      { attributes: `ID="_a1" IssueInstant="${at(0)}"` },
      'The Version of the assertion is not 2.0.',
    ],
    ['without a subject', { subject: '' }, notOne('Subject')],
    [
      'with two subjects',
      { subject: `<saml:Subject>${named('')}</saml:Subject>`.repeat(2) },
      notOne('Subject'),
    ],
    ['without a NameID', { nameId: '' }, notOne('NameID')],
    ['with two NameIDs', { nameId: named('') + named('') }, notOne('NameID')],
    ['with a BaseID', { nameId: '<saml:BaseID/>' }, 'The Subject has a part that is not known: BaseID.'],
    ['with an empty NameID', { nameId: named('', '') }, 'The NameID is not a text.'],
    [
      'with an element in the NameID',
      { nameId: named('', 'rex<b xmlns="urn:x"/>@campus') },
      'The NameID is not a text.',
    ],
    ['with white space for a NameID', { nameId: named('', ' ') }, badName],
    ['with white space around the NameID', { nameId: named('', '\nrex') }, badName],
    ['with a control character in the NameID', { nameId: named('', 'rex&#x85;admin') }, badName],
    ['with a NameID that is too long', { nameId: named('', 'r'.repeat(257)) }, badName],
    [
      'with a transient NameID',
      { nameId: named(`Format="${transient}"`) },
      'The NameID has a format that is not declared for the provider: declare nameIdFormats to accept it.',
    ],
    [
      'with an address for a NameID, which users may have chosen themselves',
      { nameId: named('Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"') },
      'The NameID has a format that is not declared for the provider: declare nameIdFormats to accept it.',
    ],
    [
      'with a NameID that another provider qualifies',
      { nameId: named('NameQualifier="https://other.example/saml"') },
      'The NameID has a qualifier other than the provider and the gateway.',
    ],
    [
      'with a NameID for another service',
      { nameId: named('SPNameQualifier="https://other.example"') },
      'The NameID has a qualifier other than the provider and the gateway.',
    ],
    ['without a confirmation', { confirmations: '' }, 'The assertion has no SubjectConfirmation.'],
    [
      'confirmed by another method',
      { confirmations: '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"/>' },
      'The method of the confirmation is not bearer.',
    ],
    [
      'confirmed by no method',
      { confirmations: '<saml:SubjectConfirmation/>' },
      'The SubjectConfirmation has no Method.',
    ],
    [
      'for another recipient',
      { confirmations: confirmBearer(`NotOnOrAfter="${at(300)}" Recipient="https://other.example/token"`) },
      anotherRecipient,
    ],
    [
      'for the other token URL',
      { confirmations: confirmBearer(`NotOnOrAfter="${at(300)}" Recipient="${otherTokenUrl}"`) },
      anotherRecipient,
    ],
    [
      'for a recipient in another case',
      {
        confirmations: confirmBearer(
          `NotOnOrAfter="${at(300)}" Recipient="${tokenUrl.replace('token', 'Token')}"`,
        ),
      },
      anotherRecipient,
    ],
    [
      'without a recipient',
      { confirmations: confirmBearer(`NotOnOrAfter="${at(300)}"`) },
      'The confirmation has no Recipient.',
    ],
    [
      'whose confirmation has no end',
      { confirmations: confirm('') },
      'The confirmation has no NotOnOrAfter.',
    ],
    [
      'whose confirmation has a beginning',
      { confirmations: confirm(`NotBefore="${at(-5)}" NotOnOrAfter="${at(300)}"`) },
      'The confirmation has a NotBefore.',
    ],
    [
      'whose confirmations are in order only together',
      {
        confirmations:
          confirmBearer(`NotOnOrAfter="${at(-60)}" ${recipient}`) +
          confirmBearer(`NotOnOrAfter="${at(300)}"`),
      },
      'The confirmation has expired.',
    ],
    [
      'that somebody else has to confirm',
      {
        confirmations: `<saml:SubjectConfirmation Method="${bearer}">${named('')}</saml:SubjectConfirmation>`,
      },
      'The confirmation has requirements that cannot be checked.',
    ],
    [
      'whose bearer has to prove a key',
      {
        confirmations: confirmBearer().replace(
          '/></',
          '><k xmlns="urn:x"/></saml:SubjectConfirmationData></',
        ),
      },
      'The confirmation has requirements that cannot be checked.',
    ],
    ['without an issuer', { issuer: '' }, notOne('Issuer')],
    ['with two issuers', { issuer: `<saml:Issuer>${issuer}</saml:Issuer>`.repeat(2) }, notOne('Issuer')],
    [
      'with an issuer of another format',
      { issuer: `<saml:Issuer Format="${persistent}">${issuer}</saml:Issuer>` },
      'The Issuer is not an entity.',
    ],
    [
      'of an issuer that is not declared',
      { issuer: '<saml:Issuer>https://evil.example</saml:Issuer>' },
      'No identity provider is declared with the Issuer of the assertion.',
    ],
    [
      'of an issuer in another case',
      { issuer: `<saml:Issuer>${issuer.toUpperCase()}</saml:Issuer>` },
      'No identity provider is declared with the Issuer of the assertion.',
    ],
    [
      'of another provider than signed it',
      { issuer: '<saml:Issuer>https://other.example/saml</saml:Issuer>' },
      'The signature does not verify with any certificate of the provider.',
    ],
    [
      'with an unknown statement',
      { statements: '<saml:Statement/>' },
      'The Assertion has a part that is not known: Statement.',
    ],
    [
      'that is encrypted in part',
      { nameId: '<saml:EncryptedID/>' },
      'The assertion has an encrypted part: encryption is not supported; configure the provider to send it unencrypted.',
    ],
    [
      'with local time',
      { conditions: limit(undefined, 'NotOnOrAfter="2026-03-01T12:05:00"') },
      notTime('NotOnOrAfter'),
    ],
    [
      'with a day that does not exist',
      { conditions: limit(undefined, 'NotOnOrAfter="2026-02-30T12:05:00Z"') },
      notTime('NotOnOrAfter'),
    ],
    [
      'with hour 24',
      { conditions: limit(undefined, 'NotOnOrAfter="2026-03-01T24:00:00Z"') },
      notTime('NotOnOrAfter'),
    ],
    [
      'with a date alone',
      { conditions: limit(undefined, 'NotOnOrAfter="2026-03-02"') },
      notTime('NotOnOrAfter'),
    ],
    ['with seconds since 1970', { attributes: rootWith(`IssueInstant="${now}"`) }, notTime('IssueInstant')],
    [
      'with white space around a time',
      { statements: session(` ${at(300)}`) },
      notTime('SessionNotOnOrAfter'),
    ],
  ];

  test.each(refused)('%s', (_what, parts, reason) => {
    expect(verify(sign(makeAssertion(parts)))).toBe(reason);
  });

  test.each([
    ['nobody', new Map()],
    ['a disabled user', new Map([['rex', declareUser('rex', 'disabled')]])],
    ['a user in another case', new Map([['Rex', declareUser('Rex')]])],
  ])('about %s, where the provider is for declared users', (_what, users) => {
    const by = rulesWith({ onlyDeclaredUsers: true }, { users });
    const reason = 'The NameID is not the name of a declared, active user.';
    expect(verify(sign(makeAssertion({ nameId: named('') })), by)).toBe(reason);
  });

  test('with a NameID of a format that the provider is not allowed', () => {
    const reason =
      'The NameID has a format that is not declared for the provider: declare nameIdFormats to accept it.';
    expect(verify(sign(makeAssertion()), rulesWith({ nameIdFormats: [persistent] }))).toBe(reason);
  });
});
