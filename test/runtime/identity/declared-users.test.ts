import { describe, expect, test } from 'vitest';
import type { ManifestUser } from '#compiled/manifest.ts';
import { hashArgon2id, verifyArgon2id, type Argon2idDigest } from '#runtime/identity/argon2id.ts';
import { DeclaredUsers } from '#runtime/identity/declared-users.ts';

const password = 'correct horse battery staple';
const passwordDigest = await hashArgon2id(password);
const cheap = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';

const ada: ManifestUser = { name: 'ada', displayName: 'Ada Lovelace', passwordDigest, state: 'active' };
const bob: ManifestUser = { name: 'bob', passwordDigest, state: 'active' };
const eve: ManifestUser = { name: 'eve', passwordDigest, state: 'disabled' };

/** The directory, and the parameters of every digest that was worked out. */
function count(users: readonly ManifestUser[]) {
  const worked: string[] = [];
  const verify = (typed: string, digest: Argon2idDigest) => {
    worked.push(`${digest.memory}/${digest.passes}`);
    return verifyArgon2id(typed, digest);
  };
  return { directory: new DeclaredUsers(users, verify), worked };
}

describe('the declared users', () => {
  test('are known by name and password', async () => {
    const directory = new DeclaredUsers([ada, bob, eve]);
    expect([
      await directory.authenticate('ada', password),
      await directory.authenticate('bob', password),
    ]).toEqual([
      { subject: 'user:ada', displayName: 'Ada Lovelace', provider: 'users' },
      { subject: 'user:bob', displayName: 'bob', provider: 'users' },
    ]);
  });

  test.each([
    ['a wrong password', 'ada', 'wrong'],
    ['no password', 'ada', ''],
    ['the digest in place of the password', 'ada', passwordDigest],
    ['an unknown name with the password of a user', 'mallory', password],
    ['a disabled user', 'eve', password],
    ['a name in capitals', 'ADA', password],
    ['a name with a space', 'ada ', password],
    ['a name that every object has', 'constructor', password],
    ['no name', '', password],
  ])('refuse %s, for the price of one digest', async (_, username, typed) => {
    const { directory, worked } = count([ada, bob, eve]);
    expect(await directory.authenticate(username, typed)).toBeUndefined();
    expect(worked).toEqual(['19456/2']);
  });

  test('take one digest for the right password too', async () => {
    const { directory, worked } = count([ada]);
    await directory.authenticate('ada', password);
    expect(worked).toEqual(['19456/2']);
  });

  test('refuse unknown names for the prices that known ones have, each always for the same', async () => {
    const { directory, worked } = count([ada, { ...bob, passwordDigest: cheap }]);
    const names = Array.from({ length: 20 }, (_, index) => `unknown${index}`);
    for (const name of names) await directory.authenticate(name, 'wrong');
    const first = worked.splice(0);
    for (const name of names) await directory.authenticate(name, 'wrong');
    expect(worked).toEqual(first);
    expect(new Set(first)).toEqual(new Set(['19456/2', '256/2']));
  });

  test('distinguish known names from others', () => {
    const directory = new DeclaredUsers([ada, eve]);
    expect(['ada', 'eve', 'Ada', 'mallory'].map((name) => directory.knows(name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('are refused if a digest cannot be used, and the digest is not shown', () => {
    const heavy = cheap.replace('m=256', 'm=4194304');
    expect(() => new DeclaredUsers([ada, { ...bob, passwordDigest: heavy }])).toThrow(
      /^The password digest of the user bob cannot be used\. Make one with `gatewright users add`: it asks for no more than 128 MiB\.$/,
    );
  });
});
