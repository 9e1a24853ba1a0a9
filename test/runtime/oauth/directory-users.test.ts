// @module-tag full
import { Attribute, Change } from 'ldapts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LdapProvider } from '#compiled/settings/identity-providers.ts';
import { campus } from '../identity/ldap/directory-in-test.ts';
import { openSlapd, slapd, slapdNeeded, type SlapdInTest } from '../identity/ldap/slapd-in-test.ts';
import {
  defineTable,
  openAuthorization,
  refusal,
  type AuthorizationInTest,
} from './authorization-in-test.ts';
import { BrowserInTest } from './authorize/browser-in-test.ts';
import { allow, answerIn, fillIn, requestOf } from './authorize/flow-in-test.ts';

const password = 'correct horse battery staple';
const readerPassword = 'password of the reader';
const dn = 'uid=ada,dc=example,dc=edu';
const person = {
  objectClass: ['inetOrgPerson'],
  sn: ['Lovelace'],
  cn: ['Ada Lovelace'],
  mail: ['ada@example.edu'],
  userPassword: [password],
};
const ldif = [
  'dn: dc=example,dc=edu\nobjectClass: domain\ndc: example',
  `dn: cn=reader,dc=example,dc=edu\nobjectClass: person\nsn: X\ncn: reader\nuserPassword: ${readerPassword}`,
].join('\n\n');
const subject = 'user:campus/ada@example.edu';
const hour = 3_600_000;
/** And a little more, for times that are compared in seconds. */
const minute = 60_001;

describe.skipIf(slapd === undefined)(`users of a directory${slapdNeeded}`, () => {
  let directory: SlapdInTest;
  let server: AuthorizationInTest;
  let browser: BrowserInTest;
  let now = Date.now();

  beforeAll(async () => (directory = await openSlapd(ldif)));
  afterAll(() => directory?.close());
  beforeEach(async () => {
    now = Date.now();
    await directory.change((client) => client.add(dn, { ...person, uid: ['ada'], employeeType: ['staff'] }));
    server = await openAuthorization(declare(), { clock: () => now, secrets: { READER: readerPassword } });
    browser = new BrowserInTest(server.url);
  });
  afterEach(async () => {
    await server.close();
    await directory.start();
    await directory.change((client) => client.del(dn).catch(() => undefined));
  });

  const declare = (changes: Partial<LdapProvider> = {}) =>
    defineTable({
      gateway: {
        token: {
          lifetimeSeconds: 600,
          refreshIdleSeconds: 1_209_600,
          refreshLifetimeSeconds: 7_776_000,
          signingKeys: [{ key: { fromEnv: 'SIGNING_KEY' }, use: 'sign' }],
        },
      },
      identityProviders: [
        {
          ...campus,
          url: `ldap://127.0.0.1:${directory.port}`,
          searchFilter: '(&(uid={username})(employeeType=staff))',
          ...changes,
        },
      ],
    });
  const logIn = async () =>
    (await server.token('Web-production', { grant_type: 'password', username: 'ada', password })).json;
  const refresh = (tokens: Readonly<Record<string, unknown>>) =>
    server.refresh('Web-production', tokens['refresh_token']);
  const call = async (tokens: Readonly<Record<string, unknown>>) =>
    (
      await server.call('/dog_park/v1/dogs', {
        headers: { authorization: `Bearer ${String(tokens['access_token'])}` },
      })
    ).code;
  /** Logs ada in with the browser, who allows the request of Web. */
  const allowInBrowser = async () => {
    const page = await browser.visit(requestOf());
    const consent = await browser.follow(await fillIn(browser, page, { username: 'ada', password }));
    const { location } = await fillIn(browser, consent, { decision: 'allow' });
    return (await server.exchange('Web-production', answerIn(location)['code'] ?? '')).json;
  };
  const remove = () => directory.change((client) => client.del(dn));

  test('are looked at again at a refresh, once a minute at most', async () => {
    let tokens = await logIn();
    await directory.takeOperations();
    tokens = (await refresh(tokens)).json;
    expect(await directory.takeOperations()).toEqual([]);
    now += minute;
    tokens = (await refresh(tokens)).json;

    expect((await directory.takeOperations()).map((operation) => operation.split(' ')[0])).toEqual([
      'BIND',
      'SRCH',
    ]);
    tokens = (await refresh(tokens)).json;
    expect(await directory.takeOperations()).toEqual([]);
    expect(await call(tokens)).toBe('production_unavailable');
  });

  test.each([
    ['deleted', remove],
    [
      'excluded by the filter',
      () =>
        directory.change((client) =>
          client.modify(
            dn,
            new Change({
              operation: 'replace',
              modification: new Attribute({ type: 'employeeType', values: ['alumni'] }),
            }),
          ),
        ),
    ],
    [
      'replaced by another person of the same name',
      async () => {
        await remove();
        await directory.change((client) =>
          client.add(dn, { ...person, uid: ['ada'], employeeType: ['staff'], mail: ['ada2@example.edu'] }),
        );
      },
    ],
  ])(
    'who are %s lose every grant, every token and every session at the next refresh',
    async (_what, change) => {
      const [tokens, others] = [await allowInBrowser(), await logIn()];
      expect([await call(tokens), await call(others)]).toEqual([
        'production_unavailable',
        'production_unavailable',
      ]);
      now += minute;
      await change();
      expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
      expect(server.audited.at(-1)).toMatchObject({
        event: 'request_refused',
        refused: 'user_removed',
        clientId: 'Web-production',
      });
      expect(server.audited).toContainEqual({
        event: 'user_removed',
        user: subject,
        provider: 'campus',
        address: '127.0.0.1',
      });
      expect(server.audited.filter(({ event }) => event === 'token_revoked')).toEqual([
        expect.objectContaining({ reason: 'user_removed', subject, clientId: 'Web-production' }),
        expect.objectContaining({ reason: 'user_removed', subject, clientId: 'Web-production' }),
      ]);
      expect([await call(tokens), await call(others)]).toEqual(['token_invalid', 'token_invalid']);
      expect(await refresh(others)).toEqual(refusal(400, 'invalid_grant'));
      expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
      // Nothing comes back by itself with the user.
      await directory.change(async (client) => {
        await client.del(dn).catch(() => undefined);
        await client.add(dn, { ...person, uid: ['ada'], employeeType: ['staff'] });
      });
      now += minute;
      expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
      expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    },
  );

  test('who are deleted are logged in no longer when their session is used next', async () => {
    const tokens = await allowInBrowser();
    expect((await browser.visit(requestOf())).location).toContain('code=');
    await directory.takeOperations();
    now += minute;
    expect((await browser.visit(requestOf())).location).toContain('code=');
    expect((await browser.visit(requestOf())).location).toContain('code=');
    expect(
      (await directory.takeOperations()).filter((operation) => operation.startsWith('SRCH')),
    ).toHaveLength(1);
    await remove();
    now += minute;
    expect((await browser.visit(requestOf())).heading).toBe('Log in to Web');
    expect(await call(tokens)).toBe('token_invalid');
    expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
  });

  test('go on for eight hours while the directory is down, and after that as soon as it is back', async () => {
    let tokens = await logIn();
    await directory.stop();
    now += 7 * hour;
    const answer = await refresh(tokens);
    tokens = answer.json;
    expect(answer.status).toBe(200);
    expect(server.audited).toContainEqual({
      event: 'user_unchecked',
      user: subject,
      provider: 'campus',
      reason: expect.stringMatching(/^The directory campus cannot be queried: .*ECONNREFUSED/) as string,
      address: '127.0.0.1',
    });
    now += 2 * hour;
    const refused = await refresh(tokens);
    expect(refused).toEqual(refusal(503, 'temporarily_unavailable'));
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    await directory.start();
    now += Number(refused.headers['retry-after']) * 1000;
    // The refresh token that was refused is not used up.
    expect((await refresh(tokens)).status).toBe(200);
  });

  test('who were removed while it was down lose their grants as soon as it is back', async () => {
    const tokens = await logIn();
    await remove();
    await directory.stop();
    now += 9 * hour;
    expect(await refresh(tokens)).toEqual(refusal(503, 'temporarily_unavailable'));
    await directory.start();
    now += minute;
    expect(await refresh(tokens)).toEqual(refusal(400, 'invalid_grant'));
    expect(await call(tokens)).toBe('token_invalid');
  });

  test('keep to what the declaration says of both times', async () => {
    await server.swap(declare({ recheckSeconds: 0, maximumUncheckedSeconds: 60 }));
    let tokens = await logIn();
    await directory.takeOperations();
    for (let times = 0; times < 2; times += 1) {
      now += 1;
      tokens = (await refresh(tokens)).json;
    }
    expect(
      (await directory.takeOperations()).filter((operation) => operation.startsWith('SRCH')),
    ).toHaveLength(2);
    await directory.stop();
    now += 59_000;
    tokens = (await refresh(tokens)).json;
    now += 2000;
    expect(await refresh(tokens)).toEqual(refusal(503, 'temporarily_unavailable'));
  });

  test('keep their name in the store under a seal, and none of what is there is a token', async () => {
    await allowInBrowser();
    const kept = await server.store.findLogin(await loginIdOf(server));
    expect(kept?.evidence).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('who are declared are not asked about', async () => {
    await directory.takeOperations();
    const tokens = await server.exchange('Web-production', await server.codeFor());
    now += hour;
    expect((await refresh(tokens.json)).status).toBe(200);
    await allow(browser);
    now += minute;
    expect((await browser.visit(requestOf())).location).toContain('code=');
    expect((await directory.takeOperations()).filter((operation) => operation.startsWith('SRCH'))).toEqual(
      [],
    );
  });
});

async function loginIdOf({ store }: AuthorizationInTest): Promise<string> {
  const [listed] = await Array.fromAsync(store.listGrants(subject));
  return listed?.grant.loginId ?? '';
}
