import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { FailedLogins, type LoginResult } from '#runtime/identity/failed-logins.ts';
import { LoginQueue } from '#runtime/identity/login-queue.ts';

/** Longer than a test may take. */
const longWait = { maxWaitMs: 600_000 };

const ada = { username: 'ada', address: '192.0.2.1' };

function open(limits?: { readonly maxWaitMs: number }) {
  let atOnce = 0;
  let mostAtOnce = 0;
  const queue = new LoginQueue(new FailedLogins(Date.now), limits);
  const logIn = async (login: typeof ada, result: LoginResult) => {
    const begun = await queue.begin(login);
    if (typeof begun !== 'object') return begun;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await setTimeout(1);
    atOnce -= 1;
    queue.end(begun, result);
    return result;
  };
  return { queue, logIn, mostAtOnce: () => mostAtOnce };
}

const count = (outcomes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([one, all]) => [one, all.length]));

describe('logins at once', () => {
  test('of one user, all with the right password, all succeed', async () => {
    const { logIn, mostAtOnce } = open();
    const outcomes = await Promise.all(Array.from({ length: 80 }, () => logIn(ada, 'succeeded')));
    expect(count(outcomes)).toEqual({ succeeded: 80 });
    expect(mostAtOnce()).toBe(5);
  });

  test('of many users at one address, all with the right password, all succeed', async () => {
    const { logIn, mostAtOnce } = open();
    const users = Array.from({ length: 150 }, (_, index) => ({ ...ada, username: `user${index}` }));
    const outcomes = await Promise.all(users.map((login) => logIn(login, 'succeeded')));
    expect(count(outcomes)).toEqual({ succeeded: 150 });
    expect(mostAtOnce()).toBe(50);
  });

  test.each([
    ['one user', 5, () => 'ada'],
    ['many users', 50, (index: number) => `user${index}`],
  ])('that guess passwords of %s have %i tries, as one after the other', async (_who, tries, nameOf) => {
    const { logIn } = open();
    const guesses = Array.from({ length: 120 }, (_, index) => ({ ...ada, username: nameOf(index) }));
    const outcomes = await Promise.all(guesses.map((login) => logIn(login, 'failed')));
    expect(count(outcomes)).toMatchObject({ failed: tries });
    expect(await logIn({ ...ada, username: nameOf(0) }, 'succeeded')).toBe('limited');
  });

  test('begin in the order in which they came', async () => {
    const { queue } = open();
    const begun = await Promise.all(Array.from({ length: 5 }, () => queue.begin(ada)));
    const order: number[] = [];
    const waiting = Array.from({ length: 20 }, async (_, index) => {
      const login = await queue.begin(ada);
      order.push(index);
      if (typeof login === 'object') queue.end(login, 'succeeded');
    });
    for (const login of begun) if (typeof login === 'object') queue.end(login, 'succeeded');
    await Promise.all(waiting);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('wait for those that they have something in common with, and for no others', async () => {
    const { queue, logIn } = open();
    await Promise.all(Array.from({ length: 5 }, () => queue.begin(ada)));
    void queue.begin(ada);
    expect(await logIn({ ...ada, username: 'bob' }, 'succeeded')).toBe('succeeded');
    expect(await logIn({ ...ada, address: '192.0.2.2' }, 'succeeded')).toBe('succeeded');
  });

  test('wait no longer than a limit, and beyond a number not at all', async () => {
    const { queue } = open({ maxWaitMs: 20 });
    await Promise.all(Array.from({ length: 5 }, () => queue.begin(ada)));
    const answered: string[] = [];
    const waiting = Array.from({ length: 101 }, async (_, index) => {
      const outcome = await queue.begin(ada);
      answered.push(`${index} ${typeof outcome === 'object' ? 'begun' : outcome}`);
    });
    await Promise.all(waiting);
    expect(answered[0]).toBe('100 busy');
    expect(answered.length).toBe(101);
    expect(answered.every((answer) => answer.endsWith(' busy'))).toBe(true);
  });

  test('from one address, for however many names, leave room for those from elsewhere', async () => {
    const { queue } = open(longWait);
    const names = Array.from({ length: 5 }, (_, index) => `user${index}`);
    const begin = (username: string, address: string, times: number) =>
      Array.from({ length: times }, () => queue.begin({ username, address }));
    const refused = names
      .flatMap((name) => begin(name, '192.0.2.1', 105))
      .map(async (login) => {
        if ((await login) === 'busy') return true;
        return new Promise<never>(() => undefined);
      });
    expect(await Promise.all(refused.slice(-1))).toEqual([true]);
    const elsewhere = names.flatMap((name) => begin(`${name}0`, '198.51.100.1', 5));
    await Promise.all(elsewhere);
    const waiting = queue.begin({ username: 'user00', address: '198.51.100.1' });
    expect(await Promise.race([waiting, setTimeout(20, 'waits')])).toBe('waits');
  });

  test('wait in a number that is bounded for all addresses together', async () => {
    const { queue } = open(longWait);
    const addresses = Array.from({ length: 6 }, (_, index) => `192.0.2.${index}`);
    const begin = (address: string) => queue.begin({ username: `user of ${address}`, address });
    for (const address of addresses) await Promise.all(Array.from({ length: 5 }, () => begin(address)));
    const waiting = addresses
      .slice(0, 5)
      .flatMap((address) => Array.from({ length: 100 }, () => begin(address)));
    expect(await Promise.race([...waiting, setTimeout(20, 'all wait')])).toBe('all wait');
    expect(await begin(addresses[5]!)).toBe('busy');
  });

  test('leave their place when whoever sent them has hung up', async () => {
    const { queue } = open(longWait);
    const held = await Promise.all(Array.from({ length: 5 }, () => queue.begin(ada)));
    const hangUp = new AbortController();
    const gone = Array.from({ length: 100 }, () => queue.begin(ada, hangUp.signal));
    await setTimeout(1);
    hangUp.abort();
    expect(new Set(await Promise.all(gone))).toEqual(new Set(['busy']));
    const next = queue.begin(ada);
    for (const login of held) if (typeof login === 'object') queue.end(login, 'succeeded');
    expect(await next).toMatchObject({ address: expect.any(String) });
    expect(await queue.begin({ ...ada, username: 'bob' }, hangUp.signal)).toBeTypeOf('object');
  });
});
