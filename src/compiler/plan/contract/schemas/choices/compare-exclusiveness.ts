import { areDisjoint } from './are-disjoint.ts';
import {
  findNewOverlap,
  findOverlap,
  findReleased,
  type ChoicePair,
  type TwoAlternatives,
} from './find-overlap.ts';
import { describeAlternative } from './match-alternatives.ts';
import { pointerOf, type SchemaFacts } from '../schema-fact.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';

/** Reports whether values that fit two alternatives became refused, or became allowed. */
export function compareExclusiveness(facts: SchemaFacts, pair: ChoicePair, meaning: SchemaMeaning): void {
  const { before, after, matched } = pair;
  const isWhole = ([old, now]: TwoAlternatives) => meaning.isEquivalent(old.whole, now.whole);
  const isSame = matched.removed.length === 0 && matched.pairs.every(isWhole);
  // What fitted two alternatives may fit one of them now.
  if (facts.direction === 'response' && before.isExclusive && !isSame && !fitsOnlyOne(pair))
    facts.isAssumed = true;
  if (after.isExclusive) {
    const overlap = findNewOverlap(facts, pair, meaning);
    if (overlap && facts.direction === 'response' && before.isExclusive) facts.describesLess = true;
    else if (overlap) reportOverlap(facts, 'alternatives-became-exclusive', overlap);
  } else if (before.isExclusive) {
    const overlap = findOverlap(facts, after.alternatives);
    if (overlap) return reportOverlap(facts, 'alternatives-became-combinable', overlap);
  }
  const released = facts.direction === 'response' && !isSame && findReleased(pair, meaning);
  if (released) reportReleased(facts, released);
}

/** Whether it is certain that what fits an alternative of head fits no other one of base than its own. */
function fitsOnlyOne({ before, matched }: ChoicePair): boolean {
  return matched.pairs.every(([old, now]) =>
    before.alternatives.every((other) => other === old || areDisjoint(now.open, other.open, 'response')),
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
