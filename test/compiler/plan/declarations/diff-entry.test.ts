import { describe, expect, test } from 'vitest';
import { allLists, type ListName } from '#compiled/manifest.ts';
import { plan } from '#compiler/plan/plan.ts';
import { completeTable, sealTable } from '../complete-table.ts';

/** The changes if the first entry of a list gets some settings instead of others. */
function changesOf(list: ListName, before: object, after: object) {
  const [base, head] = [before, after].map((settings) => {
    const [first, ...others] = completeTable.manifest[list];
    const entries = [{ ...first, ...settings }, ...others];
    return sealTable({ ...completeTable, manifest: { ...completeTable.manifest, [list]: entries } });
  });
  return plan(base, head!).changes.map((change) => ({ ...change, fingerprint: '' }));
}

const declaration = (pointer: string) => ({ in: 'declaration', pointer });

describe('a setting that a kind does not know', () => {
  test.each(['apis', 'applications', 'subscriptions', 'tiers', 'users'] as const)(
    'of %s is reported when it is added, changed and removed',
    (list) => {
      const { kind, keyOf } = allLists.find(({ name }) => name === list)!;
      const name = keyOf(completeTable.manifest[list][0]);
      const id = `${kind.toLowerCase()}-setting`;
      const subject = { kind, name };
      const at = declaration('/future');
      const path = 'future';
      const affected: never[] = [];
      expect(changesOf(list, {}, { future: 8 })).toEqual([
        {
          id: `${id}-added`,
          action: 'add',
          subject,
          path,
          message: `${name}: future was added (8).`,
          after: 8,
          at: { head: at },
          sensitive: 'access',
          affected,
          fingerprint: '',
        },
      ]);
      expect(changesOf(list, { future: { waitMs: 500 } }, { future: { waitMs: 2000 } })).toEqual([
        {
          id: `${id}-changed`,
          action: 'change',
          subject,
          path: 'future.waitMs',
          message: `${name}: future.waitMs 500 ms → 2 seconds.`,
          before: 500,
          after: 2000,
          at: { base: declaration('/future/waitMs'), head: declaration('/future/waitMs') },
          sensitive: 'access',
          affected,
          fingerprint: '',
        },
      ]);
      expect(changesOf(list, { future: ['a', 'b'] }, {})).toEqual([
        {
          id: `${id}-removed`,
          action: 'remove',
          subject,
          path,
          message: `${name}: future was removed (a, b).`,
          before: ['a', 'b'],
          at: { base: at },
          sensitive: 'access',
          affected,
          fingerprint: '',
        },
      ]);
    },
  );

  test('is reported without the digests in it', () => {
    const [one, other] = ['1', '2'].map((digit) => `sha256:${digit.repeat(64)}`);
    const changes = changesOf('users', { future: [one] }, { future: [other] });
    expect(changes.map(({ message }) => message)).toEqual(['ada: future changed.']);
    expect(JSON.stringify(changes)).not.toContain('sha256');
  });
});
