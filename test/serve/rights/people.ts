import { vi } from 'vitest';
import { openProvider, clientSecret } from '../../runtime/identity/oidc/oidc-provider-in-test.ts';
import { openSlapd, slapd } from '../../runtime/identity/ldap/slapd-in-test.ts';
import { authOrigin, type BrowserInTest } from '../../runtime/oauth/authorize/browser-in-test.ts';
import { fillIn, logInFor } from '../../runtime/oauth/authorize/flow-in-test.ts';
import { passwordOfAlice as password } from '../../runtime/oauth/authorization-in-test.ts';
import type { Files } from './right-sources.ts';

const dn = 'uid=ada,dc=example,dc=edu';
const person = {
  objectClass: ['inetOrgPerson'],
  uid: ['ada'],
  sn: ['Lovelace'],
  cn: ['Ada Lovelace'],
  mail: ['ada@example.edu'],
  userPassword: [password],
};

const readerPassword = 'password of the reader';
const ldif = [
  'dn: dc=example,dc=edu\nobjectClass: domain\ndc: example',
  `dn: cn=reader,dc=example,dc=edu\nobjectClass: person\nsn: X\ncn: reader\nuserPassword: ${readerPassword}`,
].join('\n\n');

/** Who logs in: a declared user, one of the directory, or one of the provider. */
export type Person = 'alice' | 'directory' | 'sso';

/** A real directory, if its program is installed, and a real provider, each of which knows ada. */
export async function openPeople(opened: AsyncDisposableStack) {
  // The provider warns of everything that it has for tests only.
  for (const method of ['info', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  const redirectUri = `${authOrigin}/authorize/callback/sso`;
  const provider = opened.adopt(await openProvider({ offline: true, redirectUri }), (sso) => sso.close());
  const directory =
    slapd === undefined ? undefined : opened.adopt(await openSlapd(ldif), (open) => open.close());
  const addAda = () => directory?.change((client) => client.add(dn, person));
  await addAda();
  const logIns: Readonly<Record<Person, LogIn>> = {
    alice: logInFor,
    directory: async (browser, request) => {
      const page = await browser.visit(request);
      return browser.follow(await fillIn(browser, page, { username: 'ada', password }));
    },
    sso: async (browser, request) => {
      const begun = await fillIn(browser, await browser.visit(request), { provider: 'sso' }, 1);
      const { pathname, search } = new URL(await provider.logInAt(begun.location));
      return browser.follow(await browser.visit(pathname + search));
    },
  };
  return {
    logIns,
    files: declare(directory?.port ?? 9, provider),
    removeFromDirectory: () => directory?.change((client) => client.del(dn)),
    addToDirectory: addAda,
    removeAtProvider: () => provider.remove('ada'),
    addAtProvider: () => provider.admit('ada'),
    endLoginsAtProvider: () => provider.endLogins(Infinity),
  };
}

/** Goes as far as to what follows the login. */
export type LogIn = (browser: BrowserInTest, request: string) => ReturnType<BrowserInTest['visit']>;

function declare(port: number, { issuer, ca }: { readonly issuer: string; readonly ca: string }): Files {
  return {
    'sso-ca.pem': ca,
    'sso-secret': clientSecret,
    'reader-password': readerPassword,
    'identity-providers/directory.yaml': `kind: IdentityProvider
name: directory
type: ldap
url: ldap://127.0.0.1:${port}
searchBase: dc=example,dc=edu
searchFilter: (uid={username})
bind: { dn: 'cn=reader,dc=example,dc=edu', password: { fromFile: reader-password } }
recheckSeconds: 0
`,
    'identity-providers/sso.yaml': `kind: IdentityProvider
name: sso
type: oidc
displayName: Campus login
issuer: ${issuer}
clientId: gateway
clientSecret: { fromFile: sso-secret }
ca: { fromFile: sso-ca.pem }
scopes: [profile, offline_access]
recheckSeconds: 0
`,
  };
}
