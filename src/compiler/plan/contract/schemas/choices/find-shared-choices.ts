import type { Choice } from '../flat-schema.ts';
import { pointerOf } from '../schema-fact.ts';
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

/** The choices of both sides, those with alternatives at the same places at the same positions. */
export function alignChoices(
  base: readonly Choice[],
  head: readonly Choice[],
): readonly [readonly Choice[], readonly Choice[]] {
  if (base.length < 2 && head.length < 2) return [base, head];
  const left = new Set(head);
  const pairs = base.flatMap((old) => {
    const now = mostAlike(old, [...left]);
    if (now) left.delete(now);
    return now ? [[old, now] as const] : [];
  });
  const paired = pairs.map(([old]) => old);
  const others = base.filter((old) => !paired.includes(old));
  return [
    [...paired, ...others],
    [...pairs.map(([, now]) => now), ...left],
  ];
}

/** The choice that has most alternatives at the places of those of another one; undefined if it has none. */
function mostAlike({ alternatives }: Choice, choices: readonly Choice[]): Choice | undefined {
  const places = new Set(alternatives.map(pointerOf));
  const counts = choices.map(
    (choice) => choice.alternatives.filter((one) => places.has(pointerOf(one))).length,
  );
  const most = Math.max(0, ...counts);
  return most > 0 ? choices[counts.indexOf(most)] : undefined;
}
