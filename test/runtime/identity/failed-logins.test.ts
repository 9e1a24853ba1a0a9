import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FailedLogins, type LoginResult } from '#runtime/identity/failed-logins.ts';
import type { CountedLogin } from '#runtime/identity/login-keys.ts';

const minute = 60_000;

function open() {
  let now = Date.UTC(2026, 0, 1);
  const counted = new FailedLogins(() => now);
  const begin = (username: string, address: string, application?: string) => {
    const login = counted.begin({ username, address, ...(application !== undefined && { application }) });
    return typeof login === 'object' && !('busy' in login) ? login : undefined;
  };
  const endWith = (result: LoginResult) => (username: string, address: string, application?: string) => {
    const login = begin(username, address, application);
    if (login) counted.end(login, result);
    return login !== undefined;
  };
  /** Each returns whether the login could begin. */
  const logins = {
    fail: endWith('failed'),
    succeed: endWith('succeeded'),
    stayUnanswered: endWith('unanswered'),
  };
  return {
    counted,
    begin,
    logins,
    wait: (milliseconds: number) => (now += milliseconds),
    /** Lets logins fail until one is not let in; how many were. */
    fail: (username: string, address: string, most = 1000) => {
      let failed = 0;
      while (failed < most && logins.fail(username, address)) failed += 1;
      return failed;
    },
  };
}

describe('failed logins', () => {
  test('of a user at an address: five, then one after each pause, and the pauses grow', () => {
    const { fail, wait, logins } = open();
    expect(fail('ada', '192.0.2.1')).toBe(5);
    for (const pause of [1, 2, 4, 8, 15, 15]) {
      wait(pause * minute - 1);
      expect(logins.fail('ada', '192.0.2.1')).toBe(false);
      wait(1);
      expect(fail('ada', '192.0.2.1')).toBe(1);
    }
  });

  test('of a user at an address are forgotten after a quarter of an hour', () => {
    const { fail, wait } = open();
    expect(fail('ada', '192.0.2.1', 4)).toBe(4);
    wait(15 * minute);
    expect(fail('ada', '192.0.2.1')).toBe(5);
    wait(16 * minute);
    expect(fail('ada', '192.0.2.1')).toBe(5);
  });

  test('are forgotten by a success, those of the user at that address alone', () => {
    const { fail, logins } = open();
    fail('ada', '192.0.2.1', 4);
    fail('bob', '192.0.2.1', 4);
    fail('ada', '192.0.2.2', 4);
    logins.succeed('ada', '192.0.2.1');
    expect([fail('ada', '192.0.2.1'), fail('bob', '192.0.2.1'), fail('ada', '192.0.2.2')]).toEqual([5, 1, 1]);
  });

  test('in progress may be as many as may still fail, and the others wait for them', () => {
    const { counted, begin, logins } = open();
    expect(logins.fail('ada', '192.0.2.1')).toBe(true);
    const attempts = Array.from({ length: 50 }, () => begin('ada', '192.0.2.1'));
    const begun = attempts.filter((attempt) => attempt !== undefined);
    expect(begun.length).toBe(4);
    expect(counted.begin({ username: 'ada', address: '192.0.2.1' })).toMatchObject({
      busy: `userAtAddress:${begun[0]?.userAtAddress}`,
    });
    for (const login of begun.slice(1)) counted.end(login, 'failed');
    expect(begin('ada', '192.0.2.1')).toBeUndefined();
    counted.end(begun[0]!, 'failed');
    expect(counted.begin({ username: 'ada', address: '192.0.2.1' })).toBe('limited');
  });

  test('in progress count as nothing: any number succeeds one after the other or at once', () => {
    const { counted, begin, fail } = open();
    for (let round = 0; round < 100; round += 1) {
      const begun = Array.from({ length: 5 }, () => begin('ada', '192.0.2.1'));
      for (const login of begun) counted.end(login!, 'succeeded');
    }
    expect(fail('ada', '192.0.2.1')).toBe(5);
  });

  test('in progress that never end count as failed after two minutes, and those that end late as they end', () => {
    const { counted, begin, wait, logins } = open();
    const [late] = Array.from({ length: 5 }, () => begin('ada', '192.0.2.1'));
    wait(2 * minute - 1);
    expect(begin('ada', '192.0.2.1')).toBeUndefined();
    wait(1);
    expect(counted.begin({ username: 'ada', address: '192.0.2.1' })).toBe('limited');
    counted.end(late!, 'unanswered');
    expect([logins.fail('ada', '192.0.2.1'), logins.fail('ada', '192.0.2.1')]).toEqual([true, false]);
  });

  test('in progress that never end count as failed two minutes after each began, whatever begins later', () => {
    const { counted, wait } = open();
    const begin = (index: number) => counted.begin({ username: `user${index}`, address: '192.0.2.1' });
    for (let lost = 0; lost < 30; lost += 1) begin(lost);
    for (let minutes = 0; minutes < 60; minutes += 1) {
      wait(minute);
      const login = begin(100 + minutes);
      if (typeof login === 'object' && !('busy' in login)) counted.end(login, 'succeeded');
    }
    const begun = Array.from({ length: 60 }, (_, index) => begin(1000 + index));
    expect(begun.filter((login) => typeof login === 'object' && !('busy' in login)).length).toBe(50);
  });

  test('in progress that end late are taken back once, and those that end twice change nothing', () => {
    const { counted, begin, wait, fail } = open();
    const late = begin('ada', '192.0.2.1')!;
    wait(2 * minute);
    expect(fail('ada', '192.0.2.1', 3)).toBe(3);
    const twice = begin('ada', '192.0.2.1')!;
    counted.end(twice, 'unanswered');
    counted.end(twice, 'unanswered');
    expect(fail('ada', '192.0.2.1')).toBe(1);
    counted.end(late, 'unanswered');
    expect(fail('ada', '192.0.2.1')).toBe(1);
  });

  test('in progress stay counted when another one succeeds', () => {
    const { counted, begin, fail } = open();
    const guesses = Array.from({ length: 4 }, () => begin('ada', '192.0.2.1'));
    counted.end(begin('ada', '192.0.2.1')!, 'succeeded');
    for (const guess of guesses) counted.end(guess!, 'failed');
    expect(fail('ada', '192.0.2.1')).toBe(1);
  });

  test('are never more than one after the other, in whatever order they begin and end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(8), { maxLength: 300 }), (steps) => {
        const { counted, begin } = open();
        const inProgress: CountedLogin[] = [];
        let failed = 0;
        for (const step of steps) {
          const begun = step > 4 ? begin('ada', '192.0.2.1') : undefined;
          if (begun) inProgress.push(begun);
          const [ended] = step > 4 ? [] : inProgress.splice(step % Math.max(1, inProgress.length), 1);
          if (ended) counted.end(ended, 'failed');
          if (ended) failed += 1;
        }
        expect(failed + inProgress.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  test('that no directory answered do not count', () => {
    const { logins, fail } = open();
    for (let index = 0; index < 1000; index += 1) logins.stayUnanswered('ada', '192.0.2.1');
    expect(fail('ada', '192.0.2.1')).toBe(5);
  });

  test('of an address: fifty, whomever they were for, and whether or not the names are known', () => {
    const { logins } = open();
    let failed = 0;
    while (failed < 1000 && logins.fail(`user${failed}`, '192.0.2.1')) failed += 1;
    expect(failed).toBe(50);
    expect(logins.fail('ada', '192.0.2.1')).toBe(false);
    expect(logins.fail('ada', '192.0.2.2')).toBe(true);
  });

  test('of an address are not forgotten by the successes of an account there, nor do those count', () => {
    const { logins } = open();
    let failed = 0;
    while (failed < 1000 && logins.fail(`user${failed}`, '192.0.2.1')) {
      failed += 1;
      logins.succeed('mallory', '192.0.2.1');
    }
    expect(failed).toBe(50);
  });

  test('of an address: no more than fifty, however many succeed meanwhile that began before', () => {
    const { counted, begin, logins } = open();
    const own = Array.from({ length: 20 }, (_, index) => begin(`mallory${index}`, '192.0.2.1'));
    let failed = 0;
    while (failed < 1000) {
      if (logins.fail(`user${failed}`, '192.0.2.1')) failed += 1;
      else if (own.length > 0) counted.end(own.pop()!, 'succeeded');
      else break;
    }
    expect(failed).toBe(50);
  });

  test('of an address do not keep out whoever has logged in there, whose own failures there do', () => {
    const { logins, fail } = open();
    const known = Array.from({ length: 20 }, (_, index) => `known${index}`);
    for (const name of known) logins.succeed(name, '192.0.2.1');
    for (let index = 0; index < 100; index += 1) logins.fail(`user${index}`, '192.0.2.1');
    expect(logins.fail('ada', '192.0.2.1')).toBe(false);
    logins.succeed('known0', '192.0.2.1');
    expect(known.reduce((failed, name) => failed + fail(name, '192.0.2.1'), 0)).toBe(50);
  });

  test('of an address leave others there a login that does not bring the next pause about', () => {
    const { logins, wait } = open();
    for (let index = 0; index < 50; index += 1) logins.fail(`user${index}`, '192.0.2.1');
    wait(minute);
    logins.succeed('ada', '192.0.2.1');
    logins.succeed('bob', '192.0.2.1');
    expect(logins.fail('cleo', '192.0.2.1')).toBe(true);
  });

  test('by way of an application count apart from those of other applications and of browsers there', () => {
    const { logins } = open();
    const fail = (application?: string) => {
      let failed = 0;
      while (failed < 1000 && logins.fail(`${application}${failed}`, '192.0.2.1', application)) failed += 1;
      return failed;
    };
    expect([fail('Portal'), fail('Shop'), fail()]).toEqual([50, 50, 50]);
  });

  test('of a user at an address: five by way of each application', () => {
    const { logins } = open();
    const fail = (application?: string) => {
      let failed = 0;
      while (failed < 1000 && logins.fail('ada', '192.0.2.1', application)) failed += 1;
      return failed;
    };
    expect([fail('Portal'), fail('Shop'), fail()]).toEqual([5, 5, 5]);
  });

  test('of a user from everywhere are slowed to one in half a minute, and no longer', () => {
    const { logins, wait } = open();
    let failed = 0;
    while (failed < 1000 && logins.fail('ada', `198.51.100.${failed}`)) failed += 1;
    expect(failed).toBe(20);
    for (let index = 0; index < 100; index += 1) {
      wait(minute / 2);
      expect(logins.fail('ada', `203.0.113.${index}`)).toBe(true);
    }
  });

  test('of a user from everywhere do not keep the user out where there was a login before', () => {
    const { logins } = open();
    logins.succeed('ada', '192.0.2.1');
    for (let index = 0; index < 200; index += 1) logins.fail('ada', `198.51.100.${index}`);
    expect(logins.fail('ada', '192.0.2.2')).toBe(false);
    expect(logins.fail('ada', '192.0.2.1')).toBe(true);
  });

  test.each([
    ['capitals', 'ADA LOVELACE'],
    ['spaces around it', '  ada lovelace\t'],
    ['more spaces in it', 'ada \u00a0 lovelace'],
    ['invisible characters', 'a\u200bda love\u00adlace'],
    ['characters that RFC 4518 leaves out', 'a\ufffcda love\u1806lace'],
    ['wide letters', '\uff41\uff44\uff41 lovelace'],
    ['accents', 'ad\u00e1 lovelac\u00e9'],
  ])('of one user count together for a name with %s', (_, username) => {
    const { fail } = open();
    fail('ada lovelace', '192.0.2.1', 4);
    expect(fail(username, '192.0.2.1')).toBe(1);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:0db8:0001:0002:0:0:0:9%eth0', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::1', '0:0:0:0:1::1', true],
    ['::1', '1::1', false],
    ['1::', '1:0:0:0:5::', true],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['192.0.2.1', '192.0.2.10', false],
    ['64:ff9b::192.0.2.1', '64:ff9b::198.51.100.1', true],
    ['', 'unknown', false],
  ])('at %s and at %s are of one address: %s', (one, other, together) => {
    const { fail } = open();
    fail('ada', one, 4);
    expect(fail('ada', other)).toBe(together ? 1 : 5);
  });

  test('of a name and an address that are joined otherwise count apart', () => {
    const { fail } = open();
    fail('ada","192', '0.2.1', 4);
    expect(fail('ada', '192","0.2.1')).toBe(5);
  });

  test('take the room of so many, and forget the oldest first', () => {
    const { logins, fail } = open();
    fail('ada', '192.0.2.1');
    expect(logins.fail('ada', '192.0.2.1')).toBe(false);
    for (let index = 0; index < 20_000; index += 1)
      logins.fail(`user${index}`, `10.${index >> 12}.${(index >> 4) & 255}.1`);
    expect(logins.fail('ada', '192.0.2.1')).toBe(true);
  });

  test('never go beyond what five and a pause each allow, however they are spread over a day', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20 * minute), { maxLength: 300 }), (waits) => {
        const { logins, wait } = open();
        const admitted: number[] = [];
        let now = 0;
        for (const milliseconds of waits) {
          wait(milliseconds);
          now += milliseconds;
          if (logins.fail('ada', '192.0.2.1')) admitted.push(now);
        }
        // Five, and those after pauses of 1, 2, 4 and 8 minutes, fit into any quarter of an hour.
        return admitted.every((time, index) => (admitted[index + 9] ?? Infinity) - time >= 15 * minute);
      }),
    );
  });
});
