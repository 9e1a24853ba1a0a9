import { describe, expect, test } from 'vitest';
import type { Clock } from '#runtime/ports/clock.ts';
import {
  rotationGraceSeconds,
  StoreError,
  type ListedGrant,
  type StoredGrant,
} from '#runtime/ports/token-store.ts';
import { newCodeRecord, newDigest, newGrant } from './grants-in-test.ts';
import { closeAfterTest, openSeveral, type MakeState } from './open-several.ts';
import { describeRaces } from './store-races.ts';

/** A time that a test moves, in seconds from its start. */
class Time {
  readonly start = Math.floor(Date.now() / 1000);
  seconds = 0;
  readonly clock: Clock = () => (this.start + this.seconds) * 1000;
}

async function openAtTime(makeState: MakeState) {
  const time = new Time();
  const store = closeAfterTest(await (await makeState()).open(time.clock));
  const at = (seconds: number) => time.start + seconds;
  return { time, store, at };
}

/** What every store keeps to. */
export function describeStore(makeState: MakeState): void {
  describe('codes', () => {
    test('are redeemed once, by their client, and a second attempt is noticed', async () => {
      const { store, at } = await openAtTime(makeState);
      const [code, record] = [newDigest(), newCodeRecord({ codeChallenge: 'c'.repeat(43) })];
      await store.putCode(code, record, { expiresAt: at(60), forgetAt: at(3600) });
      expect(await store.takeCode(newDigest(), record.clientId)).toBeUndefined();
      expect(await store.takeCode(code, 'another-client')).toBeUndefined();
      expect(await store.takeCode(code, record.clientId)).toEqual({ first: true, record });
      expect(await store.takeCode(code, record.clientId)).toEqual({ first: false, record });
      expect(await store.takeCode(code, 'another-client')).toBeUndefined();
    });

    test('are redeemed in their time alone', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const [late, inTime, record] = [newDigest(), newDigest(), newCodeRecord()];
      for (const code of [late, inTime])
        await store.putCode(code, record, { expiresAt: at(60), forgetAt: at(600) });
      time.seconds = 59.999;
      expect(await store.takeCode(inTime, record.clientId)).toEqual({ first: true, record });
      time.seconds = 60;
      expect(await store.takeCode(late, record.clientId)).toBeUndefined();
      time.seconds = 599.999;
      expect(await store.takeCode(inTime, record.clientId)).toEqual({ first: false, record });
      expect(await store.takeCode(late, record.clientId)).toBeUndefined();
      time.seconds = 600;
      expect(await store.takeCode(inTime, record.clientId)).toBeUndefined();
    });

    test('stay as they are when they are put again, until they are over', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const [code, record, other] = [newDigest(), newCodeRecord(), newCodeRecord()];
      await store.putCode(code, record, { expiresAt: at(60), forgetAt: at(600) });
      await store.putCode(code, other, { expiresAt: at(60), forgetAt: at(600) });
      expect(await store.takeCode(code, record.clientId)).toEqual({ first: true, record });
      await store.putCode(code, other, { expiresAt: at(60), forgetAt: at(600) });
      expect(await store.takeCode(code, record.clientId)).toEqual({ first: false, record });
      time.seconds = 600;
      await store.putCode(code, other, { expiresAt: at(660), forgetAt: at(1200) });
      expect(await store.takeCode(code, other.clientId)).toEqual({ first: true, record: other });
    });
  });

  describe('refresh tokens', () => {
    test('are exchanged one after the other', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const [grant, first, second, third] = [newGrant(), newDigest(), newDigest(), newDigest()];
      await store.openGrant(grant, first, { idleUntil: at(1000), endsAt: at(5000) });
      expect(await store.findGrant(grant.id, first)).toEqual({ grant, isCurrent: true, idleUntil: at(1000) });
      expect(await store.rotate(grant.id, first, second, at(1500))).toBe('rotated');
      expect(await store.findGrant(grant.id, first)).toEqual({
        grant,
        isCurrent: false,
        idleUntil: at(1500),
      });
      expect(await store.findGrant(grant.id, second)).toEqual({
        grant,
        isCurrent: true,
        idleUntil: at(1500),
      });
      time.seconds = rotationGraceSeconds - 0.001;
      expect(await store.rotate(grant.id, first, newDigest(), at(1500))).toBe('raced');
      expect(await store.rotate(grant.id, newDigest(), newDigest(), at(1500))).toBe('replayed');
      time.seconds = rotationGraceSeconds;
      expect(await store.rotate(grant.id, first, newDigest(), at(1500))).toBe('replayed');
      expect(await store.rotate(grant.id, second, third, at(1500))).toBe('rotated');
      expect(await store.rotate(grant.id, first, newDigest(), at(1500))).toBe('replayed');
      expect(await store.rotate(grant.id, second, newDigest(), at(1500))).toBe('raced');
      expect(await store.findGrant(grant.id, third)).toEqual({ grant, isCurrent: true, idleUntil: at(1500) });
    });

    test('of an unknown chain are unknown', async () => {
      const { store, at } = await openAtTime(makeState);
      expect(await store.rotate(newGrant().id, newDigest(), newDigest(), at(100))).toBe('unknown');
      expect(await store.findGrant(newGrant().id, newDigest())).toBeUndefined();
    });

    test('are unknown once the newest has been idle for too long', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const [grant, first, second] = [newGrant(), newDigest(), newDigest()];
      await store.openGrant(grant, first, { idleUntil: at(100), endsAt: at(5000) });
      time.seconds = 99.999;
      expect(await store.rotate(grant.id, first, second, at(200))).toBe('rotated');
      time.seconds = 200;
      expect(await store.rotate(grant.id, second, newDigest(), at(300))).toBe('unknown');
      expect(await store.rotate(grant.id, first, newDigest(), at(300))).toBe('unknown');
      expect(await store.findGrant(grant.id, second)).toBeUndefined();
    });

    test('are unknown after the end of the chain, however often they are exchanged', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const [grant, first, second] = [newGrant(), newDigest(), newDigest()];
      await store.openGrant(grant, first, { idleUntil: at(100), endsAt: at(150) });
      time.seconds = 90;
      expect(await store.rotate(grant.id, first, second, at(190))).toBe('rotated');
      expect(await store.findGrant(grant.id, second)).toEqual({
        grant,
        isCurrent: true,
        idleUntil: at(190),
      });
      time.seconds = 150;
      expect(await store.rotate(grant.id, second, newDigest(), at(250))).toBe('unknown');
      expect(await store.findGrant(grant.id, second)).toBeUndefined();
    });

    test('of a chain that has begun are not replaced by another beginning, until it is over', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const [grant, first, second] = [newGrant(), newDigest(), newDigest()];
      await store.openGrant(grant, first, { idleUntil: at(100), endsAt: at(100) });
      await store.openGrant(grant, second, { idleUntil: at(900), endsAt: at(900) });
      expect(await store.findGrant(grant.id, second)).toEqual({
        grant,
        isCurrent: false,
        idleUntil: at(100),
      });
      time.seconds = 100;
      await store.openGrant(grant, second, { idleUntil: at(900), endsAt: at(900) });
      expect(await store.findGrant(grant.id, second)).toEqual({ grant, isCurrent: true, idleUntil: at(900) });
    });

    test('keep whatever stands in their grant', async () => {
      const { store, at } = await openAtTime(makeState);
      const token = newDigest();
      const texts = ['', ' ', "'; DROP TABLE chains; --", 'a\nb\r\n\0c', 'Zoë 🐕', '\ud800', '{"a":1}', '-1'];
      const grant = newGrant({
        id: `${newGrant().id} ${texts.join(' ')}`,
        subject: 'user:b c',
        scopes: texts,
      });
      const idle = { idleUntil: at(100.25), endsAt: at(4_000_000_000) };
      await store.openGrant(grant, token, idle);
      const found = await store.findGrant(grant.id, token);
      expect(found).toEqual({ grant, isCurrent: true, idleUntil: at(100.25) });
    });
  });

  describe('grants', () => {
    const sortById = (listed: readonly ListedGrant[]) =>
      listed.toSorted((a, b) => (a.grant.id < b.grant.id ? -1 : 1));

    test('are listed for a subject, or all, with when they were last used and when they end', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const subjects = [`user:${newGrant().id}`, 'user:campus/Zoë "🐕" \\ \0'];
      const [first, second] = [newGrant({ subject: subjects[0]! }), newGrant({ subject: subjects[0]! })];
      const other = newGrant({ subject: subjects[1]!, loginId: 'login of the other' });
      const [from, to] = [newDigest(), newDigest()];
      for (const grant of [first, second, other])
        await store.openGrant(grant, from, { idleUntil: at(1000), endsAt: at(5000) });
      time.seconds = 20.5;
      await store.rotate(second.id, from, to, at(1020));
      const listed = sortById([
        { grant: first, lastUsedAt: at(0), idleUntil: at(1000), endsAt: at(5000) },
        { grant: second, lastUsedAt: at(20.5), idleUntil: at(1020), endsAt: at(5000) },
      ]);
      const ofOther = { grant: other, lastUsedAt: at(0), idleUntil: at(1000), endsAt: at(5000) };
      expect(sortById(await Array.fromAsync(store.listGrants(subjects[0])))).toEqual(listed);
      expect(await Array.fromAsync(store.listGrants(subjects[1]))).toEqual([ofOther]);
      expect(await Array.fromAsync(store.listGrants('user:nobody'))).toEqual([]);
      const ids = new Set([first.id, second.id, other.id]);
      const all = (await Array.fromAsync(store.listGrants())).filter(({ grant }) => ids.has(grant.id));
      expect(sortById(all)).toEqual(sortById([...listed, ofOther]));
    });

    test('are not listed once they are idle, ended or revoked', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const subject = `user:${newGrant().id}`;
      const [idle, ended, revoked, kept] = [1, 2, 3, 4].map(() => newGrant({ subject }));
      const ends = { idleUntil: at(900), endsAt: at(900) };
      await store.openGrant(idle!, newDigest(), { idleUntil: at(100), endsAt: at(900) });
      await store.openGrant(ended!, newDigest(), { idleUntil: at(900), endsAt: at(100) });
      await store.openGrant(revoked!, newDigest(), ends);
      await store.openGrant(kept!, newDigest(), ends);
      await store.revoke(revoked!.id, at(3600));
      const list = async () => (await Array.fromAsync(store.listGrants(subject))).map(({ grant }) => grant);
      const unordered = (grants: readonly StoredGrant[]) => new Set(grants.map(({ id }) => id));
      expect(unordered(await list())).toEqual(unordered([idle!, ended!, kept!]));
      time.seconds = 100;
      expect(await list()).toEqual([kept]);
      time.seconds = 900;
      expect(await list()).toEqual([]);
    });

    test('are all listed where there are many', async () => {
      const { store, at } = await openAtTime(makeState);
      const subject = `user:${newGrant().id}`;
      const grants = Array.from({ length: 1203 }, () => newGrant({ subject }));
      const ends = { idleUntil: at(900), endsAt: at(900) };
      await Promise.all(grants.map((grant) => store.openGrant(grant, newDigest(), ends)));
      const ids = new Set(grants.map(({ id }) => id));
      const idsOf = async (listed: AsyncIterable<ListedGrant>) =>
        (await Array.fromAsync(listed)).map(({ grant }) => grant.id).filter((id) => ids.has(id));
      for (const listed of [store.listGrants(subject), store.listGrants()])
        expect((await idsOf(listed)).toSorted()).toEqual([...ids].toSorted());
    });
  });

  test('a login is kept until its end, as it was put last', async () => {
    const { store, time, at } = await openAtTime(makeState);
    const [id, other] = [newGrant().id, newGrant().id];
    const login = { checkedAt: at(0.25), evidence: 'sealed 🐕' };
    await store.putLogin(id, login, at(100));
    expect([await store.findLogin(id), await store.findLogin(other)]).toEqual([login, undefined]);
    const checked = { checkedAt: at(60), evidence: 'sealed again' };
    await store.putLogin(id, checked, at(90));
    time.seconds = 89.999;
    expect(await store.findLogin(id)).toEqual(checked);
    time.seconds = 90;
    expect(await store.findLogin(id)).toBeUndefined();
  });

  describe('revocations', () => {
    test('end a grant and keep it from beginning, for as long as its tokens would be good', async () => {
      const { store, time, at } = await openAtTime(makeState);
      const [grant, token] = [newGrant(), newDigest()];
      const times = { idleUntil: at(5000), endsAt: at(5000) };
      await store.openGrant(grant, token, times);
      await store.revoke(grant.id, at(3600));
      expect(await store.rotate(grant.id, token, newDigest(), at(5000))).toBe('unknown');
      expect(await store.findGrant(grant.id, token)).toBeUndefined();
      await store.openGrant(grant, token, times);
      expect(await store.findGrant(grant.id, token)).toBeUndefined();
      time.seconds = 3599.999;
      expect((await store.revocations()).get(grant.id)).toBe(at(3600));
      time.seconds = 3600;
      expect((await store.revocations()).has(grant.id)).toBe(false);
    });

    test('are as long as the longest', async () => {
      const { store, at } = await openAtTime(makeState);
      const [earlier, later] = [newGrant().id, newGrant().id];
      for (const [id, until] of [
        [earlier, 200],
        [earlier, 100],
        [later, 100],
        [later, 200],
      ] as const)
        await store.revoke(id, at(until));
      const revoked = await store.revocations();
      expect([revoked.get(earlier), revoked.get(later)]).toEqual([at(200), at(200)]);
    });

    test('are told to listeners, until they have heard enough', async () => {
      const { store, at } = await openAtTime(makeState);
      const [first, second, told] = [newGrant().id, newGrant().id, new Map<string, number>()];
      const stop = store.onRevoked((id, until) => void told.set(id, until));
      await store.revoke(first, at(100));
      expect(told.get(first)).toBe(at(100));
      stop();
      await store.revoke(second, at(100));
      expect(told.has(second)).toBe(false);
    });

    test('reach every listener of every process before the call ends', async () => {
      const stores = await openSeveral(makeState);
      for (const store of stores) {
        const id = `${newGrant().id} a`;
        const told: unknown[] = [];
        const stops = stores.map((listening, index) =>
          listening.onRevoked((revoked) => revoked === id && void (told[index] = 'told')),
        );
        await store.revoke(id, Date.now() / 1000 + 100);
        // Earlier output of other processes is read before their answer to another request.
        await Promise.all(stores.map((asked) => asked.findGrant(id, newDigest())));
        expect(told).toEqual(stores.map(() => 'told'));
        for (const stop of stops) stop();
      }
    });
  });

  test('an identifier is claimed once, until its claim ends', async () => {
    const { store, time, at } = await openAtTime(makeState);
    const identifier = newDigest();
    expect(await store.claim(identifier, at(100))).toBe(true);
    expect(await store.claim(identifier, at(900))).toBe(false);
    time.seconds = 99.999;
    expect(await store.claim(identifier, at(900))).toBe(false);
    time.seconds = 100;
    expect(await store.claim(identifier, at(200))).toBe(true);
    expect(await store.claim(newDigest(), at(200))).toBe(true);
  });

  test('a claim ends sooner where that is said', async () => {
    const { store, time, at } = await openAtTime(makeState);
    const [identifier, unclaimed] = [newDigest(), newDigest()];
    expect(await store.claim(identifier, at(100))).toBe(true);
    for (const one of [identifier, unclaimed]) await store.endClaim(one, at(10));
    expect(await store.claim(unclaimed, at(100))).toBe(true);
    time.seconds = 9.999;
    expect(await store.claim(identifier, at(100))).toBe(false);
    time.seconds = 10;
    expect(await store.claim(identifier, at(100))).toBe(true);
  });

  test('what is closed does nothing any more', async () => {
    const { store, at } = await openAtTime(makeState);
    await store.close();
    await expect(store.claim(newDigest(), at(100))).rejects.toThrow(StoreError);
    await expect(store.takeCode(newDigest(), 'dogwalker-production')).rejects.toThrow(StoreError);
    await expect(store.revoke(newGrant().id, at(100))).rejects.toThrow(StoreError);
  });

  describeRaces(makeState);
}
