import { contractChangeKinds } from '../contract-change-kinds.ts';
import type { FlatSchema, SchemaNode } from '../keywords/facts/flat-schema.ts';
import type { ChildPair, Direction, SchemaDifference, SchemaFact } from '../keywords/facts/schema-fact.ts';
import { acceptsAll, acceptsEveryList, acceptsEveryText, acceptsText, listTexts } from './accepts-text.ts';
import { hasNoObjects, isManyInOneText, isOneText, isScalar, isWithoutSeparator } from './kinds-of-texts.ts';
import type { ListWriting } from './list-writing.ts';
import { hasConditions } from '../keywords/conditions/conditions.ts';
import { hasFirstItems, itemsOf } from '../keywords/items.ts';
import { lowerLimit, upperLimit } from '../keywords/limits.ts';
import { hasChoices } from '../keywords/resolve-choices.ts';

interface TextDifference {
  readonly all: readonly SchemaFact[];
  readonly children: readonly ChildPair[];
}

interface ReadPair {
  readonly base: SchemaNode;
  readonly head: SchemaNode;
  readonly direction: Direction;
  readonly lists: ListWriting;
  /** Whether an empty text is never sent, or always accepted. */
  readonly ignoresEmpty: boolean;
}

interface SentPair extends ReadPair {
  /** Whether a sample text was found that is sent and refused. */
  readonly isRefused: () => boolean;
}

/**
 * The differences between two schemas of a value that is sent as text. A text has no type: `1` is also a string, and
 * one item of an array. If the receiver accepts all sent texts (base's in a request, head's in a response), no
 * difference breaks callers.
 */
export function compareAsText(found: SchemaDifference, pair: SentPair): TextDifference {
  const [sent, known] = sidesOf(pair);
  if (isItemOf(sent, known, pair)) {
    const all = pair.ignoresEmpty ? found.all.map(withoutNull) : found.all;
    return { all: all.map(asWidened(pair)), children: itemPairs(pair) };
  }
  if (!found.all.some(isAlarm) || pair.isRefused()) return found;
  const all = withoutMoot(found.all, known.flat, pair);
  if (isAccepted(sent.flat, known.flat, pair))
    return { all: relax(all.map(withoutNull), pair), children: [] };
  return { ...found, all };
}

/** The differences without those that concern only empty texts, if no empty text is sent or refused. */
function withoutMoot(
  facts: readonly SchemaFact[],
  known: FlatSchema,
  { lists, ignoresEmpty }: SentPair,
): readonly SchemaFact[] {
  const isEmptyKnown = lists === 'only item' || ignoresEmpty || acceptsText(known, '');
  const isNeverEmpty = lists === 'apart' || (lists === 'joined' && ignoresEmpty);
  return facts
    .map((fact) => (isEmptyKnown ? withoutNull(fact) : fact))
    .map((fact) => (isNeverEmpty ? withoutLeast('minItems', known, fact) : fact))
    .map((fact) => (ignoresEmpty ? withoutLeast('minLength', known, fact) : fact));
}

/**
 * Whether the receiver reads the sent texts as before, whatever the style: a text as the only item of a list, or a
 * joined list as a single text.
 */
export function isReadAlike(pair: ReadPair): boolean {
  const [sent, known] = sidesOf(pair);
  const isText = pair.lists === 'joined' && isManyInOneText(sent.flat) && isScalar(known.flat);
  const isRead = isText || (pair.lists === 'apart' && acceptsEveryList(known.flat));
  return isItemOf(sent, known, pair) || (isRead && isAccepted(sent.flat, known.flat, pair));
}

/** The sender's schema and the receiver's schema. */
function sidesOf({ base, head, direction }: ReadPair): readonly [SchemaNode, SchemaNode] {
  return direction === 'request' ? [base, head] : [head, base];
}

function isItemOf(
  { flat: sent }: SchemaNode,
  { flat: known }: SchemaNode,
  { lists, ignoresEmpty }: ReadPair,
): boolean {
  const isPlainList = known.types.size === 1 && known.types.has('array') && !hasChoices(known);
  if (
    lists === 'item' ||
    lists === 'member' ||
    !isScalar(sent) ||
    !isPlainList ||
    hasConditions(known) ||
    hasFirstItems(known)
  )
    return false;
  const hasOne = lowerLimit('minItems', known) <= 1 && upperLimit('maxItems', known) >= 1;
  // A string may contain the separator, and an empty text has no items.
  return (
    hasOne &&
    (lists === 'apart' ||
      (isWithoutSeparator(sent) && (ignoresEmpty || !(sent.nullable && lowerLimit('minItems', known) > 0))))
  );
}

function itemPairs({ base, head, direction }: SentPair): readonly ChildPair[] {
  const items = itemsOf((direction === 'request' ? head : base).flat);
  if (!items) return [];
  const sides = direction === 'request' ? { base, head: items } : { base: items, head };
  return [{ step: '/*', ...sides, isCovered: false }];
}

/** Whether a change may break callers. */
export function isAlarm({ id }: Pick<SchemaFact, 'id'>): boolean {
  const { compatibility } = contractChangeKinds[id];
  return compatibility === 'breaking' || compatibility === 'risky';
}

/** Whether the receiver's schema allows all texts of the sender's schema. */
function isAccepted(
  sent: FlatSchema,
  known: FlatSchema,
  { lists, ignoresEmpty }: Pick<SentPair, 'lists' | 'ignoresEmpty'>,
): boolean {
  if (lists === 'apart' && acceptsEveryList(known)) return hasNoObjects(sent);
  const isMany = lists === 'joined' && isManyInOneText(sent);
  const mayHaveLines = isMany || sent.types.has('string');
  const mayBeEmpty = !ignoresEmpty && (mayHaveLines || sent.nullable);
  if (acceptsEveryText(known, { mayBeEmpty, mayHaveLines }))
    return isMany || (isOneText(sent) && !(lists === 'member' && sent.types.has('array')));
  const all = listTexts(sent);
  if (!all) return false;
  const texts = lists === 'only item' || ignoresEmpty ? all.texts.filter((text) => text !== '') : all.texts;
  return acceptsAll(known, { ...all, texts });
}

/** Replaces the first alarm by a harmless change of the type, and drops the other alarms. */
function relax(facts: readonly SchemaFact[], pair: SentPair): readonly SchemaFact[] {
  const first = facts.find((fact) => isAlarm(fact) && !isIndependent(fact));
  const widened = asWidened(pair);
  return facts.flatMap((fact) =>
    fact === first ? widened(fact) : isAlarm(fact) && !isIndependent(fact) ? [] : fact,
  );
}

/**
 * Whether a difference matters even if all texts are accepted: a default, a property, or a response format, from which
 * clients derive types.
 */
function isIndependent({ id }: SchemaFact): boolean {
  return (
    id === 'request-default-changed' || id.endsWith('-property-removed') || id.startsWith('response-format-')
  );
}

/** Returns a function that replaces an alarm by a harmless change of the type. */
export function asWidened({ direction }: Pick<SentPair, 'direction'>): (fact: SchemaFact) => SchemaFact {
  const id = direction === 'request' ? 'request-type-widened' : 'response-type-narrowed';
  return (fact) => (isAlarm(fact) && !isIndependent(fact) ? { ...fact, id } : fact);
}

/**
 * Turns an alarm about a minimum of one into documentation: a sent text has at least one character, a sent list one
 * item.
 */
function withoutLeast(keyword: 'minItems' | 'minLength', known: FlatSchema, fact: SchemaFact): SchemaFact {
  const isMet = lowerLimit(keyword, known) <= 1;
  return fact.of === keyword && isMet && isAlarm(fact) ? { ...fact, id: 'documentation-changed' } : fact;
}

/** Turns a change of nullability into documentation: an empty text no longer means null, but remains allowed. */
function withoutNull(fact: SchemaFact): SchemaFact {
  const isNull = fact.id === 'request-became-not-nullable' || fact.id === 'response-became-nullable';
  return isNull ? { ...fact, id: 'documentation-changed' } : fact;
}
