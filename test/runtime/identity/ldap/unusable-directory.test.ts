import { describe, expect, test } from 'vitest';
import type { LdapProvider } from '#compiled/settings/identity-providers.ts';
import { LdapDirectory } from '#runtime/identity/ldap/ldap-directory.ts';
import { eventually } from '../../../eventually.ts';
import { freePort } from '../../free-port.ts';
import { campus, listen } from './directory-in-test.ts';

describe('a directory that does not answer', () => {
  const open = (changes: Partial<LdapProvider>) => new LdapDirectory({ provider: { ...campus, ...changes } });

  test('is unavailable where nobody listens', async () => {
    const port = await freePort();
    await expect(open({ url: `ldap://127.0.0.1:${port}` }).authenticate('ada', 'x')).rejects.toMatchObject({
      name: 'UnavailableError',
      message: `The directory campus cannot be queried: connect ECONNREFUSED 127.0.0.1:${port}.`,
    });
  });

  test.each([
    ['over plain LDAP', 'ldap', false],
    ['in the middle of a TLS handshake', 'ldaps', false],
    ['to StartTLS', 'ldap', true],
  ])('is unavailable where it is silent %s, and the connection closed', async (_, scheme, startTls) => {
    const { port, closed } = await listen(() => undefined);
    const directory = open({ url: `${scheme}://127.0.0.1:${port}`, startTls, timeoutMs: 100 });
    await expect(directory.authenticate('ada', 'x')).rejects.toThrow(
      /^The directory campus cannot be queried: .*the directory did not respond within 100 ms\.$/,
    );
    await closed;
  });

  test('is unavailable where it hangs up, and is not asked again', async () => {
    let connections = 0;
    const { port } = await listen((socket) => {
      connections += 1;
      socket.once('data', () => socket.destroy());
    });
    const directory = open({ url: `ldap://127.0.0.1:${port}` });
    await expect(directory.authenticate('ada', 'x')).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(connections).toBe(1);
  });

  test('is unavailable where it speaks another protocol', async () => {
    const { port } = await listen((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(
      open({ url: `ldap://127.0.0.1:${port}`, timeoutMs: 500 }).authenticate('ada', 'x'),
    ).rejects.toMatchObject({ name: 'UnavailableError' });
  });

  test('lets users log in while as many others as may be are checked again', async () => {
    let connections = 0;
    const { port } = await listen(() => void (connections += 1));
    const directory = open({ url: `ldap://127.0.0.1:${port}` });
    const answers: unknown[] = [];
    const note = (asking: Promise<unknown>) => void asking.catch((error: unknown) => answers.push(error));
    const check = () => directory.userCheck.confirm('user:campus/ada', { username: 'ada' }, async () => {});
    // Some are queried, some wait, and the queue is full for the rest.
    for (let times = 0; times < 400; times += 1) note(check());
    await eventually(() => expect(connections).toBeGreaterThan(0));
    const before = connections;
    expect(answers).toContainEqual(
      expect.objectContaining({ message: 'The directory campus has too many concurrent checks of users.' }),
    );
    note(directory.authenticate('ada', 'x'));
    await eventually(() => expect(connections).toBeGreaterThan(before));
  });

  test('is refused where passwords would cross a network in the clear', () => {
    for (const url of ['ldap://ldap.example.edu', 'ldap://127.0.0.1.example.edu', 'http://ldap.example.edu'])
      expect(() => open({ url })).toThrow(
        'The url of campus must begin with ldaps:, or startTls must be true.',
      );
    for (const url of ['ldaps://ldap.example.edu', 'ldap://[::1]:389', 'ldap://localhost'])
      expect(open({ url }).name).toBe('campus');
    expect(open({ url: 'ldap://ldap.example.edu', startTls: true }).name).toBe('campus');
  });

  test.each(['(uid=ada)', '(uid={username}', 'uid'])('is refused the filter %s', (searchFilter) => {
    expect(() => open({ searchFilter })).toThrow(
      'The searchFilter of campus is not an LDAP filter that contains {username}.',
    );
  });
});
