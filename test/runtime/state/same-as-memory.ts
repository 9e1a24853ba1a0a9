import fc from 'fast-check';
import { expect } from 'vitest';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import type { TokenStore } from '#runtime/ports/token-store.ts';
import { draws } from '../../full-run.ts';
import { newCodeRecord, newDigest, newGrant } from './grants-in-test.ts';
import type { MakeState } from './open-several.ts';

/** A few of each, so that calls meet. */
const few = fc.integer({ min: 0, max: 3 });
const seconds = fc.integer({ min: 1, max: 30 });

interface Names {
  readonly digests: readonly ReturnType<typeof newDigest>[];
  readonly grants: readonly ReturnType<typeof newGrant>[];
  readonly records: readonly ReturnType<typeof newCodeRecord>[];
}

type Step = (store: TokenStore, names: Names, at: (seconds: number) => number) => Promise<unknown>;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(few, few, seconds, seconds).map(
    ([code, record, expires, more]): Step =>
      (store, { digests, records }, at) =>
        store.putCode(digests[code]!, records[record]!, {
          expiresAt: at(expires),
          forgetAt: at(expires + more),
        }),
  ),
  fc.tuple(few, fc.constantFrom('dogwalker-production', 'other')).map(
    ([code, client]): Step =>
      (store, { digests }) =>
        store.takeCode(digests[code]!, client),
  ),
  fc.tuple(few, few, seconds, seconds).map(
    ([grant, token, idle, ends]): Step =>
      (store, { digests, grants }, at) =>
        store.openGrant(grants[grant]!, digests[token]!, { idleUntil: at(idle), endsAt: at(ends) }),
  ),
  fc.tuple(few, few).map(
    ([grant, token]): Step =>
      (store, { digests, grants }) =>
        store.findGrant(grants[grant]!.id, digests[token]!),
  ),
  fc.tuple(few, few, few, seconds).map(
    ([grant, from, to, idle]): Step =>
      (store, { digests, grants }, at) =>
        store.rotate(grants[grant]!.id, digests[from]!, digests[to]!, at(idle)),
  ),
  fc.tuple(few, seconds).map(
    ([identifier, until]): Step =>
      (store, { digests }, at) =>
        store.claim(digests[identifier]!, at(until)),
  ),
  fc.tuple(few, seconds).map(
    ([grant, until]): Step =>
      (store, { grants }, at) =>
        store.revoke(grants[grant]!.id, at(until)),
  ),
  fc.tuple(few, seconds, seconds).map(
    ([login, checked, until]): Step =>
      (store, { digests }, at) =>
        store.putLogin(digests[login]!, { checkedAt: at(checked), evidence: 'sealed' }, at(until)),
  ),
  few.map(
    (login): Step =>
      (store, { digests }) =>
        store.findLogin(digests[login]!),
  ),
  few.map((grant): Step => async (store, { grants }) => {
    const listed = await Array.fromAsync(store.listGrants(grants[grant]!.subject));
    return listed.toSorted((a, b) => (a.grant.id < b.grant.id ? -1 : 1));
  }),
  fc.constant<Step>(async (store, { grants }) => {
    const revoked = await store.revocations();
    return grants.map(({ id }) => revoked.get(id));
  }),
);

/** A store returns the same results as the one in memory, for any calls at any time. */
export async function expectSameAsMemory(makeState: MakeState, runs: number): Promise<void> {
  let now = Date.now();
  const clock = () => now;
  const at = (after: number) => now / 1000 + after;
  const store = await (await makeState()).open(clock);
  const steps = fc.array(fc.record({ step, wait: fc.integer({ min: 0, max: 12_000 }) }), { maxLength: 40 });
  const property = fc.asyncProperty(steps, async (chosen) => {
    const memory = createMemoryStore(clock);
    const names = {
      digests: Array.from({ length: 4 }, newDigest),
      grants: Array.from({ length: 4 }, (_, index) =>
        newGrant({ subject: `user:${index % 2} ${newGrant().id}` }),
      ),
      records: Array.from({ length: 4 }, () => newCodeRecord()),
    };
    for (const { step: run, wait } of chosen) {
      now += wait;
      const [answer, expected] = [await run(store, names, at), await run(memory, names, at)];
      expect(answer ?? undefined).toEqual(expected);
    }
  });
  try {
    await fc.assert(property, { numRuns: draws(runs) });
  } finally {
    await store.close();
  }
}
