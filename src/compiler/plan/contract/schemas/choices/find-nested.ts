import type { SchemaNode } from '../flat-schema.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';
import type { WholeChoice } from './whole-choice.ts';

export type TwoChoices = readonly [WholeChoice, WholeChoice];

/** A choice and the whole other schema, if that is one of its alternatives or has most of them in one of its own. */
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

/** Whether all of the other schema is an alternative on one side, or one of a choice in an alternative. */
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
  return flat.choices.map(({ alternatives }) => alternatives);
}

/** Whether a choice of an alternative on one side has more of the alternatives of the other side than the whole. */
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
  const nested = (side === 'head' ? head : base).flatMap(({ flat }) => flat.choices);
  if (nested.length === 0) return false;
  const direct = count(base, head);
  return nested.some(
    ({ alternatives }) => (side === 'head' ? count(base, alternatives) : count(alternatives, head)) > direct,
  );
}
