import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashArgon2id, parseArgon2id, verifyArgon2id } from '#runtime/identity/argon2id.ts';
import { full } from '../../full-run.ts';

/** Of the tests of the reference implementation (github.com/P-H-C/phc-winner-argon2, src/test.c). */
const ofOthers = [
  ['password', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  ['password', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'],
  ['password', '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc'],
  [
    'differentpassword',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$C4TWUs9rDEvq7w3+J4umqA32aWKB1+DSiRuBfYxFj94',
  ],
] as const;

function read(text: string) {
  const digest = parseArgon2id(text);
  if (!digest) throw new Error(`${text} is no digest`);
  return digest;
}

describe('argon2id', () => {
  test.each(ofOthers)('verifies %s by the digest %s of another implementation', async (password, text) => {
    expect(await verifyArgon2id(password, read(text))).toBe(true);
    expect(await verifyArgon2id(`${password} `, read(text))).toBe(false);
  });

  test('makes digests that it verifies, each with a salt of its own', async () => {
    const password = 'correct horse battery staple';
    const [one, other] = [await hashArgon2id(password), await hashArgon2id(password)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await verifyArgon2id(password, read(one))).toBe(true);
    expect(await verifyArgon2id('Correct horse battery staple', read(one))).toBe(false);
    expect(await verifyArgon2id('', read(one))).toBe(false);
  });

  test('takes a password however a keyboard composes its letters', async () => {
    const digest = read(await hashArgon2id('Gr\u00fc\u00dfe aus Z\u00fcrich'));
    expect(await verifyArgon2id('Gru\u0308\u00dfe aus Zu\u0308rich', digest)).toBe(true);
  });

  test('leaves the event loop alone, and does everything in turn', async () => {
    const digest = read(ofOthers[1][1]);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    const passwords = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 'password' : 'wrong'));
    const verified = await Promise.all(passwords.map((password) => verifyArgon2id(password, digest)));
    clearInterval(timer);
    expect(verified).toEqual(passwords.map((password) => password === 'password'));
    expect(ticks).toBeGreaterThan(0);
  });

  test('turns away what would wait too long', full, async () => {
    const digest = read(ofOthers[1][1]);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 262 }, () => verifyArgon2id('password', digest)),
    );
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    );
    expect(reasons).toEqual(
      Array.from({ length: 4 }, () => 'UnavailableError: Declared users have too many concurrent logins.'),
    );
    expect(await verifyArgon2id('password', digest)).toBe(true);
  });
});

const salt = 'c29tZXNhbHQ';
const hash = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

describe('a digest', () => {
  test('is read into its parts', () => {
    expect(parseArgon2id(`$argon2id$v=19$m=65536,t=2,p=4$${salt}$${hash}`)).toEqual({
      memory: 65_536,
      passes: 2,
      parallelism: 4,
      salt: Buffer.from('somesalt'),
      hash: Buffer.from(hash, 'base64'),
    });
  });

  test.each([
    ['another variant', `$argon2i$v=19$m=65536,t=2,p=1$${salt}$${hash}`],
    ['another version', `$argon2id$v=16$m=65536,t=2,p=1$${salt}$${hash}`],
    ['no version', `$argon2id$m=65536,t=2,p=1$${salt}$${hash}`],
    ['another order', `$argon2id$v=19$t=2,m=65536,p=1$${salt}$${hash}`],
    ['more parameters', `$argon2id$v=19$m=65536,t=2,p=1,data=AA$${salt}$${hash}`],
    ['more memory than 128 MiB', `$argon2id$v=19$m=131073,t=1,p=1$${salt}$${hash}`],
    ['all memory', `$argon2id$v=19$m=4294967295,t=1,p=1$${salt}$${hash}`],
    ['many passes', `$argon2id$v=19$m=1024,t=17,p=1$${salt}$${hash}`],
    ['much memory and many passes', `$argon2id$v=19$m=131072,t=9,p=1$${salt}$${hash}`],
    ['many lanes', `$argon2id$v=19$m=1024,t=1,p=17$${salt}$${hash}`],
    ['too little memory for its lanes', `$argon2id$v=19$m=31,t=1,p=4$${salt}$${hash}`],
    ['no passes', `$argon2id$v=19$m=1024,t=0,p=1$${salt}$${hash}`],
    ['a number with a leading zero', `$argon2id$v=19$m=01024,t=1,p=1$${salt}$${hash}`],
    ['a negative number', `$argon2id$v=19$m=-1024,t=1,p=1$${salt}$${hash}`],
    ['a number with a fraction', `$argon2id$v=19$m=1e3,t=1.5,p=1$${salt}$${hash}`],
    ['a short salt', `$argon2id$v=19$m=1024,t=1,p=1$c29tZXNh$${hash}`],
    ['a short hash', `$argon2id$v=19$m=1024,t=1,p=1$${salt}$c29tZXNhbHQ`],
    ['no hash', `$argon2id$v=19$m=1024,t=1,p=1$${salt}`],
    ['base64 with padding', `$argon2id$v=19$m=1024,t=1,p=1$${salt}=$${hash}=`],
    ['base64 whose last bits are set', `$argon2id$v=19$m=1024,t=1,p=1$c29tZXNhbHR$${hash}`],
    ['base64url', `$argon2id$v=19$m=1024,t=1,p=1$${salt}$${hash.replace('a', '-')}`],
    ['a line break', `$argon2id$v=19$m=1024,t=1,p=1$${salt}$${hash}\n`],
    ['a password', 'correct horse battery staple'],
    ['nothing', ''],
  ])('with %s is invalid', (_, text) => {
    expect(parseArgon2id(text)).toBeUndefined();
  });

  test('asks for no more than the machine bears, whatever it says', () => {
    const numbers = fc.nat(10_000_000);
    fc.assert(
      fc.property(numbers, numbers, numbers, (m, t, p) => {
        const digest = parseArgon2id(`$argon2id$v=19$m=${m},t=${t % 300},p=${p % 100}$${salt}$${hash}`);
        return (
          digest === undefined || (digest.memory <= 131_072 && digest.memory * digest.passes <= 1_048_576)
        );
      }),
    );
  });
});
