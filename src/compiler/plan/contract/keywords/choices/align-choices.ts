import type { Choice, SchemaNode } from '../facts/flat-schema.ts';
import { pointerOf } from '../facts/schema-fact.ts';
import type { SchemaMeaning, WholeChoice } from '../facts/schema-meaning.ts';

/** The choices of base that have the same alternatives as a choice of head, each followed by that choice. */
export function findSharedChoices(
  base: readonly Choice[],
  head: readonly Choice[],
  meaning: SchemaMeaning,
): readonly Choice[] {
  return base.flatMap((old) => {
    const same = head.find((now) => haveSameAlternatives(old, now, meaning));
    return same ? [old, same] : [];
  });
}

function haveSameAlternatives(base: Choice, head: Choice, meaning: SchemaMeaning): boolean {
  return (
    base.isExclusive === head.isExclusive &&
    base.alternatives.length === head.alternatives.length &&
    base.alternatives.every((old, index) => {
      const now = head.alternatives[index];
      return now !== undefined && meaning.isEquivalent(old, now);
    })
  );
}

/** The choices of both sides, reordered so that choices with alternatives at the same pointers have the same index. */
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

/** The choice with the most alternatives at the same pointers as `alternatives`; undefined if no choice shares one. */
function mostAlike({ alternatives }: Choice, choices: readonly Choice[]): Choice | undefined {
  const places = new Set(alternatives.map(pointerOf));
  const counts = choices.map(
    (choice) => choice.alternatives.filter((one) => places.has(pointerOf(one))).length,
  );
  const most = Math.max(0, ...counts);
  return most > 0 ? choices[counts.indexOf(most)] : undefined;
}

export type TwoChoices = readonly [WholeChoice, WholeChoice];

/**
 * Finds whether one side's whole schema became, or was, one alternative of the other side's choice. Returns that whole
 * schema as a choice, and the other side's choice; otherwise undefined.
 */
export function findNested(
  before: WholeChoice,
  after: WholeChoice,
  [wholeBase, wholeHead]: TwoChoices,
  meaning: SchemaMeaning,
): TwoChoices | undefined {
  if (isIn(wholeBase, after, 'head', meaning) || isNested(before, after, 'head', meaning))
    return [wholeBase, after];
  if (isIn(wholeHead, before, 'base', meaning) || isNested(before, after, 'base', meaning))
    return [before, wholeHead];
  return undefined;
}

/**
 * Whether the whole schema of one side is an alternative of the other side's choice, or of a choice nested in an
 * alternative.
 */
function isIn(
  { alternatives: [only] }: WholeChoice,
  { alternatives }: WholeChoice,
  side: 'base' | 'head',
  meaning: SchemaMeaning,
): boolean {
  const isSame = (one: SchemaNode) =>
    only !== undefined &&
    (side === 'head' ? meaning.isEquivalent(only.whole, one) : meaning.isEquivalent(one, only.whole));
  return (
    alternatives.some(({ whole }) => isSame(whole)) ||
    alternatives.some(({ written }) => choicesIn(written).some((inner) => inner.some(isSame)))
  );
}

function choicesIn({ flat }: SchemaNode): readonly (readonly SchemaNode[])[] {
  return flat.choices.all.map(({ alternatives }) => alternatives);
}

/**
 * Whether a choice that is nested in an alternative of `side` shares more alternatives with the other side than the
 * outer choice does.
 */
function isNested(
  before: WholeChoice,
  after: WholeChoice,
  side: 'base' | 'head',
  meaning: SchemaMeaning,
): boolean {
  const count = (base: readonly SchemaNode[], head: readonly SchemaNode[]) =>
    base.filter((old) => head.some((now) => meaning.isEquivalent(old, now))).length;
  const [base, head] = [before, after].map(({ alternatives }) =>
    alternatives.map(({ written }) => written),
  ) as [SchemaNode[], SchemaNode[]];
  const nested = (side === 'head' ? head : base).flatMap(({ flat }) => flat.choices.all);
  if (nested.length === 0) return false;
  const direct = count(base, head);
  return nested.some(
    ({ alternatives }) => (side === 'head' ? count(base, alternatives) : count(alternatives, head)) > direct,
  );
}
