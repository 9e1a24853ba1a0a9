// @module-tag full
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreError } from '#runtime/ports/token-store.ts';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import { openRedisStore } from '#runtime/state/redis/redis-store.ts';
import { PendingRevocations } from '#runtime/token/revocation/pending-revocations.ts';
import { Revocations } from '#runtime/token/revocation/revocations.ts';
import { eventually } from '../../../eventually.ts';
import { hasRedisServer, startRedis } from '../../state/redis-in-test.ts';
import { full } from '../../../full-run.ts';

const until = Math.floor(Date.now() / 1000) + 3600;

type Store = ConstructorParameters<typeof PendingRevocations>[0]['store'];

function open(store: Store) {
  const faults: unknown[] = [];
  const revocations = new Revocations(Date.now);
  const pending = new PendingRevocations({ store, revocations, reportError: (fault) => faults.push(fault) });
  onTestFinished(() => pending.close());
  return { pending, revocations, faults };
}

const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

describe('revocations that wait for the store', () => {
  test.skipIf(whyNot)(
    `all arrive once it is back, however often it was asked in vain${whyNot}`,
    full,
    async () => {
      await using redis = await startRedis();
      const store = await openRedisStore(redis.url, Date.now);
      onTestFinished(() => store.close());
      let attempts = 0;
      const { pending, revocations } = open({
        revoke: (...asked) => {
          attempts += 1;
          return store.revoke(...asked);
        },
      });
      await redis.stop();
      for (const id of ['one', 'two']) await pending.revoke(id, until);
      expect([revocations.has('one'), revocations.has('two')]).toEqual([true, true]);
      // Two attempts of its own, and two failed ones afterwards.
      await eventually(() => expect(attempts).toBeGreaterThanOrEqual(4));
      await redis.start();
      await eventually(async () =>
        expect(await store.revocations()).toEqual(
          new Map([
            ['one', until],
            ['two', until],
          ]),
        ),
      );
    },
  );

  test('do not wait for one that cannot be stored, which is reported', async () => {
    const store = createMemoryStore(Date.now);
    let isAway = true;
    const mistake = new TypeError('our own mistake');
    const { pending, faults } = open({
      revoke: async (id, end) => {
        if (isAway) throw new StoreError('no connection');
        if (id === 'bad') throw mistake;
        await store.revoke(id, end);
      },
    });
    for (const id of ['bad', 'good']) await pending.revoke(id, until);
    isAway = false;
    await eventually(async () => expect([...(await store.revocations()).keys()]).toEqual(['good']));
    expect(faults).toContain(mistake);
  });

  test('of two ends the later one arrives, also where it comes while the other is on its way', async () => {
    const store = createMemoryStore(Date.now);
    const later = Promise.withResolvers<void>();
    let attempts = 0;
    const { pending } = open({
      revoke: async (id, end) => {
        attempts += 1;
        if (attempts === 1) throw new StoreError('no connection');
        if (attempts === 2) {
          // The first retry is under way while the next revocation of the same grant fails.
          await pending.revoke(id, end + 100);
          later.resolve();
        } else if (attempts === 3) throw new StoreError('no connection');
        await store.revoke(id, end);
      },
    });
    await pending.revoke('one', until);
    await later.promise;
    await eventually(async () => expect(await store.revocations()).toEqual(new Map([['one', until + 100]])));
  });
});
