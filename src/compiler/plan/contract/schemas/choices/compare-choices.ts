import { areDisjoint } from './are-disjoint.ts';
import {
  describeAlternative,
  matchAlternatives,
  nameOf,
  type Alternative,
  type MatchedAlternatives,
} from './match-alternatives.ts';
import { compareExclusiveness } from './compare-exclusiveness.ts';
import { leadsToHidden } from './leads-to-hidden.ts';
import { findNested, type TwoChoices } from './find-nested.ts';
import type { WholeChoice } from './whole-choice.ts';
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
    const isCovered = isCoveredByOthers(facts, [old, now], before, after, meaning);
    if (isCovered) markHidden(facts, before, after);
    if (isCovered && !meaning.isWithin(old.whole, now.whole, facts.direction)) continue;
    if (facts.direction === 'request' && after.isExclusive && becameCopy([old, now], matched, meaning)) {
      reportLost(facts, old);
      continue;
    }
    compareDiscriminatorValues(facts, [old.written, now.written], nameOf);
    facts.compare('', old.whole, now.whole, isCovered);
  }
  reportRemoved(facts, matched, { before, after }, meaning);
  const reported = reportAdded(facts, matched, { before, after }, meaning);
  compareExclusiveness(facts, { before, after, matched, reported }, meaning);
}

/** Whether no value that is sent fits an alternative together with the other choices of its schema. */
function isNeverSent({ base, head, direction }: SchemaFacts, { whole }: Alternative): boolean {
  const sender = direction === 'request' ? base : head;
  return sender.flat.choices.length > 1 && areDisjoint(whole, sender, direction);
}

/** Notes that others may cover an alternative in one direction only, in which something is not sent. */
function markHidden(facts: SchemaFacts, before: WholeChoice, after: WholeChoice): void {
  const isHidden = (choice: WholeChoice, { flat }: SchemaNode) =>
    leadsToHidden(
      wholesOf(choice).flatMap(({ parts }) => parts),
      flat,
    );
  if (isHidden(before, facts.base) || isHidden(after, facts.head)) facts.dependsOnDirection = true;
}

/** Whether a pair may do harm by itself, but the others allow all that it takes away, or describe all that it adds. */
function isCoveredByOthers(
  { direction }: SchemaFacts,
  [old, now]: readonly [Alternative, Alternative],
  before: WholeChoice,
  after: WholeChoice,
  meaning: SchemaMeaning,
): boolean {
  if (meaning.isWithinStrictly(old.whole, now.whole, direction)) return false;
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
  { before, after }: { readonly before: WholeChoice; readonly after: WholeChoice },
  meaning: SchemaMeaning,
): void {
  for (const alternative of removed) {
    const isCovered =
      facts.direction === 'request' &&
      (isNeverSent(facts, alternative) ||
        meaning.isWithinAny([alternative.whole], wholesOf(after), 'request'));
    if (isCovered) markHidden(facts, before, after);
    else reportLost(facts, alternative);
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
  { before, after }: { readonly before: WholeChoice; readonly after: WholeChoice },
  meaning: SchemaMeaning,
): readonly Alternative[] {
  const isKnown = (one: Alternative) =>
    facts.direction === 'response' &&
    (isNeverSent(facts, one) || meaning.isWithinAny(wholesOf(before), [one.whole], 'response'));
  const unknown = added.filter((one) => !isKnown(one));
  if (unknown.length < added.length) markHidden(facts, before, after);
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
