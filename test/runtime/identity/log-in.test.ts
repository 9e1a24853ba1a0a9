import { describe, expect, test } from 'vitest';
import { FailedLogins } from '#runtime/identity/failed-logins.ts';
import { LoginQueue } from '#runtime/identity/login-queue.ts';
import { UnavailableError, type PasswordDirectory } from '#runtime/identity/identity.ts';
import { logIn } from '#runtime/identity/log-in.ts';
import type { AuditEvent } from '#runtime/ports/audit.ts';
import { defineApplication } from '../table-builder.ts';

/** A directory of one user, whose password is `right`, and its requests. */
function directoryOf(name: string, username: string, asked: string[] = []): PasswordDirectory {
  return {
    name,
    knows: (typed) => typed === username,
    authenticate: async (typed, password) => {
      asked.push(name);
      if (typed !== username || password !== 'right') return undefined;
      return { subject: `user:${username}`, displayName: username, provider: name };
    },
  };
}

function down(name: string, known?: string): PasswordDirectory {
  return {
    name,
    knows: (typed) => typed === known,
    authenticate: () =>
      Promise.reject(new UnavailableError(`The directory ${name} cannot be queried: down.`)),
  };
}

function open(directories: readonly PasswordDirectory[], identityProviders?: readonly string[]) {
  const audited: AuditEvent[] = [];
  const reported: string[] = [];
  const loginLimits = new LoginQueue(new FailedLogins(() => 0));
  const application = {
    ...defineApplication('DogWalker', 'web', ['authorization_code']),
    ...(identityProviders && { identityProviders }),
  };
  const identity = { directories, federations: [], samlTrusts: [] };
  return {
    audited,
    reported,
    logIn: (username: string, password: string, signal = new AbortController().signal) =>
      logIn(identity, loginLimits, {
        application,
        username,
        password,
        address: '192.0.2.1',
        isByApplication: false,
        hungUp: signal,
        audit: (event) => void audited.push(event),
        reportUnavailable: (message) => void reported.push(message),
      }),
  };
}

const failed = (user: string, reason: string) => ({
  event: 'login_failed',
  user,
  reason,
  address: '192.0.2.1',
});

describe('a login', () => {
  test('succeeds with the right password, and is noted', async () => {
    const gateway = open([directoryOf('users', 'ada')]);
    expect(await gateway.logIn('ada', 'right')).toEqual({
      subject: 'user:ada',
      displayName: 'ada',
      provider: 'users',
    });
    expect(gateway.audited).toEqual([
      { event: 'login_succeeded', user: 'ada', provider: 'users', address: '192.0.2.1' },
    ]);
  });

  test('asks nobody, and does not count, once its client has hung up', async () => {
    const asked: string[] = [];
    const gateway = open([directoryOf('users', 'ada', asked)]);
    for (let times = 0; times < 10; times += 1)
      expect(await gateway.logIn('ada', 'right', AbortSignal.abort())).toBe('unavailable');
    expect(asked).toEqual([]);
    expect(await gateway.logIn('ada', 'right')).toMatchObject({ provider: 'users' });
  });

  test('asks one directory after the other until one knows the user', async () => {
    const asked: string[] = [];
    const names = ['ada', 'bob', 'cleo'];
    const gateway = open(names.map((name) => directoryOf(`of-${name}`, name, asked)));
    expect(await gateway.logIn('bob', 'right')).toMatchObject({ provider: 'of-bob' });
    expect(asked).toEqual(['of-ada', 'of-bob']);
  });

  test('asks only whom the application allows', async () => {
    const asked: string[] = [];
    const directories = [directoryOf('users', 'ada', asked), directoryOf('campus', 'bob', asked)];
    expect(await open(directories, ['campus']).logIn('ada', 'right')).toBe('refused');
    expect(await open(directories, ['campus']).logIn('bob', 'right')).toMatchObject({ provider: 'campus' });
    expect(await open(directories, []).logIn('ada', 'right')).toBe('refused');
    expect(asked).toEqual(['campus', 'campus']);
  });

  test('is refused with a wrong password, and noted with the name of the user', async () => {
    const gateway = open([directoryOf('users', 'ada')]);
    expect(await gateway.logIn('ada', 'wrong')).toBe('refused');
    expect(gateway.audited).toEqual([failed('ada', 'refused')]);
  });

  test('is noted without what was typed as a name where that is nobody: it may be a password', async () => {
    const gateway = open([directoryOf('users', 'ada')]);
    expect(await gateway.logIn('correct horse battery staple', 'right')).toBe('refused');
    expect(gateway.audited).toEqual([failed('unknown', 'refused')]);
  });

  test.each([
    ['no name', '', 'right'],
    ['a name of spaces', '   ', 'right'],
    ['no password', 'ada', ''],
    ['a NUL in front of the password', 'ada', '\0right'],
    ['a long name', 'a'.repeat(257), 'right'],
    ['a long password', 'ada', 'a'.repeat(1025)],
    ['a NUL in the name', 'ada\0', 'right'],
    ['a line break in the name', 'ada\n', 'right'],
    ['half of a surrogate pair in the name', 'ada\ud800', 'right'],
    ['an invisible character in the name', 'a\u200Bda', 'right'],
    ['an override of the direction in the name', '\u202Eada', 'right'],
    ['a tag in the name', 'ada\u{E0061}', 'right'],
  ])('with %s is refused before anybody is asked, and counts for nothing', async (_, username, password) => {
    const asked: string[] = [];
    const gateway = open([directoryOf('users', 'ada', asked)]);
    for (let index = 0; index < 10; index += 1)
      expect(await gateway.logIn(username, password)).toBe('refused');
    expect(asked).toEqual([]);
    expect(gateway.audited.at(-1)).toEqual(failed(username === 'ada' ? 'ada' : 'unknown', 'malformed'));
    expect(await gateway.logIn('ada', 'right')).toMatchObject({ subject: 'user:ada' });
  });

  test.each(['ada', 'nobody'])(
    'of %s is limited after five failures, and nobody is asked then',
    async (name) => {
      const asked: string[] = [];
      const gateway = open([directoryOf('users', 'ada', asked)]);
      const outcomes = [];
      for (let index = 0; index < 7; index += 1) outcomes.push(await gateway.logIn(name, 'wrong'));
      outcomes.push(await gateway.logIn(name, 'right'));
      expect(outcomes).toEqual([...Array(5).fill('refused'), 'limited', 'limited', 'limited']);
      expect(asked.length).toBe(5);
      expect(gateway.audited.at(-1)).toEqual(failed(name === 'ada' ? 'ada' : 'unknown', 'limited'));
    },
  );

  test('of one after the other user at an address is limited once fifty have failed', async () => {
    const gateway = open([directoryOf('users', 'ada')]);
    for (let index = 0; index < 50; index += 1) await gateway.logIn(`user${index}`, 'wrong');
    expect(await gateway.logIn('ada', 'right')).toBe('limited');
  });

  test('counts from zero again after a success', async () => {
    const gateway = open([directoryOf('users', 'ada')]);
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 4; index += 1) expect(await gateway.logIn('ada', 'wrong')).toBe('refused');
      expect(await gateway.logIn('ada', 'right')).toMatchObject({ subject: 'user:ada' });
    }
  });

  test('is unavailable where nobody answers, which is noted and does not count', async () => {
    const gateway = open([down('campus', 'ada')]);
    for (let index = 0; index < 10; index += 1)
      expect(await gateway.logIn('ada', 'wrong')).toBe('unavailable');
    expect(gateway.audited.at(-1)).toEqual(failed('ada', 'The directory campus cannot be queried: down.'));
    expect(new Set(gateway.reported)).toEqual(new Set(['The directory campus cannot be queried: down.']));
  });

  test('succeeds at one directory while another is down', async () => {
    const gateway = open([down('campus'), directoryOf('staff', 'ada')]);
    expect(await gateway.logIn('ada', 'right')).toMatchObject({ provider: 'staff' });
  });

  test('counts if one directory refuses and another is down, so that guesses stay limited', async () => {
    const gateway = open([directoryOf('users', 'ada'), down('campus')]);
    const outcomes = [];
    for (let index = 0; index < 6; index += 1) outcomes.push(await gateway.logIn('ada', 'wrong'));
    expect(outcomes).toEqual([...Array(5).fill('unavailable'), 'limited']);
  });

  test('never puts the password into what is noted', async () => {
    const gateway = open([down('campus', 'ada'), directoryOf('users', 'ada')]);
    for (const name of ['ada', 'nobody']) await gateway.logIn(name, 'a very secret password');
    expect(JSON.stringify(gateway.audited)).not.toContain('secret');
  });
});
