import { describe, expect, test } from 'vitest';
import { load } from '#compiler/load/load.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';

/** `line:column code message help` of everything that is wrong with a file. */
async function findings(file: string, text: string): Promise<readonly string[]> {
  const tree = memorySourceTree({ ...cleanSources, [file]: text });
  const { diagnostics } = await load(tree, 'gateway.config.yaml');
  return diagnostics.map(({ at, code, message, help }) => {
    expect(at.file).toBe(file);
    return `${at.line}:${at.column} ${code} ${message} ${help}`;
  });
}

const provider = (fields: string) =>
  findings('identity-providers/campus.yaml', `kind: IdentityProvider\nname: campus\n${fields}`);
const ldap = (fields: string) =>
  provider(`type: ldap\nurl: ldaps://ldap.example.edu\nsearchBase: dc=example\n${fields}`);

describe('an identity provider', () => {
  test.each([
    [
      'without a type',
      'url: ldaps://ldap.example.edu\n',
      [
        '1:1 missing-field `type` is missing from an IdentityProvider. Add `type`: One of ldap, oidc and saml.',
      ],
    ],
    [
      'of a misspelled type',
      'type: odic\nissuer: https://login.example.edu\n',
      ['3:7 invalid-value `type` must be one of ldap, oidc, saml. Did you mean `oidc`?'],
    ],
    [
      'whose type is no text',
      'type: [ldap]\n',
      ['3:7 invalid-value `type` must be one of ldap, oidc, saml. Write `ldap`.'],
    ],
    [
      'without the fields of its type',
      'type: ldap\nurl: ldaps://ldap.example.edu\n',
      [
        '1:1 missing-field `searchBase` is missing from an IdentityProvider of type ldap. Add `searchBase`: The entry below which users are searched: ou=people,dc=example,dc=edu.',
      ],
    ],
    [
      'with a field of another type',
      'type: saml\nissuer: https://sso.example.edu\ncertificates: [{ fromFile: a.pem }]\nclientId: gateway\n',
      [
        '6:1 unknown-field `clientId` is not a field of an IdentityProvider of type saml. Its fields are kind, type, name, issuer, certificates, audiences, clockSkewSeconds, maximumLifetimeSeconds, nameIdFormats, onlyDeclaredUsers.',
      ],
    ],
    [
      'with a field that is below another one',
      'type: ldap\nurl: ldaps://a.example.edu\nsearchBase: dc=a\nbind: { password: { fromEnv: A }, cn: b }\n',
      [
        '6:1 missing-field `dn` is missing from `bind`. Add `dn`: The DN to bind as, such as cn=reader,dc=example,dc=edu.',
        '6:35 unknown-field `cn` is not a field of `bind`. Did you mean `dn`?',
      ],
    ],
  ])('%s', async (_title, fields, expected) => {
    expect((await provider(fields)).toSorted()).toEqual(expected.toSorted());
  });

  test('with a misspelled field', async () => {
    expect(await ldap('searchFitler: (uid={username})\n')).toEqual([
      '6:1 unknown-field `searchFitler` is not a field of an IdentityProvider of type ldap. Did you mean `searchFilter`?',
    ]);
  });

  test.each(['(uid=ada)', 'uid={username}', '""'])('with the filter %s', async (filter) => {
    expect(await ldap(`searchFilter: ${filter}\n`)).toEqual([
      '6:15 invalid-value `searchFilter` does not have the required form. An RFC 4515 filter; {username} is replaced with the login name. Default: (uid={username}).',
    ]);
  });

  test.each(['users', 'Campus', 'a/b', '""', '-a', '__proto__'])('cannot be called %s', async (name) => {
    const found = await findings(
      'identity-providers/campus.yaml',
      `kind: IdentityProvider\nname: ${name}\ntype: ldap\nurl: ldaps://a.example.edu\nsearchBase: dc=a\n`,
    );
    expect(found.map((finding) => finding.slice(0, 18))).toEqual(['2:7 invalid-value ']);
  });

  test.each([
    ['clockSkewSeconds: 61', '`clockSkewSeconds` must be at most 60.'],
    ['clockSkewSeconds: 1.5', '`clockSkewSeconds` must be an integer.'],
    ['maximumLifetimeSeconds: 0', '`maximumLifetimeSeconds` must be at least 1.'],
    ['nameIdFormats: [1]', 'item 0 of the list must be a string.'],
  ])('of type saml with %s', async (field, message) => {
    const found = await provider(
      `type: saml\nissuer: https://sso.example.edu\ncertificates: [{ fromFile: a.pem }]\n${field}\n`,
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`invalid-value ${message}`);
  });
});

describe('a user', () => {
  const user = (fields: string) => findings('users/ben.yaml', `kind: User\n${fields}`);
  const digest = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdHNhbHQ';

  test.each(['ben', 'ben@example.edu', '0', 'a.b-c_d', 'a'.repeat(64)])('may be called %s', async (name) => {
    expect(await user(`name: '${name}'\npasswordDigest: ${digest}\n`)).toEqual([]);
  });

  test.each(['Ben', 'a/b', 'a b', '', '.a', 'a'.repeat(65), 'é', 'a\\n'])(
    'cannot be called %j',
    async (name) => {
      const found = await user(`name: "${name}"\npasswordDigest: ${digest}\n`);
      expect(found.map((finding) => finding.slice(0, 18))).toEqual(['2:7 invalid-value ']);
    },
  );

  test.each([
    digest.replace('argon2id', 'argon2i'),
    digest.replace('v=19', 'v=16'),
    digest.replace('m=19456', 'm=0'),
    digest.replace('m=19456', 'm=99999999'),
    digest.replace('m=19456,t=2', 't=2,m=19456'),
    `${digest}=`,
    `sha256:${'0'.repeat(64)}`,
    '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
  ])('has no digest like %s', async (other) => {
    expect(await user(`name: ben\npasswordDigest: ${other}\n`)).toEqual([
      '3:17 plain-text-secret Neither a digest nor a secret reference, so this may be a secret in plain text. ' +
        'Write `fromEnv` or `fromFile` for a reference, or generate a digest with `gatewright users add`; replace a secret that was written here.',
    ]);
  });

  const dated = (date: string) => user(`name: ben\npasswordDigest: ${digest}\ntokensNotBefore: ${date}\n`);

  test.each([
    '2026-01-31T12:00:00Z',
    '2028-02-29T23:59:59.999999Z',
    '1970-01-01T00:00:00+23:59',
    '2026-12-31T12:00:00-00:00',
  ])('has tokens from %s on', async (date) => {
    expect(await dated(date)).toEqual([]);
  });

  test.each([
    '2026-01-31',
    '2026-01-31 12:00:00Z',
    '2026-01-31T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2026-06-30T23:59:60Z',
    '2026-01-31T12:00Z',
    '1769860800',
    'soon',
  ])('has no tokens from %s on', async (date) => {
    const found = await dated(date);
    expect(found.map((finding) => finding.slice(0, 19))).toEqual(['4:18 invalid-value ']);
  });

  test('has a misspelled date, which is not hidden as a secret though its name sounds like one', async () => {
    expect(
      await user(`name: ben\npasswordDigest: ${digest}\ntokensNotbefore: 2026-01-31T12:00:00Z\n`),
    ).toEqual([
      '4:1 unknown-field `tokensNotbefore` is not a field of a User. Did you mean `tokensNotBefore`?',
    ]);
  });
});

test.each(['a b', 'a"b', '', 'é', 'a\\b', '"a\\n"'])(
  'no subscription asks for the scope %j',
  async (scope) => {
    const file = 'apis/dog_park/v1/subscriptions.yaml';
    const quoted = scope.startsWith('"') ? scope : `'${scope}'`;
    const found = await findings(file, `${cleanSources[file]}scopes: [${quoted}]\n`);
    expect(found.map((finding) => finding.slice(0, 19))).toEqual(['5:10 invalid-value ']);
  },
);

test('an application may take users from no identity provider', async () => {
  const file = 'applications/dog_walker.yaml';
  expect(await findings(file, `${cleanSources[file]}identityProviders: []\n`)).toEqual([]);
});
