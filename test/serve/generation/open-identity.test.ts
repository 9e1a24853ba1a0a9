import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type {
  LdapProvider,
  ManifestIdentityProvider,
  OidcProvider,
  SamlProvider,
} from '#compiled/settings/identity-providers.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import type { Identity } from '#runtime/identity/identity.ts';
import { openIdentity } from '#serve/generation/open-identity.ts';
import { packTable } from '#compiled/compiled.ts';
import { listSecretFiles, readSecrets, SecretReferences } from '#serve/sources/read-secrets.ts';
import { certify, makeKeys } from '../../runtime/identity/saml/assertion-in-test.ts';
import { buildTable } from '../../runtime/table-builder.ts';

const [one, other] = [
  await makeCertificates(['one.example.edu'], Date.now()),
  await makeCertificates(['other.example.edu'], Date.now()),
];

/** Those of makeCertificates have keys on curves, whose signatures are not accepted in assertions. */
const ssoCertificates = [
  certify(makeKeys(2048).privateKey),
  certify(makeKeys(2048).privateKey),
  certify(makeKeys(2048).privateKey),
] as const;

const passwordDigest = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
const ada = { name: 'ada', passwordDigest, state: 'active' } as const;

const ldap: LdapProvider = {
  type: 'ldap',
  name: 'campus',
  url: 'ldaps://ldap.example.edu',
  startTls: false,
  ca: { fromFile: 'ldap-ca.pem' },
  bind: { dn: 'cn=reader', password: { fromEnv: 'READER' } },
  searchBase: 'dc=example,dc=edu',
  searchFilter: '(uid={username})',
  subjectAttribute: 'entryUUID',
  displayNameAttribute: 'cn',
  timeoutMs: 1000,
  emailAttribute: 'mail',
  groupAttribute: 'memberOf',
  recheckSeconds: 60,
  maximumUncheckedSeconds: 28_800,
};
const oidc: OidcProvider = {
  type: 'oidc',
  name: 'partner',
  displayName: 'Partner login',
  issuer: 'https://login.example.edu',
  clientId: 'gateway',
  clientSecret: { fromEnv: 'PARTNER' },
  scopes: ['profile'],
  ca: { fromFile: 'oidc-ca.pem' },
  emailClaim: 'email',
  groupsClaim: 'groups',
  recheckSeconds: 60,
  maximumUncheckedSeconds: 28_800,
};
const saml: SamlProvider = {
  type: 'saml',
  name: 'sso',
  issuer: 'https://sso.example.edu',
  certificates: [{ fromFile: 'sso-1.pem' }, { fromEnv: 'SSO_2' }],
  audiences: [],
  clockSkewSeconds: 30,
  maximumLifetimeSeconds: 600,
  onlyDeclaredUsers: false,
};

const secrets: Readonly<Record<string, string>> = {
  'ldap-ca.pem': one.ca,
  READER: 'password of the reader',
  PARTNER: 'secret of the partner',
  'oidc-ca.pem': one.ca,
  'sso-1.pem': ssoCertificates[0],
  SSO_2: ssoCertificates[1],
};

const nameOf = ({ fromEnv, fromFile }: SecretReference) => fromFile ?? fromEnv ?? '';

function open(
  identityProviders: readonly ManifestIdentityProvider[],
  changed: Readonly<Record<string, string>> = {},
  previous?: Identity,
): Identity {
  const secretOf = (reference: SecretReference) => ({ ...secrets, ...changed })[nameOf(reference)] ?? '';
  return openIdentity({ users: [ada], identityProviders }, { secretOf, clock: () => 0, previous });
}

describe('the identity of a generation', () => {
  test('asks the declared users first, and has everybody else in the order of the table', () => {
    const { directories, federations, samlTrusts } = open([ldap, { ...ldap, name: 'annex' }, oidc, saml]);
    expect(directories.map(({ name }) => name)).toEqual(['users', 'campus', 'annex']);
    expect(federations.map(({ name, displayName }) => ({ name, displayName }))).toEqual([
      { name: 'partner', displayName: 'Partner login' },
    ]);
    expect(samlTrusts.map(({ provider }) => provider)).toEqual([saml]);
  });

  test('is empty where nothing is declared', () => {
    const context = { secretOf: () => '', clock: () => 0, previous: undefined };
    expect(openIdentity({ users: [], identityProviders: [] }, context)).toEqual({
      directories: [],
      federations: [],
      samlTrusts: [],
    });
  });

  test('trusts the keys of every certificate, of several in one text too', () => {
    const keysOf = (...texts: readonly string[]) =>
      texts.map((text) => new X509Certificate(text).publicKey.export({ type: 'spki', format: 'pem' }));
    const trusted = (identity: Identity) =>
      identity.samlTrusts[0]?.keys.map((key) => key.export({ type: 'spki', format: 'pem' }));
    const [first, second, third] = ssoCertificates;
    expect(trusted(open([saml]))).toEqual(keysOf(first, second));
    expect(trusted(open([saml], { SSO_2: second + third }))).toEqual(keysOf(first, second, third));
  });

  test.each<[string, ManifestIdentityProvider, Readonly<Record<string, string>>, string]>([
    ['a key', saml, { 'sso-1.pem': one.key }, 'sso-1.pem of the identity provider sso'],
    ['nothing', saml, { SSO_2: '' }, 'in the environment variable SSO_2 of the identity provider sso'],
    [
      'a certificate that is cut off',
      saml,
      { 'sso-1.pem': one.certificate.replace(/.{40}\n-----END/, '\n-----END') },
      'sso-1.pem of the identity provider sso',
    ],
    [
      'a certificate and the beginning of another',
      saml,
      { 'sso-1.pem': one.certificate + other.certificate.replace(/-----END.*\n$/, '') },
      'sso-1.pem of the identity provider sso',
    ],
    ['a word', ldap, { 'ldap-ca.pem': 'word' }, 'ldap-ca.pem of the identity provider campus'],
    ['a word', oidc, { 'oidc-ca.pem': 'word' }, 'oidc-ca.pem of the identity provider partner'],
  ])('is refused where %s stands for a certificate', (_, provider, changed, what) => {
    expect(() => open([provider], changed)).toThrow(
      `The certificate ${what} cannot be read. Replace it with certificates in PEM.`,
    );
  });

  test.each([
    ['a key on a curve', () => one.certificate],
    ['an RSA key of 1024 bits', () => certify(makeKeys(1024).privateKey)],
    ['a good key and one on a curve', () => ssoCertificates[0] + one.certificate],
  ])('is refused where a SAML certificate has %s, since it can verify no assertion', (_what, certificate) => {
    expect(() => open([saml], { SSO_2: certificate() })).toThrow(
      'The certificate in the environment variable SSO_2 of the identity provider sso cannot verify assertions. Use one with an RSA key of at least 2048 bits.',
    );
  });

  test('is refused if a filter is invalid', () => {
    expect(() => open([{ ...ldap, searchFilter: '(uid=ada)' }])).toThrow('The searchFilter of campus');
  });

  test('keeps a provider of the generation before only where nothing of it has changed', () => {
    const before = open([oidc]);
    const isKept = (provider: OidcProvider, changed: Readonly<Record<string, string>> = {}) =>
      open([ldap, provider], changed, before).federations[0] === before.federations[0];
    expect([
      isKept({ ...oidc }),
      isKept({ ...oidc, displayName: 'Partners' }),
      isKept({ ...oidc, issuer: 'https://other.example.edu' }),
      isKept(oidc, { PARTNER: 'another secret' }),
      isKept(oidc, { 'oidc-ca.pem': other.ca }),
    ]).toEqual([true, false, false, false, false]);
  });
});

describe('the secrets of identity providers', () => {
  const table = buildTable({
    apis: [],
    applications: [],
    subscriptions: [],
    identityProviders: [ldap, oidc, saml],
  });
  const references = new SecretReferences().listIn(packTable(table));

  test('are read before a generation is built, and change its digest', async () => {
    const read = (changed: Readonly<Record<string, string>> = {}) =>
      readSecrets(references, async (reference) => ({ ...secrets, ...changed })[nameOf(reference)] ?? '');
    const { secretOf, digest } = await read();
    const named = [ldap.ca, ldap.bind?.password, oidc.ca, oidc.clientSecret, ...saml.certificates];
    expect(named.map((reference) => secretOf(reference ?? {}))).toEqual([
      one.ca,
      'password of the reader',
      one.ca,
      'secret of the partner',
      ...ssoCertificates.slice(0, 2),
    ]);
    expect((await read({ SSO_2: 'another' })).digest).not.toBe(digest);
    expect((await read()).digest).toBe(digest);
  });

  test('are watched where they are files', () => {
    expect([...listSecretFiles(references, '/etc/gateway')].toSorted()).toEqual([
      '/etc/gateway/ldap-ca.pem',
      '/etc/gateway/oidc-ca.pem',
      '/etc/gateway/sso-1.pem',
    ]);
  });
});
