// @module-tag full
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LdapProvider } from '#compiled/settings/identity-providers.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { LdapDirectory } from '#runtime/identity/ldap/ldap-directory.ts';
import { campus, listen } from './directory-in-test.ts';
import { openSlapd, slapd, slapdNeeded, type SlapdInTest } from './slapd-in-test.ts';

const password = 'correct horse battery staple';
const readerPassword = 'password of the reader';

function person(dn: string, uid: string, more: readonly string[] = []): string {
  const attributes = [`dn: ${dn},dc=example,dc=edu`, 'objectClass: inetOrgPerson', `uid: ${uid}`, 'sn: X'];
  return [...attributes, `userPassword: ${password}`, ...more].join('\n');
}

const ldif = [
  'dn: dc=example,dc=edu\nobjectClass: domain\ndc: example',
  'dn: ou=people,dc=example,dc=edu\nobjectClass: organizationalUnit\nou: people',
  'dn: ou=guests,dc=example,dc=edu\nobjectClass: organizationalUnit\nou: guests',
  `dn: cn=reader,dc=example,dc=edu\nobjectClass: person\nsn: X\ncn: reader\nuserPassword: ${readerPassword}`,
  person('cn=Ada Lovelace,ou=people', 'ada', [
    'cn: Ada Lovelace',
    'displayName: Ada Lovelace',
    'mail: ada@example.edu',
    'jpegPhoto:: /wD+',
    'objectClass: withGuid',
    'objectGUID:: /wD+',
  ]),
  // The text is the base64url form of another user's bytes, and the bytes are text by chance.
  person('cn=Grace Hopper,ou=people', 'grace', [
    'cn: Grace Hopper',
    'jpegPhoto: _wD-',
    'objectClass: withGuid',
    'objectGUID: grace',
  ]),
  person('cn=Space,ou=people', 'space', ['cn: Space', 'displayName:: IHNwYWNl']),
  person('cn=Many,ou=people', 'many', ['cn: Many', 'mail: a@example.edu', 'mail: b@example.edu']),
  person('cn=None,ou=people', 'none', ['cn: None']),
  person('cn=Star,ou=people', 'st*r(1)\\', ['cn: Star', 'mail: star@example.edu']),
  person('cn=Umlaut,ou=people', 'jürgen', ['cn: Umlaut', 'mail: juergen@example.edu', 'displayName: Jürgen']),
  person('cn=Twin,ou=people', 'twin', ['cn: Twin', 'mail: one@example.edu']),
  person('cn=Twin,ou=guests', 'twin', ['cn: Twin', 'mail: two@example.edu']),
].join('\n\n');

const ada = {
  subject: 'user:campus/ada@example.edu',
  displayName: 'Ada Lovelace',
  facts: { emails: ['ada@example.edu'], groups: [] },
  provider: 'campus',
  evidence: { username: 'ada' },
};

describe.skipIf(slapd === undefined)(`a directory of slapd${slapdNeeded}`, () => {
  let server: SlapdInTest;
  beforeAll(async () => (server = await openSlapd(ldif)));
  afterAll(() => server?.close());

  const open = (changes: Partial<LdapProvider> = {}, ca?: string) =>
    new LdapDirectory({
      provider: { ...campus, url: `ldap://127.0.0.1:${server.port}`, ...changes },
      bindPassword: readerPassword,
      ...(ca !== undefined && { ca }),
    });

  test('knows a user by name and password', async () => {
    expect(await open().authenticate('ada', password)).toEqual(ada);
  });

  test('names the same user however the name is typed', async () => {
    expect(await open().authenticate('  ADA ', password)).toEqual({
      ...ada,
      evidence: { username: '  ADA ' },
    });
  });

  test('names a user without a display name by the subject', async () => {
    const directory = open({ displayNameAttribute: 'description' });
    expect(await directory.authenticate('ada', password)).toEqual({
      ...ada,
      displayName: 'ada@example.edu',
    });
  });

  test('names users by bytes in base64url, or by text, as the attribute is and not as the value looks', async () => {
    const named = async (subjectAttribute: string) => {
      const directory = open({ subjectAttribute });
      const users = ['ada', 'grace'].map((name) => directory.authenticate(name, password));
      return (await Promise.all(users)).map((user) => user?.subject);
    };
    expect(await named('objectGUID')).toEqual(['user:campus/_wD-', 'user:campus/Z3JhY2U']);
    expect(await named('jpegPhoto')).toEqual([undefined, 'user:campus/_wD-']);
  });

  test('names nobody by what has white space around it', async () => {
    expect(await open({ subjectAttribute: 'displayName' }).authenticate('space', password)).toBeUndefined();
  });

  test('finds names that have characters of filters or umlauts in them', async () => {
    const subjects = [];
    for (const name of ['st*r(1)\\', 'jürgen'])
      subjects.push((await open().authenticate(name, password))?.subject);
    expect(subjects).toEqual(['user:campus/star@example.edu', 'user:campus/juergen@example.edu']);
  });

  test.each([
    ['a wrong password', 'ada', 'wrong'],
    ['an unknown name', 'nobody', password],
    ['a name of two users', 'twin', password],
    ['a user who has two values of the attribute', 'many', password],
    ['a user who has no value of it', 'none', password],
    ['the distinguished name of a user', 'cn=Ada Lovelace,ou=people,dc=example,dc=edu', password],
    ['no name', '', password],
    ['any name', '*', password],
    ['the beginning of a name', 'ad*', password],
    ['a filter', '*)(uid=*', password],
    ['a filter that ends another', 'ada)(objectClass=*', password],
    ['a filter that is or-ed', 'nobody)(|(uid=ada', password],
    ['an escape', '\\61da', password],
    ['a NUL behind a name', 'ada\0', password],
    ['a NUL and a filter', 'ada\0)(uid=*', password],
    ['a look-alike', 'аda', password],
    ['half of a surrogate pair', 'ada\ud800', password],
  ])('refuses %s', async (_, username, typed) => {
    expect(await open().authenticate(username, typed)).toBeUndefined();
  });

  test('refuses an empty password before it asks', async () => {
    const directory = open();
    await server.takeOperations();
    expect(await directory.authenticate('ada', '')).toBeUndefined();
    expect(await server.takeOperations()).toEqual([]);
  });

  test('is asked the same whether the name is unknown, ambiguous or known', async () => {
    const directory = open();
    const asked = async (username: string) => {
      await server.takeOperations();
      await directory.authenticate(username, 'wrong');
      const operations = await server.takeOperations();
      return operations.map((operation) => operation.replace(/=".*$/, ''));
    };
    const known = await asked('ada');
    expect(known).toEqual(['BIND dn', 'SRCH base', 'BIND dn']);
    expect([await asked('nobody'), await asked('twin'), await asked('none')]).toEqual([known, known, known]);
  });

  test('knows the names that it has found', async () => {
    const directory = open();
    expect(directory.knows('ada')).toBe(false);
    await directory.authenticate('ada', 'wrong');
    await directory.authenticate('nobody', 'wrong');
    expect([directory.knows('ada'), directory.knows('nobody')]).toEqual([true, false]);
  });

  test('is asked over TLS from the beginning', async () => {
    const directory = open({ url: `ldaps://127.0.0.1:${server.tlsPort}` }, server.ca);
    expect(await directory.authenticate('ada', password)).toEqual(ada);
    expect(await directory.authenticate('ada', 'wrong')).toBeUndefined();
  });

  test('is asked over TLS by StartTLS', async () => {
    const directory = open({ startTls: true }, server.ca);
    expect(await directory.authenticate('ada', password)).toEqual(ada);
    expect(await directory.authenticate('ada', 'wrong')).toBeUndefined();
  });

  test.each(['ldaps', 'StartTLS'])(
    'gets no password over %s with a certificate of another authority',
    async (how) => {
      const { ca } = await makeCertificates(['127.0.0.1'], Date.now());
      const changes = how === 'ldaps' ? { url: `ldaps://127.0.0.1:${server.tlsPort}` } : { startTls: true };
      await server.takeOperations();
      await expect(open(changes, ca).authenticate('ada', password)).rejects.toThrow(
        /^The directory campus cannot be queried: unable to verify the first certificate/,
      );
      const operations = await server.takeOperations();
      expect(operations.filter((operation) => /BIND|SRCH/.test(operation))).toEqual([]);
    },
  );

  test('gets no password by StartTLS without the declared authority', async () => {
    await expect(open({ startTls: true }).authenticate('ada', password)).rejects.toThrow(
      /^The directory campus cannot be queried: unable to verify the first certificate/,
    );
  });

  test('gets no password under a host name that its certificate does not hold', async () => {
    const directory = open({ startTls: true, url: `ldap://localhost:${server.port}` }, server.ca);
    await expect(directory.authenticate('ada', password)).rejects.toThrow(
      /^The directory campus cannot be queried: Hostname\/IP does not match certificate's altnames/,
    );
  });

  test('is not taken in by what somebody in between adds to the answer to StartTLS', async () => {
    const url = await openInjector(server.port);
    const directory = open({ startTls: true, url }, server.ca);
    expect(await directory.authenticate('ada', password)).toEqual(ada);
    expect(await directory.authenticate('ada', 'wrong')).toBeUndefined();
  });

  test('is unavailable where it does not let the gateway search', async () => {
    const provider = { ...campus, url: `ldap://127.0.0.1:${server.port}` };
    const directory = new LdapDirectory({ provider, bindPassword: 'wrong' });
    await expect(directory.authenticate('ada', password)).rejects.toMatchObject({
      name: 'UnavailableError',
      message: 'The directory campus cannot be queried: it returned the result code 49.',
    });
  });

  test('is unavailable where it spells the attribute otherwise', async () => {
    await expect(open({ subjectAttribute: 'MAIL' }).authenticate('ada', password)).rejects.toThrow(
      'The directory spells MAIL as mail: write `subjectAttribute: mail`.',
    );
  });

  test('closes every connection', async () => {
    const directory = open();
    await server.takeOperations();
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => directory.authenticate(index % 2 ? 'ada' : 'nobody', 'x')),
    );
    // It returns once as many connections are closed as were opened.
    expect((await server.takeOperations()).length).toBe(90);
  });
});

/** Sends on what comes, and adds the beginning of a message in the clear to the first answer. */
async function openInjector(target: number): Promise<string> {
  const { port } = await listen((socket) => {
    const upstream = connect(target, '127.0.0.1');
    socket.pipe(upstream);
    upstream.once('data', (answer: Buffer) => {
      socket.write(Buffer.concat([answer, Buffer.from('301002010361', 'hex')]));
      upstream.pipe(socket);
    });
    socket.once('close', () => upstream.destroy());
    upstream.once('close', () => socket.destroy()).on('error', () => undefined);
  });
  return `ldap://127.0.0.1:${port}`;
}
