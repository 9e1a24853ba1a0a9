import { expect, test } from 'vitest';
import { revokeUntilNow, type Holder } from '#runtime/oauth/revoke-until-now.ts';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import { Revocations } from '#runtime/token/revocation/revocations.ts';
import { full } from '../../full-run.ts';

function open() {
  const store = createMemoryStore(Date.now);
  const revocations = new Revocations(Date.now);
  store.onRevoked(revocations.add);
  const revoking = { store, revocations, clock: Date.now, refreshLifetimeSeconds: 3600, revoked: () => 0 };
  return { revocations, revoke: (holder: Holder) => revokeUntilNow(revoking, [holder]) };
}

const alice = { subject: 'user:alice', clientId: 'Web' };

test('each revocation has a later time than the logins after the one before it', async () => {
  const { revocations, revoke } = open();
  let last = 0;
  for (const holder of [alice, alice, { subject: 'user:alice' }, { clientId: 'Web' }, {}, alice]) {
    await revoke(holder);
    const before = revocations.grantedBefore(alice);
    expect(before).toBeGreaterThan(last);
    last = before;
  }
});

test('what somebody else has revoked changes nothing', async () => {
  const { revocations, revoke } = open();
  for (let times = 0; times < 10; times += 1) await revoke({ ...alice, clientId: 'Other' });
  await revoke({ subject: 'user:bob' });
  expect(revocations.grantedBefore({ subject: 'user:bob' })).toBeLessThan(Date.now() / 1000 + 12);
});

test('any number of them in a row, or at once, gives no time that is far ahead', full, async () => {
  const { revocations, revoke } = open();
  for (let times = 0; times < 22; times += 1) {
    await Promise.all([revoke(alice), revoke(alice), revoke({})]);
    expect(revocations.grantedBefore(alice)).toBeLessThan(Date.now() / 1000 + 32);
  }
});
