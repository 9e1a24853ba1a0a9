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
  /** Whether a text is known that is sent and refused. */
  readonly isRefused: () => boolean;
}

/**
 * The differences between two schemas of a value that is sent as text. A text has no type: `1` is also a string, and one
 * item of an array. What is sent (the base's in a request, the head's in a response) breaks nothing if its receiver
 * accepts all of these texts.
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

/** The differences without those that only an empty text shows, if it makes none. */
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
 * Whether what is sent is read as it was, whatever the style: a text as the only item of a list, or a list in one text as
 * a text.
 */
export function isReadAlike(pair: ReadPair): boolean {
  const [sent, known] = sidesOf(pair);
  const isText = pair.lists === 'joined' && isManyInOneText(sent.flat) && isScalar(known.flat);
  const isRead = isText || (pair.lists === 'apart' && acceptsEveryList(known.flat));
  return isItemOf(sent, known, pair) || (isRead && isAccepted(sent.flat, known.flat, pair));
}

/** The schema of what is sent, and the schema that its receiver knows. */
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

/** Whether all texts that one schema allows are allowed by another. */
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

/** The first alarm becomes a change of the type that breaks nothing. */
function relax(facts: readonly SchemaFact[], pair: SentPair): readonly SchemaFact[] {
  const first = facts.find((fact) => isAlarm(fact) && !isIndependent(fact));
  const widened = asWidened(pair);
  return facts.flatMap((fact) =>
    fact === first ? widened(fact) : isAlarm(fact) && !isIndependent(fact) ? [] : fact,
  );
}

/** Whether a difference does not depend on what is accepted: a default, a property, or a format, from which readers take types. */
function isIndependent({ id }: SchemaFact): boolean {
  return (
    id === 'request-default-changed' || id.endsWith('-property-removed') || id.startsWith('response-format-')
  );
}

/** Makes alarms changes of the type that break nothing. */
export function asWidened({ direction }: Pick<SentPair, 'direction'>): (fact: SchemaFact) => SchemaFact {
  const id = direction === 'request' ? 'request-type-widened' : 'response-type-narrowed';
  return (fact) => (isAlarm(fact) && !isIndependent(fact) ? { ...fact, id } : fact);
}

/** A text that is sent has at least one character, or a list one item, so that a limit of one is text. */
function withoutLeast(keyword: 'minItems' | 'minLength', known: FlatSchema, fact: SchemaFact): SchemaFact {
  const isMet = lowerLimit(keyword, known) <= 1;
  return fact.of === keyword && isMet && isAlarm(fact) ? { ...fact, id: 'documentation-changed' } : fact;
}

/** An empty text is no longer null, but still allowed. */
function withoutNull(fact: SchemaFact): SchemaFact {
  const isNull = fact.id === 'request-became-not-nullable' || fact.id === 'response-became-nullable';
  return isNull ? { ...fact, id: 'documentation-changed' } : fact;
}
