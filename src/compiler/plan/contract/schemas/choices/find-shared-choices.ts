import type { Choice } from '../flat-schema.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';

/** The choices of both sides that have the same alternatives. */
export function findSharedChoices(
  base: readonly Choice[],
  head: readonly Choice[],
  meaning: SchemaMeaning,
): readonly Choice[] {
  return base.flatMap((old) => {
    const same = head.find((now) => isSame(old, now, meaning));
    return same ? [old, same] : [];
  });
}

function isSame(base: Choice, head: Choice, meaning: SchemaMeaning): boolean {
  return (
    base.isExclusive === head.isExclusive &&
    base.alternatives.length === head.alternatives.length &&
    base.alternatives.every((old, index) => {
      const now = head.alternatives[index];
      return now !== undefined && meaning.isEquivalent(old, now);
    })
  );
}
