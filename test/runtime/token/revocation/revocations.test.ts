import { expect, test } from 'vitest';
import { nameBulkRevocation, nameWholeLogin } from '#runtime/token/revocation/revocation-names.ts';
import { Revocations } from '#runtime/token/revocation/revocations.ts';

const start = 1_800_000_000;

/** The revocations, at a time that the test sets. */
function open() {
  const clock = { now: start };
  const revocations = new Revocations(() => clock.now * 1000);
  const known = (...ids: readonly string[]) => ids.filter((id) => revocations.has(id));
  return { clock, revocations, known };
}

test('a grant is revoked as soon as it is added, and others are not', () => {
  const { revocations, known } = open();
  expect(known('one', 'other')).toEqual([]);
  revocations.add('one', start + 100);
  expect(known('one', 'other')).toEqual(['one']);
});

test('adding a revocation removes the expired ones and no others', () => {
  const { clock, revocations, known } = open();
  revocations.add('short', start + 100);
  revocations.add('long', start + 101);
  clock.now += 100;
  expect(known('short', 'long')).toEqual(['short', 'long']);
  revocations.add('next', start + 200);
  expect(known('short', 'long', 'next')).toEqual(['long', 'next']);
});

test('of two expiry times the later one counts, in whichever order they are added', () => {
  for (const ends of [
    [100, 300],
    [300, 100],
  ]) {
    const { clock, revocations, known } = open();
    for (const end of ends) revocations.add('one', start + end);
    clock.now += 299;
    revocations.add('next', start + 1000);
    expect(known('one')).toEqual(['one']);
    clock.now += 61;
    revocations.add('last', start + 1000);
    expect(known('one')).toEqual([]);
  }
});

test('a bulk revocation ends what was issued before it to its users and clients, until it expires', () => {
  const { clock, revocations } = open();
  const about = { subject: 'user:campus/ada:b %', clientId: 'key' };
  const other = { subject: 'user:bob', clientId: 'other' };
  const issued = { grantId: 'one', issuedAt: start - 1 };
  const ends = (changes = {}) => revocations.ends({ ...about, ...issued, ...changes });
  for (const { subject, clientId } of [about, { subject: about.subject }, { clientId: about.clientId }]) {
    const fresh = open().revocations;
    fresh.add(nameBulkRevocation({ retentionSeconds: 100, subject, clientId }), start + 100);
    const covers = (changes = {}) => fresh.ends({ ...about, ...issued, ...changes });
    expect([covers(), covers({ issuedAt: start }), covers(other), covers({ subject: 'client:key' })]).toEqual(
      [true, false, false, false],
    );
  }
  revocations.add(nameBulkRevocation({ retentionSeconds: 100 }), start + 100);
  revocations.add(nameBulkRevocation({ retentionSeconds: 60 }), start + 50);
  expect([ends(), ends(other), ends({ subject: 'client:key' })]).toEqual([true, true, false]);
  clock.now += 100;
  revocations.add('next', start + 200);
  expect(ends()).toBe(false);
});

test('the end of a login revokes everything that was issued from it', () => {
  const { revocations } = open();
  const issued = { subject: 'user:ada', clientId: 'key', grantId: 'one', issuedAt: start };
  revocations.add(nameWholeLogin('login'), start + 100);
  expect(revocations.ends({ ...issued, loginId: 'login' })).toBe(true);
  expect(revocations.ends({ ...issued, loginId: 'another' })).toBe(false);
  expect(revocations.ends(issued)).toBe(false);
  // A logout ends only its session.
  expect([revocations.has('login'), revocations.hasLogin('login')]).toEqual([false, true]);
});

test('a clock that was put back takes nothing away', () => {
  const { clock, revocations, known } = open();
  revocations.add('one', start + 100);
  clock.now -= 100_000;
  revocations.add('other', start + 100);
  expect(known('one', 'other')).toEqual(['one', 'other']);
});
