import { describe, expect, test } from 'vitest';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { newCodeRecord, newDigest, newGrant } from './grants-in-test.ts';
import { openSeveral, type MakeState } from './open-several.ts';

/** What is true if several callers, in several processes, act at the same time. */
export function describeRaces(makeState: MakeState): void {
  describe('of many callers at once', () => {
    const soon = () => Date.now() / 1000 + 60;

    test('one redeems a code', async () => {
      const stores = await openSeveral(makeState);
      const record = newCodeRecord();
      const codes = Array.from({ length: 50 }, newDigest);
      const times = { expiresAt: soon(), forgetAt: soon() };
      await Promise.all(codes.map((code) => stores[0]!.putCode(code, record, times)));
      const taken = await Promise.all(
        codes.map((code) => attemptAll(stores, (store) => store.takeCode(code, record.clientId))),
      );
      const won = taken.map((outcomes) => outcomes.filter((outcome) => outcome?.first).length);
      const lost = taken.map((outcomes) => outcomes.filter((outcome) => outcome?.first === false).length);
      expect(won).toEqual(codes.map(() => 1));
      expect(lost).toEqual(codes.map(() => 2 * stores.length - 1));
    });

    test('one exchanges a refresh token, and the chain goes on with its own', async () => {
      const stores = await openSeveral(makeState);
      const grant = newGrant();
      let current = newDigest();
      await stores[0]!.openGrant(grant, current, { idleUntil: soon(), endsAt: soon() });
      for (let round = 0; round < 20; round += 1) {
        const from = current;
        const outcomes = await attemptAll(stores, async (store) => {
          const to = newDigest();
          return { to, rotation: await store.rotate(grant.id, from, to, soon()) };
        });
        const won = outcomes.filter(({ rotation }) => rotation === 'rotated');
        const lost = outcomes.filter(({ rotation }) => rotation === 'raced');
        expect([won.length, lost.length]).toEqual([1, outcomes.length - 1]);
        current = won[0]!.to;
        expect(await stores.at(-1)!.findGrant(grant.id, current)).toMatchObject({ isCurrent: true });
      }
    });

    test('one begins a chain', async () => {
      const stores = await openSeveral(makeState);
      const grant = newGrant();
      const tokens = await attemptAll(stores, async (store) => {
        const token = newDigest();
        await store.openGrant(grant, token, { idleUntil: soon(), endsAt: soon() });
        return token;
      });
      const found = await Promise.all(tokens.map((token) => stores[0]!.findGrant(grant.id, token)));
      expect(found.filter((chain) => chain?.isCurrent).length).toBe(1);
    });

    test('one claims an identifier', async () => {
      const stores = await openSeveral(makeState);
      const identifiers = Array.from({ length: 50 }, newDigest);
      const claimed = await Promise.all(
        identifiers.map((identifier) => attemptAll(stores, (store) => store.claim(identifier, soon()))),
      );
      expect(claimed.map((outcomes) => outcomes.filter(Boolean).length)).toEqual(identifiers.map(() => 1));
    });

    test('none begins a chain again that another one revokes', async () => {
      const stores = await openSeveral(makeState);
      const grants = Array.from({ length: 10 }, () => newGrant());
      for (const grant of grants) {
        const token = newDigest();
        await Promise.all([
          stores[0]!.revoke(grant.id, soon()),
          ...stores.map((store) => store.openGrant(grant, token, { idleUntil: soon(), endsAt: soon() })),
        ]);
        expect(await stores[0]!.findGrant(grant.id, token)).toBeUndefined();
      }
    });
  });
}

/** Calls every store twice at the same time. */
function attemptAll<Outcome>(
  stores: readonly TokenStore[],
  attempt: (store: TokenStore) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  return Promise.all([...stores, ...stores].map(attempt));
}
