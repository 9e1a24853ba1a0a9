import { areDisjoint } from './are-disjoint.ts';
import {
  describeAlternative,
  matchAlternatives,
  nameOf,
  type Alternative,
  type MatchedAlternatives,
} from './match-alternatives.ts';
import {
  findNewOverlap,
  findOverlap,
  findReleased,
  type ChoicePair,
  type TwoAlternatives,
  type WholeChoice,
} from './find-overlap.ts';
import type { SchemaNode } from '../flat-schema.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';
import { compareDiscriminatorValues } from '../compare-discriminator-values.ts';
import { isHarmlessFact } from '../kinds-of-differences.ts';
import { pointerOf, SchemaFacts } from '../schema-fact.ts';

/** The choices of both schemas: each `oneOf` or `anyOf`. */
export interface Choices {
  readonly base: readonly WholeChoice[];
  readonly head: readonly WholeChoice[];
}

/** Compares choice by choice; a schema with fewer choices is itself the only alternative. */
export function compareChoices(facts: SchemaFacts, { base, head }: Choices, meaning: SchemaMeaning): void {
  const [wholeBase, wholeHead] = [
    onlyChoice(facts.base, meaning, 'base'),
    onlyChoice(facts.head, meaning, 'head'),
  ];
  for (let index = 0; index < Math.max(base.length, head.length); index += 1) {
    const [before, after] = [base[index], head[index]];
    const direct = [before ?? wholeBase, after ?? wholeHead] as const;
    const nested = before && after && findNested(before, after, [wholeBase, wholeHead], meaning);
    if (!nested) compareChoice(facts, ...direct, meaning);
    else if (!takeIfHarmless(facts, direct, meaning)) compareChoice(facts, ...nested, meaning);
  }
}

type TwoChoices = readonly [WholeChoice, WholeChoice];

/** A choice and the whole other schema, if that is one of its alternatives or has most of them in one of its own. */
function findNested(
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

/** Compares two choices, and takes what is found if that is harmless with all below it: either comparison is right. */
function takeIfHarmless(facts: SchemaFacts, [before, after]: TwoChoices, meaning: SchemaMeaning): boolean {
  const { base, head, direction } = facts;
  const found = new SchemaFacts(base, head, direction);
  compareChoice(found, before, after, meaning);
  const isHarmless =
    found.all.every(isHarmlessFact) &&
    found.children.every((child) => meaning.isWithin(child.base, child.head, direction));
  if (!isHarmless) return false;
  facts.all.push(...found.all);
  facts.children.push(...found.children);
  facts.isAssumed ||= found.isAssumed;
  facts.describesLess ||= found.describesLess;
  return true;
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
  const direct = count(base, head);
  return nested.some(
    ({ alternatives }) => (side === 'head' ? count(base, alternatives) : count(alternatives, head)) > direct,
  );
}

function onlyChoice(node: SchemaNode, meaning: SchemaMeaning, side: 'base' | 'head'): WholeChoice {
  const whole = meaning.withoutNull(node, side);
  const alternatives = [{ written: node, whole, open: whole }];
  return { alternatives, isExclusive: false, hasDiscriminator: false };
}

function compareChoice(
  facts: SchemaFacts,
  before: WholeChoice,
  after: WholeChoice,
  meaning: SchemaMeaning,
): void {
  const matched = matchAlternatives(facts, before.alternatives, after.alternatives, meaning);
  for (const [old, now] of matched.pairs) {
    if (isNeverSent(facts, facts.direction === 'request' ? old : now)) continue;
    if (isCoveredByOthers(facts, [old, now], before, after, meaning)) continue;
    if (facts.direction === 'request' && after.isExclusive && becameCopy([old, now], matched, meaning)) {
      reportLost(facts, old);
      continue;
    }
    compareDiscriminatorValues(facts, [old.written, now.written], nameOf);
    facts.compare('', old.whole, now.whole);
  }
  reportRemoved(facts, matched, after, meaning);
  const reported = reportAdded(facts, matched, before, meaning);
  compareExclusiveness(facts, { before, after, matched, reported }, meaning);
}

/** Whether no value that is sent fits an alternative together with the other choices of its schema. */
function isNeverSent({ base, head, direction }: SchemaFacts, { whole }: Alternative): boolean {
  const sender = direction === 'request' ? base : head;
  return sender.flat.choices.length > 1 && areDisjoint(whole, sender, direction);
}

/** Whether a pair differs, but the others allow all that the change of it takes away, or describe all that it adds. */
function isCoveredByOthers(
  { direction }: SchemaFacts,
  [old, now]: readonly [Alternative, Alternative],
  before: WholeChoice,
  after: WholeChoice,
  meaning: SchemaMeaning,
): boolean {
  if (meaning.isWithin(old.whole, now.whole, direction)) return false;
  return direction === 'request'
    ? meaning.isWithinAny([old.whole], wholesOf(after), direction)
    : meaning.isWithinAny(wholesOf(before), [now.whole], direction);
}

/** Whether an alternative takes only what another one takes as well, which has not changed, so that nothing fits it alone. */
function becameCopy(
  [old, now]: readonly [Alternative, Alternative],
  { pairs }: MatchedAlternatives,
  meaning: SchemaMeaning,
): boolean {
  return pairs.some(
    ([before, after]) =>
      after !== now &&
      meaning.isEquivalent(before.whole, after.whole) &&
      ['same', 'tighter'].includes(meaning.orderOf(before.whole, now.whole)) &&
      !['same', 'looser'].includes(meaning.orderOf(old.whole, after.whole)),
  );
}

function wholesOf({ alternatives }: WholeChoice): readonly SchemaNode[] {
  return alternatives.map(({ whole }) => whole);
}

function reportRemoved(
  facts: SchemaFacts,
  { removed }: MatchedAlternatives,
  after: WholeChoice,
  meaning: SchemaMeaning,
): void {
  for (const alternative of removed) {
    const isCovered =
      facts.direction === 'request' &&
      (isNeverSent(facts, alternative) ||
        meaning.isWithinAny([alternative.whole], wholesOf(after), 'request'));
    if (!isCovered) reportLost(facts, alternative);
  }
}

function reportLost(facts: SchemaFacts, { written: node }: Alternative): void {
  facts.report('alternative-removed', {
    action: 'remove',
    part: `alternative ${describeAlternative(node)}`,
    what: 'was removed',
    before: describeAlternative(node),
    at: { base: pointerOf(node) },
  });
}

/** Reports the alternatives that describe more than one before did. */
function reportAdded(
  facts: SchemaFacts,
  { added }: MatchedAlternatives,
  before: WholeChoice,
  meaning: SchemaMeaning,
): readonly Alternative[] {
  const isKnown = (one: Alternative) =>
    facts.direction === 'response' &&
    (isNeverSent(facts, one) || meaning.isWithinAny(wholesOf(before), [one.whole], 'response'));
  const unknown = added.filter((one) => !isKnown(one));
  for (const { written: node } of unknown)
    facts.report('alternative-added', {
      action: 'add',
      part: `alternative ${describeAlternative(node)}`,
      what: 'was added',
      after: describeAlternative(node),
      at: { head: pointerOf(node) },
    });
  return unknown;
}

/** Reports that a value which fits two alternatives is refused now, or is no longer. */
function compareExclusiveness(facts: SchemaFacts, pair: ChoicePair, meaning: SchemaMeaning): void {
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
