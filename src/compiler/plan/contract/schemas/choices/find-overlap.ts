import { areDisjoint } from './are-disjoint.ts';
import type { Alternative, MatchedAlternatives } from './match-alternatives.ts';
import type { SchemaFacts } from '../schema-fact.ts';
import type { SchemaNode } from '../flat-schema.ts';
import type { WholeChoice } from './whole-choice.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';

/** A choice on both sides. */
export interface ChoicePair {
  readonly before: WholeChoice;
  readonly after: WholeChoice;
  readonly matched: MatchedAlternatives;
  /** Those of head that are reported as new. */
  readonly reported: readonly Alternative[];
}

export type TwoAlternatives = readonly [Alternative, Alternative];

/** Two alternatives that a value may fit at once, of which it fitted at most one before. */
export function findNewOverlap(
  facts: SchemaFacts,
  { before, matched }: ChoicePair,
  meaning: SchemaMeaning,
): TwoAlternatives | undefined {
  // Most alternatives exclude each other, which is found soon.
  if (!findOverlap(facts, [...matched.pairs.map(([, now]) => now), ...matched.added])) return undefined;
  const steady = matched.pairs.filter(
    ([old, now]) => before.isExclusive && isSteady(facts, old, now, meaning),
  );
  const grown = matched.pairs.filter((pair) => !steady.includes(pair));
  const [settled, others] = [steady, grown].map((pairs) => pairs.map(([, now]) => now)) as [
    Alternative[],
    Alternative[],
  ];
  const isAccepted = (pair: TwoAlternatives) =>
    before.alternatives.some(({ open: old }) =>
      pair.every(({ open: now }) => !areDisjoint(old, now, facts.direction)),
    );
  return findOverlap(facts, [...others, ...matched.added], settled, isAccepted);
}

/** Whether an alternative takes no more than before. */
function isSteady(
  { direction }: SchemaFacts,
  { written: before, open: old }: Alternative,
  { written: after, open: now }: Alternative,
  meaning: SchemaMeaning,
): boolean {
  // Whatever is next to a choice, it refused what fits two of its alternatives as they are written.
  if (meaning.isEquivalent(before, after)) return true;
  if (direction === 'response')
    return meaning.isEquivalent(old, now) || meaning.isWithinStrictly(old, now, direction);
  return ['same', 'tighter'].includes(meaning.orderOf(old, now));
}

/** Two alternatives that a value may fit at once, which was refused and may be in a response now that one takes less. */
export function findReleased(pair: ChoicePair, meaning: SchemaMeaning): TwoAlternatives | undefined {
  const { alternatives, isExclusive, hasDiscriminator } = pair.before;
  if (!isExclusive || hasDiscriminator) return undefined;
  for (const one of alternatives)
    for (const other of alternatives)
      if (one !== other && mayRelease([one, other], pair, meaning)) return [one, other];
  return undefined;
}

/** Whether a value may fit two alternatives, of which the second one takes less now, and one of head. */
function mayRelease(
  [one, other]: TwoAlternatives,
  { after, matched: { pairs }, reported }: ChoicePair,
  meaning: SchemaMeaning,
): boolean {
  const isApart = (a: Alternative, b: Alternative) => areDisjoint(a.open, b.open, 'response');
  const nowOf = (old: Alternative) => pairs.find(([before]) => before === old)?.[1];
  const [first, second] = [nowOf(one), nowOf(other)];
  const takesAll = (old: Alternative, now: Alternative | undefined) =>
    now !== undefined && takesAsMuch(old.whole, now.whole, meaning);
  if (isApart(one, other) || takesAll(other, second)) return false;
  // An exclusive choice refuses what the first alternative takes as before, if another one takes it too.
  const isFirstAlone = after.isExclusive && takesAll(one, first);
  if (isFirstAlone && second && isWithinNow(one, second, meaning)) return false;
  return after.alternatives.some(
    (left) =>
      left !== second &&
      !reported.includes(left) &&
      (!isFirstAlone || left === first) &&
      !isApart(left, one) &&
      !isApart(left, other),
  );
}

function isWithinNow(old: Alternative, now: Alternative, meaning: SchemaMeaning): boolean {
  return ['same', 'looser'].includes(meaning.orderOf(old.whole, now.whole));
}

function takesAsMuch(old: SchemaNode, now: SchemaNode, meaning: SchemaMeaning): boolean {
  // To readers, what is never sent is the same as anything.
  if (areDisjoint(now, now, 'response')) return false;
  return meaning.isSameToReaders(old, now) || ['same', 'looser'].includes(meaning.orderOf(old, now));
}

/** The first two alternatives that a value may fit at once, at least one of them among the given ones. */
export function findOverlap(
  { direction }: SchemaFacts,
  alternatives: readonly Alternative[],
  settled: readonly Alternative[] = [],
  isRelevant: (pair: TwoAlternatives) => boolean = () => true,
): TwoAlternatives | undefined {
  for (const [index, one] of alternatives.entries())
    for (const other of [...settled, ...alternatives.slice(index + 1)])
      if (!areDisjoint(one.open, other.open, direction) && isRelevant([other, one])) return [other, one];
  return undefined;
}
