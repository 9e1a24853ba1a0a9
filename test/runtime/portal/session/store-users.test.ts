import { Attribute, Change } from 'ldapts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LdapProvider } from '#compiled/settings/identity-providers.ts';
import type { ManifestTeam } from '#compiled/manifest.ts';
import { campus } from '../../identity/ldap/directory-in-test.ts';
import { openSlapd, slapd, slapdNeeded, type SlapdInTest } from '../../identity/ldap/slapd-in-test.ts';
import { declareProvider } from '../../identity/oidc/login-in-test.ts';
import { clientSecret, openProvider } from '../../identity/oidc/oidc-provider-in-test.ts';
import { alice, passwordOfAlice as password } from '../../oauth/authorization-in-test.ts';
import { authUrl, defineStore, openStore, StoreBrowser } from './store-in-test.ts';

function team(name: string, changes: Partial<ManifestTeam> = {}): ManifestTeam {
  return { name, members: [], groups: {}, ...changes };
}

/** And a little more, for times that are compared in seconds. */
const minute = 60_001;

describe('a declared user', () => {
  test('has the teams and the address of the declarations, as they are now', async () => {
    const teams = [
      team('by-name', { members: ['alice'] }),
      team('by-subject', { members: ['user:alice'] }),
      team('by-address', { members: ['Alice@Example.EDU'] }),
      team('by-other-address', { members: ['alice@example.edu', 'Alice@example.edu.example.com'] }),
      team('of-others', { members: ['bob', 'Alice', 'user:staff/alice'], groups: { users: ['alice'] } }),
    ];
    const users = [{ ...alice, email: 'Alice@example.edu' }];
    const server = await openStore({ teams, users });
    onTestFinished(() => server.close());
    const browser = new StoreBrowser(server);
    await browser.signIn();
    expect(await browser.user(server)).toEqual({
      subject: 'user:alice',
      username: 'alice',
      displayName: 'alice',
      emails: ['Alice@example.edu'],
      teams: ['by-address', 'by-name', 'by-subject'],
      provider: 'users',
      groups: [],
      sessionId: expect.any(String) as string,
      authenticatedAt: expect.any(Number) as number,
      loggedInAt: expect.any(Number) as number,
    });
    await server.swap(defineStore({ teams: [team('later', { members: ['alice'] })], users: [alice] }));
    expect(await browser.user(server)).toMatchObject({ emails: [], teams: ['later'] });
  });
});

const readerPassword = 'password of the reader';
const adaDn = 'uid=ada,dc=example,dc=edu';
const parksDn = 'cn=parks,ou=groups,dc=example,dc=edu';
const kennelDn = 'cn=kennel,ou=groups,dc=example,dc=edu';
const ldif = [
  'dn: dc=example,dc=edu\nobjectClass: domain\ndc: example',
  'dn: ou=groups,dc=example,dc=edu\nobjectClass: organizationalUnit\nou: groups',
  `dn: cn=reader,dc=example,dc=edu\nobjectClass: person\nsn: X\ncn: reader\nuserPassword: ${readerPassword}`,
  `dn: ${adaDn}\nobjectClass: inetOrgPerson\nuid: ada\nsn: L\ncn: Ada Lovelace\nmail: ada@example.edu\nuserPassword: ${password}`,
  `dn: uid=bob,dc=example,dc=edu\nobjectClass: inetOrgPerson\nuid: bob\nsn: B\ncn: Bob\nmail: bob@example.edu\nuserPassword: ${password}`,
].join('\n\n');

describe.skipIf(slapd === undefined)(`a user of a directory${slapdNeeded}`, () => {
  let directory: SlapdInTest;
  beforeAll(async () => {
    directory = await openSlapd(ldif);
    // The overlay of slapd notes in the entry of a member what is added while it runs.
    await directory.change(async (client) => {
      for (const dn of [parksDn, kennelDn])
        await client.add(dn, { objectClass: ['groupOfNames'], member: [adaDn] });
    });
  });
  afterAll(() => directory?.close());

  const byAttribute = { groupAttribute: 'memberOf' };
  const bySearch = {
    groupAttribute: 'businessCategory',
    groupSearch: {
      base: 'ou=groups,dc=example,dc=edu',
      filter: '(|(member={dn})(uniqueMember={dn}))',
      nameAttribute: 'cn',
    },
  };

  async function open(changes: Partial<LdapProvider>, groups: readonly string[]) {
    let now = Date.now();
    const provider = { ...campus, ...changes, url: `ldap://127.0.0.1:${directory.port}` };
    const [parks = '', others = ''] = groups;
    const teams = [
      team('parks-team', { groups: { campus: [parks] } }),
      team('of-another-provider', { groups: { staff: [parks] } }),
      team('of-another-group', { groups: { campus: [others] } }),
      team('ada-herself', { members: ['ada@EXAMPLE.edu'] }),
      team('by-name', { members: ['ada'] }),
    ];
    const server = await openStore(
      { teams, identityProviders: [provider] },
      { clock: () => now, secrets: { READER: readerPassword } },
    );
    onTestFinished(() => server.close());
    return { server, wait: (milliseconds: number) => (now += milliseconds) };
  }

  test.each([
    ['her entry names', byAttribute, [parksDn, 'cn=cats,ou=groups,dc=example,dc=edu']],
    ['a search finds', bySearch, ['parks', 'cats']],
  ])('has the teams of the groups that %s, until she leaves one', async (_, changes, groups) => {
    const { server, wait } = await open(changes, groups);
    const browser = new StoreBrowser(server);
    await browser.signIn('/store', { username: 'ada', password });
    expect(await browser.user(server)).toEqual({
      subject: 'user:campus/ada@example.edu',
      displayName: 'ada@example.edu',
      emails: ['ada@example.edu'],
      teams: ['ada-herself', 'parks-team'],
      provider: 'campus',
      groups: groups.slice(0, 1),
      sessionId: expect.any(String) as string,
      authenticatedAt: expect.any(Number) as number,
      loggedInAt: expect.any(Number) as number,
    });
    const change = (operation: 'add' | 'delete', type: string, value: string) =>
      directory.change((client) =>
        client.modify(
          parksDn,
          new Change({ operation, modification: new Attribute({ type, values: [value] }) }),
        ),
      );
    await change('add', 'member', 'uid=bob,dc=example,dc=edu');
    await change('delete', 'member', adaDn);
    wait(minute);
    expect(await browser.user(server)).toMatchObject({ teams: ['ada-herself'] });
    await change('add', 'member', adaDn);
    await change('delete', 'member', 'uid=bob,dc=example,dc=edu');
    wait(minute);
    expect(await browser.user(server)).toMatchObject({ teams: ['ada-herself', 'parks-team'] });
  });

  test('is asked about groups only once the password is right', async () => {
    const { server } = await open(bySearch, ['parks', 'cats']);
    await directory.takeOperations();
    const searches = async (username: string, typed: string) => {
      const browser = new StoreBrowser(server);
      const page = await browser.follow(await browser.store.visit('/store/sign-in'));
      const [form] = page.forms;
      await browser.login.submit(
        form?.action ?? '',
        { ...form?.fields, username, password: typed },
        { origin: authUrl },
      );
      const operations = await directory.takeOperations();
      return operations.filter((operation) => operation.includes('ou=groups')).length;
    };
    expect(await searches('ada', 'wrong')).toBe(0);
    expect(await searches('nobody', password)).toBe(0);
    expect(await searches('ada', password)).toBe(1);
  });
});

describe('a user of an OpenID Connect provider', () => {
  const claims = { email: 'ada@example.edu', email_verified: true, groups: ['parks', 'staff'] };

  async function open(described: Readonly<Record<string, unknown>>, changes: object = {}) {
    // The provider warns of everything that it has for tests only.
    for (const method of ['info', 'warn'] as const)
      vi.spyOn(console, method).mockImplementation(() => undefined);
    const redirectUri = `${authUrl}/authorize/callback/campus`;
    const logoutUri = `${authUrl}/authorize/logout`;
    const provider = await openProvider({ offline: true, redirectUri, logoutUri, claims: described });
    onTestFinished(() => provider.close());
    let now = Date.now();
    const scopes = ['profile', 'email', 'groups', 'offline_access'];
    const declared = declareProvider(provider.issuer, { ca: { fromEnv: 'CAMPUS_CA' }, scopes, ...changes });
    const teams = [
      team('parks-team', { groups: { campus: ['parks'] } }),
      team('of-another-provider', { groups: { staff: ['parks'] } }),
      team('ada-herself', { members: ['ada@example.EDU'] }),
      team('by-name', { members: ['ada'] }),
      team('by-subject', { members: ['user:campus/ada'] }),
    ];
    const server = await openStore(
      { teams, identityProviders: [declared] },
      { clock: () => now, secrets: { CAMPUS: clientSecret, CAMPUS_CA: provider.ca } },
    );
    onTestFinished(() => server.close());
    const browser = new StoreBrowser(server);
    const page = await browser.follow(await browser.store.visit('/store/sign-in'));
    const form = page.forms.find(({ action }) => action.endsWith('/federated'));
    const fields = { ...form?.fields, provider: 'campus' };
    const begun = await browser.login.submit(form?.action ?? '', fields, { origin: authUrl });
    const { pathname, search } = new URL(await provider.logInAt(begun.location));
    await browser.follow(await browser.login.visit(pathname + search));
    return { provider, server, browser, wait: (milliseconds: number) => (now += milliseconds) };
  }

  test('has the teams of the groups and the verified address, until the provider says otherwise', async () => {
    const { provider, server, browser, wait } = await open(claims);
    expect(await browser.user(server)).toEqual({
      subject: 'user:campus/ada',
      displayName: 'ada@example.edu',
      emails: ['ada@example.edu'],
      teams: ['ada-herself', 'by-subject', 'parks-team'],
      provider: 'campus',
      groups: ['parks'],
      sessionId: expect.any(String) as string,
      authenticatedAt: expect.any(Number) as number,
    });
    provider.describe({ ...claims, groups: ['staff'] });
    expect(await browser.user(server)).toMatchObject({ teams: ['ada-herself', 'by-subject', 'parks-team'] });
    wait(minute);
    expect(await browser.user(server)).toMatchObject({ teams: ['ada-herself', 'by-subject'] });
    provider.describe({ ...claims, email_verified: false, groups: 'parks' });
    wait(minute);
    expect(await browser.user(server)).toMatchObject({ emails: [], teams: ['by-subject', 'parks-team'] });
    await provider.endLogins(Infinity);
    wait(minute);
    expect(await browser.user(server)).toBeUndefined();
  });

  test.each([
    ['not verified', { ...claims, email_verified: false }],
    ['of which nothing is said', { email: claims.email, groups: claims.groups }],
    ['verified only in words', { ...claims, email_verified: 'true' }],
  ])('owns nothing by an address that is %s', async (_, described) => {
    const { server, browser } = await open(described);
    expect(await browser.user(server)).toMatchObject({ emails: [], teams: ['by-subject', 'parks-team'] });
  });

  test('may have its claims under other names', async () => {
    const changes = { groupsClaim: 'preferred_username', emailClaim: 'name' };
    const described = { name: 'ada@example.edu', email_verified: true, preferred_username: 'parks' };
    const { server, browser } = await open({ ...described, email: 'x', groups: [] }, changes);
    expect(await browser.user(server)).toMatchObject({
      emails: ['ada@example.edu'],
      teams: ['ada-herself', 'by-subject', 'parks-team'],
    });
  });

  test('with very many groups has cookies that browsers keep', async () => {
    const groups = Array.from({ length: 2000 }, (_, index) => `group-${index}`);
    const { server, browser } = await open({ ...claims, groups: [...groups, 'parks'] });
    expect(await browser.user(server)).toMatchObject({
      teams: ['ada-herself', 'by-subject', 'parks-team'],
    });
    const sizes = [...browser.store.cookies].map(([name, value]) => name.length + value.length);
    expect(Math.max(...sizes)).toBeLessThan(1500);
  });

  test('is logged out at the provider too by signing out', async () => {
    const { provider, server, browser } = await open(claims);
    const { location } = await browser.leaveStore();
    const { origin, pathname, searchParams } = new URL(location);
    expect([origin + pathname, [...searchParams.keys()].toSorted()]).toEqual([
      `${provider.issuer}/session/end`,
      ['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state'],
    ]);
    expect([...browser.login.cookies.keys()]).not.toContain('__Host-gatewright-session');
    expect(await browser.user(server)).toBeUndefined();
    const page = await browser.login.visit(`/authorize/logout?state=${searchParams.get('state')}`);
    expect(page.text).toContain('You come back from Campus login');
  });
});
