import { expect, test } from 'vitest';
import type { Manifest } from '#compiled/manifest.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

async function compileWith(changes: Readonly<Record<string, string>>): Promise<Manifest> {
  const tree = memorySourceTree({ ...cleanSources, ...changes });
  const { compiled, diagnostics } = await build(tree, 'gateway.config.yaml', 'production');
  expect(diagnostics).toEqual([]);
  return compiled!.manifest;
}

const digest = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdHNhbHQ';

test('users are sorted by name, in the state that they are in', async () => {
  const users = ['zoe@example.edu', 'ben'].map(
    (name) => `kind: User\nname: ${name}\npasswordDigest: ${digest}\n`,
  );
  const { users: compiled } = await compileWith({
    'users.yaml': `${users.join('---\n')}displayName: Ben B.\nstate: disabled\ntokensNotBefore: 2026-01-31T12:00:00Z\n`,
  });
  expect(compiled.slice(1)).toEqual([
    {
      name: 'ben',
      displayName: 'Ben B.',
      passwordDigest: digest,
      state: 'disabled',
      tokensNotBefore: 1_769_860_800,
    },
    { name: 'zoe@example.edu', passwordDigest: digest, state: 'active' },
  ]);
});

test('identity providers are sorted by name, their defaults filled in', async () => {
  const { identityProviders } = await compileWith({
    'identity-providers.yaml': `kind: IdentityProvider
type: saml
name: sso
issuer: urn:example:sso
certificates: [{ fromFile: keys/sso.pem }]
---
kind: IdentityProvider
type: oidc
name: campus
issuer: https://login.example.edu
clientId: gateway
clientSecret: { fromEnv: CAMPUS_SECRET }
---
kind: IdentityProvider
type: ldap
name: directory
url: ldaps://ldap.example.edu
searchBase: ou=people,dc=example,dc=edu
`,
  });
  expect(identityProviders).toEqual([
    {
      type: 'oidc',
      name: 'campus',
      displayName: 'campus',
      issuer: 'https://login.example.edu',
      clientId: 'gateway',
      clientSecret: { fromEnv: 'CAMPUS_SECRET' },
      recheckSeconds: 60,
      maximumUncheckedSeconds: 28_800,
      scopes: ['openid', 'profile'],
      emailClaim: 'email',
      groupsClaim: 'groups',
    },
    {
      type: 'ldap',
      name: 'directory',
      url: 'ldaps://ldap.example.edu',
      startTls: false,
      searchBase: 'ou=people,dc=example,dc=edu',
      searchFilter: '(uid={username})',
      subjectAttribute: 'entryUUID',
      displayNameAttribute: 'cn',
      emailAttribute: 'mail',
      groupAttribute: 'memberOf',
      timeoutMs: 5000,
      recheckSeconds: 60,
      maximumUncheckedSeconds: 28_800,
    },
    {
      type: 'saml',
      name: 'sso',
      issuer: 'urn:example:sso',
      certificates: [{ fromFile: 'keys/sso.pem' }],
      audiences: [],
      clockSkewSeconds: 30,
      maximumLifetimeSeconds: 600,
      onlyDeclaredUsers: false,
    },
  ]);
});

test('what is declared goes before the defaults', async () => {
  const { identityProviders } = await compileWith({
    'identity-providers/all.yml': `kind: IdentityProvider
type: ldap
name: directory
url: ldap://ldap.example.edu:389
startTls: true
ca: { fromFile: keys/ca.pem }
bind: { dn: 'cn=reader,dc=example,dc=edu', password: { fromEnv: READER } }
searchBase: dc=example,dc=edu
searchFilter: (&(objectClass=person)(mail={username}))
subjectAttribute: mail
displayNameAttribute: displayName
timeoutMs: 500
recheckSeconds: 0
maximumUncheckedSeconds: 3600
---
kind: IdentityProvider
type: oidc
name: campus
displayName: Campus login
issuer: https://login.example.edu
clientId: gateway
clientSecret: { fromEnv: CAMPUS_SECRET }
scopes: [email, openid]
ca: { fromFile: keys/ca.pem }
recheckSeconds: 300
maximumUncheckedSeconds: 86400
---
kind: IdentityProvider
type: saml
name: sso
issuer: urn:example:sso
certificates: [{ fromFile: keys/new.pem }, { fromFile: keys/old.pem }]
audiences: [urn:example:gateway]
clockSkewSeconds: 0
maximumLifetimeSeconds: 60
nameIdFormats: [urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress]
onlyDeclaredUsers: true
`,
  });
  expect(identityProviders).toMatchObject([
    {
      displayName: 'Campus login',
      scopes: ['openid', 'email'],
      ca: { fromFile: 'keys/ca.pem' },
      recheckSeconds: 300,
      maximumUncheckedSeconds: 86_400,
    },
    {
      url: 'ldap://ldap.example.edu:389',
      startTls: true,
      bind: { dn: 'cn=reader,dc=example,dc=edu', password: { fromEnv: 'READER' } },
      searchFilter: '(&(objectClass=person)(mail={username}))',
      subjectAttribute: 'mail',
      displayNameAttribute: 'displayName',
      timeoutMs: 500,
      recheckSeconds: 0,
      maximumUncheckedSeconds: 3600,
    },
    {
      certificates: [{ fromFile: 'keys/new.pem' }, { fromFile: 'keys/old.pem' }],
      audiences: ['urn:example:gateway'],
      clockSkewSeconds: 0,
      maximumLifetimeSeconds: 60,
      nameIdFormats: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      onlyDeclaredUsers: true,
    },
  ]);
});

test('an application keeps to its identity providers, and dates become seconds', async () => {
  const application = cleanSources['applications/dog_walker.yaml']!;
  const gateway = cleanSources['gateway.config.yaml']!;
  const token =
    'token: { refreshIdleSeconds: 60, refreshLifetimeSeconds: 28800, tokensNotBefore: "2026-01-31T12:00:00.001+01:00" }\n';
  const manifest = await compileWith({
    'applications/dog_walker.yaml': `${application}identityProviders: [users]\ntokensNotBefore: 2026-01-31T12:00:00-00:30\n`,
    'gateway.config.yaml': gateway + token,
  });
  expect(manifest.applications).toMatchObject([
    { identityProviders: ['users'], tokensNotBefore: 1_769_862_600 },
  ]);
  expect(manifest.gateway.token).toEqual({
    lifetimeSeconds: 3600,
    refreshIdleSeconds: 60,
    refreshLifetimeSeconds: 28_800,
    // Rounded up.
    tokensNotBefore: 1_769_857_201,
    signingKeys: [],
  });
});
