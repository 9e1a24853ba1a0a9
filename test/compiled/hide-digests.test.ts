import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hideDigests } from '#compiled/hide-digests.ts';
import type { Manifest } from '#compiled/manifest.ts';
import { buildTable, defineApi, defineApplication } from '../runtime/table-builder.ts';

const digest = fc.stringMatching(/^sha256:[0-9a-f]{64}$/) as fc.Arbitrary<`sha256:${string}`>;
const password = fc.stringMatching(
  /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
);

const hiddenDigest: unknown = expect.stringMatching(/^sha256:hidden-[0-9a-f]{32}$/);

function manifestWith(secretDigests: readonly `sha256:${string}`[], passwordDigest: string): Manifest {
  const application = defineApplication('DogWalker');
  const keySets = application.keySets.map((keySet) => ({ ...keySet, secretDigests }));
  return buildTable({
    apis: [defineApi({ endpoints: {} })],
    applications: [{ ...application, keySets }],
    subscriptions: [],
    users: [{ name: 'ada', passwordDigest, state: 'active' }],
  }).manifest;
}

test('what is hidden is not there, and still differs where it did', () => {
  const secrets = fc.array(digest, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(secrets, secrets, password, password, (some, others, one, other) => {
      const hidden = hideDigests(manifestWith(some, one));
      const [{ secretDigests } = { secretDigests: [] }] = hidden.applications[0]?.keySets ?? [];
      expect(JSON.stringify([hidden.users, secretDigests])).not.toContain(one);
      for (const each of some) expect(JSON.stringify(secretDigests)).not.toContain(each);
      expect(hidden).toEqual(hideDigests(manifestWith(some, one)));
      const isSame = JSON.stringify([some, one]) === JSON.stringify([others, other]);
      const isSameHidden =
        JSON.stringify([hidden.applications, hidden.users]) ===
        JSON.stringify([
          hideDigests(manifestWith(others, other)).applications,
          hideDigests(manifestWith(others, other)).users,
        ]);
      expect(isSameHidden).toBe(isSame);
    }),
  );
});

test('nothing else is altered, and no hidden digest is a number that a secret could have', () => {
  const secret = `sha256:${'0'.repeat(64)}` as const;
  const manifest = manifestWith([secret], '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$c2FsdA');
  expect(hideDigests(manifest)).toEqual({
    ...manifest,
    applications: manifest.applications.map((application) => ({
      ...application,
      keySets: application.keySets.map((keySet) => ({ ...keySet, secretDigests: [hiddenDigest] })),
    })),
    users: [
      {
        name: 'ada',
        passwordDigest: hiddenDigest,
        state: 'active',
      },
    ],
  });
});
