import {
  describeAlternative,
  matchAlternatives,
  nameOf,
  type MatchedAlternatives,
} from './match-alternatives.ts';
import { compareExclusiveness, type TwoAlternatives } from './compare-exclusiveness.ts';
import { isRequiredOneWay, leadsToHidden } from '../property-facts.ts';
import { findNested, type TwoChoices } from './align-choices.ts';
import type { SchemaNode } from '../facts/flat-schema.ts';
import type { Alternative, SchemaMeaning, WholeChoice } from '../facts/schema-meaning.ts';
import { compareDiscriminatorValues } from './discriminator-values.ts';
import { isHarmlessFact, pointerOf, SchemaFacts } from '../facts/schema-fact.ts';

/** The choices of both schemas: each `oneOf` or `anyOf`. */
interface Choices {
  readonly base: readonly WholeChoice[];
  readonly head: readonly WholeChoice[];
}

/**
 * Compares the choices of two schemas by index. For a missing choice, the whole schema counts as a choice with one
 * alternative.
 */
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

/**
 * Compares two choices, and adds the result to `facts` if it is harmless with everything below it. Returns whether it
 * was added; otherwise the caller compares in another way, which is equally valid.
 */
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
  facts.mayDependOnDirection(() => found.dependsOnDirection);
  return true;
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
  const choice = { before, after, matched };
  const proven = matched.pairs.filter((pair) => comparePair(facts, pair, choice, meaning));
  const lost = reportRemoved(facts, matched, after, meaning);
  const reported = reportAdded(facts, matched, before, meaning);
  const isProven =
    proven.length > 0 || lost.length < matched.removed.length || reported.length < matched.added.length;
  facts.mayDependOnDirection(() => dependsOnDirection(facts, choice, isProven));
  compareExclusiveness(facts, { ...choice, reported }, meaning);
}

interface MatchedChoice {
  readonly before: WholeChoice;
  readonly after: WholeChoice;
  readonly matched: MatchedAlternatives;
}

/** Compares two alternatives. Returns whether the other alternatives prove that the difference is harmless. */
function comparePair(
  facts: SchemaFacts,
  [old, now]: TwoAlternatives,
  { before, after, matched }: MatchedChoice,
  meaning: SchemaMeaning,
): boolean {
  if (isNeverSent(facts, facts.direction === 'request' ? old : now, meaning)) return true;
  const isCovered = isCoveredByOthers(facts, [old, now], before, after, meaning);
  if (isCovered && !meaning.isWithin(old.whole, now.whole, facts.direction)) return true;
  if (facts.direction === 'request' && after.isExclusive && becameCopy([old, now], matched, meaning)) {
    reportLost(facts, old);
    return false;
  }
  compareDiscriminatorValues(facts, [old.written, now.written], nameOf);
  facts.compare('', old.whole, now.whole, isCovered);
  return isCovered;
}

/**
 * Whether properties that are hidden in one direction may decide what other alternatives allow, or which alternatives
 * exclude each other.
 */
function dependsOnDirection(
  { base, head }: SchemaFacts,
  { before, after }: MatchedChoice,
  isProven: boolean,
): boolean {
  const [old, now] = [wholesOf(before), wholesOf(after)];
  const isExclusive = before.isExclusive || after.isExclusive;
  if (isExclusive && [...old, ...now].some(({ flat }) => isRequiredOneWay(flat))) return true;
  const partsOf = (nodes: readonly SchemaNode[]) => nodes.flatMap(({ parts }) => parts);
  return isProven && (leadsToHidden(partsOf(old), base.flat) || leadsToHidden(partsOf(now), head.flat));
}

/** Whether no sent value fits an alternative together with the other choices of its schema. */
function isNeverSent(
  { base, head, direction }: SchemaFacts,
  { whole }: Alternative,
  meaning: SchemaMeaning,
): boolean {
  const sender = direction === 'request' ? base : head;
  return sender.flat.choices.all.length > 1 && meaning.areDisjoint(whole, sender, direction);
}

/**
 * Whether the difference between two alternatives may be harmful by itself, but the other alternatives allow all that
 * it removes (requests) or describe all that it adds (responses).
 */
function isCoveredByOthers(
  { direction }: SchemaFacts,
  [old, now]: TwoAlternatives,
  before: WholeChoice,
  after: WholeChoice,
  meaning: SchemaMeaning,
): boolean {
  if (meaning.isWithinStrictly(old.whole, now.whole, direction)) return false;
  return direction === 'request'
    ? meaning.isWithinAny([old.whole], wholesOf(after), direction)
    : meaning.isWithinAny(wholesOf(before), [now.whole], direction);
}

/**
 * Whether an alternative changed so that it allows only values of another, unchanged alternative. In a `oneOf`, no
 * value can then fit it exclusively.
 */
function becameCopy(
  [old, now]: TwoAlternatives,
  { pairs }: MatchedAlternatives,
  meaning: SchemaMeaning,
): boolean {
  if (meaning.isEquivalent(old.whole, now.whole)) return false;
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

/** Reports and returns the removed alternatives whose sent values the remaining alternatives do not all allow. */
function reportRemoved(
  facts: SchemaFacts,
  { removed }: MatchedAlternatives,
  after: WholeChoice,
  meaning: SchemaMeaning,
): readonly Alternative[] {
  const isCovered = (one: Alternative) =>
    facts.direction === 'request' &&
    (isNeverSent(facts, one, meaning) || meaning.isWithinAny([one.whole], wholesOf(after), 'request'));
  const lost = removed.filter((one) => !isCovered(one));
  for (const alternative of lost) reportLost(facts, alternative);
  return lost;
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

/** Reports and returns the added alternatives that describe more than any alternative in base. */
function reportAdded(
  facts: SchemaFacts,
  { added }: MatchedAlternatives,
  before: WholeChoice,
  meaning: SchemaMeaning,
): readonly Alternative[] {
  const isKnown = (one: Alternative) =>
    facts.direction === 'response' &&
    (isNeverSent(facts, one, meaning) || meaning.isWithinAny(wholesOf(before), [one.whole], 'response'));
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
