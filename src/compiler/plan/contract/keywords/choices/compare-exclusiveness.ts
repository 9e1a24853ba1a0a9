import type { SchemaNode } from '../facts/flat-schema.ts';
import { pointerOf, type SchemaFacts } from '../facts/schema-fact.ts';
import type { Alternative, SchemaMeaning, WholeChoice } from '../facts/schema-meaning.ts';
import { describeAlternative, type MatchedAlternatives } from './match-alternatives.ts';

/** Reports values that fit two alternatives, if they became refused or became allowed. */
export function compareExclusiveness(facts: SchemaFacts, pair: ChoicePair, meaning: SchemaMeaning): void {
  const { before, after, matched } = pair;
  const isWhole = ([old, now]: TwoAlternatives) => meaning.isEquivalent(old.whole, now.whole);
  const isSame = matched.removed.length === 0 && matched.pairs.every(isWhole);
  // A value that used to fit two alternatives may now fit only one.
  if (facts.direction === 'response' && before.isExclusive && !isSame && !fitsOnlyOne(pair, meaning))
    facts.isAssumed = true;
  if (after.isExclusive) {
    const overlap = findNewOverlap(facts, pair, meaning);
    if (overlap && facts.direction === 'response' && before.isExclusive) facts.describesLess = true;
    else if (overlap) reportOverlap(facts, 'alternatives-became-exclusive', overlap);
  } else if (before.isExclusive) {
    const overlap = findOverlap(facts, after.alternatives, meaning);
    if (overlap) return reportOverlap(facts, 'alternatives-became-combinable', overlap);
  }
  const released = facts.direction === 'response' && !isSame && findReleased(pair, meaning);
  if (released) reportReleased(facts, released);
}

/** Whether a value that fits an alternative of head certainly fits no alternative of base except its counterpart. */
function fitsOnlyOne({ before, matched }: ChoicePair, meaning: SchemaMeaning): boolean {
  return matched.pairs.every(([old, now]) =>
    before.alternatives.every(
      (other) => other === old || meaning.areDisjoint(now.open, other.open, 'response'),
    ),
  );
}

function reportReleased(facts: SchemaFacts, pair: TwoAlternatives): void {
  const names = pair.map(({ written }) => describeAlternative(written));
  facts.report('alternatives-became-combinable', {
    of: names.join(' '),
    what: `that matches both alternatives ${names.join(' and ')} is allowed now`,
    part: 'value',
    at: { base: pointerOf(pair[1].written), head: pointerOf(facts.head) },
  });
}

function reportOverlap(
  facts: SchemaFacts,
  aspect: 'alternatives-became-exclusive' | 'alternatives-became-combinable',
  [one, other]: TwoAlternatives,
): void {
  const verb = aspect === 'alternatives-became-exclusive' ? 'can no longer match' : 'may match';
  const names = [one, other].map(({ written }) => describeAlternative(written));
  facts.report(aspect, {
    of: names.join(' '),
    what: `${verb} both alternatives ${names.join(' and ')}`,
    part: 'value',
    at: { base: pointerOf(facts.base), head: pointerOf(other.written) },
  });
}

/** A choice on both sides, with its matched alternatives. */
interface ChoicePair {
  readonly before: WholeChoice;
  readonly after: WholeChoice;
  readonly matched: MatchedAlternatives;
  /** The alternatives of head that are reported as new. */
  readonly reported: readonly Alternative[];
}

export type TwoAlternatives = readonly [Alternative, Alternative];

/** Two alternatives of head that a value may now fit at once, although it fitted at most one before. */
function findNewOverlap(
  facts: SchemaFacts,
  { before, matched }: ChoicePair,
  meaning: SchemaMeaning,
): TwoAlternatives | undefined {
  // Fast path: most alternatives exclude each other.
  if (!findOverlap(facts, [...matched.pairs.map(([, now]) => now), ...matched.added], meaning))
    return undefined;
  const steady = matched.pairs.filter(
    ([old, now]) => before.isExclusive && isSteady(facts, old, now, meaning),
  );
  const grown = matched.pairs.filter((pair) => !steady.includes(pair));
  const [unchanged, others] = [steady, grown].map((pairs) => pairs.map(([, now]) => now)) as [
    Alternative[],
    Alternative[],
  ];
  const isAccepted = (pair: TwoAlternatives) =>
    before.alternatives.some(({ open: old }) =>
      pair.every(({ open: now }) => !meaning.areDisjoint(old, now, facts.direction)),
    );
  return findOverlap(facts, [...others, ...matched.added], meaning, unchanged, isAccepted);
}

/** Whether an alternative allows no more than before. */
function isSteady(
  { direction }: SchemaFacts,
  { written: before, open: old }: Alternative,
  { written: after, open: now }: Alternative,
  meaning: SchemaMeaning,
): boolean {
  // Whatever keywords are next to a choice, it already refused values that fit two of its alternatives as written.
  if (meaning.isEquivalent(before, after)) return true;
  if (direction === 'response')
    return meaning.isEquivalent(old, now) || meaning.isWithinStrictly(old, now, direction);
  return ['same', 'tighter'].includes(meaning.orderOf(old, now));
}

/**
 * Two exclusive alternatives of base that a value may fit at once, so that it was refused. Head may return the value if
 * one of the alternatives allows less now.
 */
function findReleased(pair: ChoicePair, meaning: SchemaMeaning): TwoAlternatives | undefined {
  const { alternatives, isExclusive, hasDiscriminator } = pair.before;
  if (!isExclusive || hasDiscriminator) return undefined;
  for (const one of alternatives)
    for (const other of alternatives)
      if (one !== other && mayRelease([one, other], pair, meaning)) return [one, other];
  return undefined;
}

/** Whether head may return a value that fits both alternatives, since the second one allows less now. */
function mayRelease(
  [one, other]: TwoAlternatives,
  { after, matched: { pairs }, reported }: ChoicePair,
  meaning: SchemaMeaning,
): boolean {
  const isApart = (a: Alternative, b: Alternative) => meaning.areDisjoint(a.open, b.open, 'response');
  const nowOf = (old: Alternative) => pairs.find(([before]) => before === old)?.[1];
  const [first, second] = [nowOf(one), nowOf(other)];
  const takesAll = (old: Alternative, now: Alternative | undefined) =>
    now !== undefined && takesAsMuch(old.whole, now.whole, meaning);
  if (isApart(one, other) || takesAll(other, second)) return false;
  // An exclusive choice still refuses the unchanged values of the first alternative that also fit another one.
  const isOnlyFirst = after.isExclusive && takesAll(one, first);
  if (isOnlyFirst && second && isWithinNow(one, second, meaning)) return false;
  return after.alternatives.some(
    (left) =>
      left !== second &&
      !reported.includes(left) &&
      (!isOnlyFirst || left === first) &&
      !isApart(left, one) &&
      !isApart(left, other),
  );
}

function isWithinNow(old: Alternative, now: Alternative, meaning: SchemaMeaning): boolean {
  return ['same', 'looser'].includes(meaning.orderOf(old.whole, now.whole));
}

function takesAsMuch(old: SchemaNode, now: SchemaNode, meaning: SchemaMeaning): boolean {
  // For readers, a schema without values does not differ from any other, so it is excluded first.
  if (meaning.areDisjoint(now, now, 'response')) return false;
  return meaning.isSameToReaders(old, now) || ['same', 'looser'].includes(meaning.orderOf(old, now));
}

/** The first two alternatives that a value may fit at once; at least one of them is in `alternatives`. */
function findOverlap(
  { direction }: SchemaFacts,
  alternatives: readonly Alternative[],
  meaning: SchemaMeaning,
  unchanged: readonly Alternative[] = [],
  isRelevant: (pair: TwoAlternatives) => boolean = () => true,
): TwoAlternatives | undefined {
  for (const [index, one] of alternatives.entries())
    for (const other of [...unchanged, ...alternatives.slice(index + 1)])
      if (!meaning.areDisjoint(one.open, other.open, direction) && isRelevant([other, one]))
        return [other, one];
  return undefined;
}
