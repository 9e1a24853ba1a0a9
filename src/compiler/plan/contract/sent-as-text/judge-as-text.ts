import { contractChangeKinds } from '../contract-change-kinds.ts';
import type { FlatSchema, SchemaNode } from '../schemas/flat-schema.ts';
import type { SchemaDifference } from '../schemas/schema-comparer.ts';
import type { ChildPair, Direction, SchemaFact } from '../schemas/schema-fact.ts';
import { acceptsEveryText, acceptsText, isOneText, isScalar, listTexts } from './accepts-text.ts';

/**
 * How the items of an array are written in text: each by itself (`a=1&a=2`), or all in one text (`a=1,2`). An item is
 * never an array itself; a member of an object is one if it is sent more than once.
 */
export type ListWriting = 'apart' | 'joined' | 'item' | 'member';

interface TextDifference {
  readonly all: readonly SchemaFact[];
  readonly children: readonly ChildPair[];
}

interface SentPair {
  readonly base: SchemaNode;
  readonly head: SchemaNode;
  readonly direction: Direction;
  readonly lists: ListWriting;
}

/**
 * The differences between two schemas of a value that is sent as text. A text has no type: `1` is also a string, and one
 * item of an array. What is sent (the base's in a request, the head's in a response) breaks nothing if its receiver
 * accepts all of these texts.
 */
export function judgeAsText(found: SchemaDifference, pair: SentPair): TextDifference {
  const [sent, known] = sidesOf(pair);
  if (isItemOf(sent, known, pair.lists))
    return { all: found.all.map(asWidened(pair)), children: itemPairs(pair) };
  if (!found.all.some(isAlarm)) return found;
  if (isAccepted(sent.flat, known.flat, pair.lists)) return { all: relax(found.all, pair), children: [] };
  const isEmptyKnown = acceptsText(known.flat, '');
  return isEmptyKnown ? { ...found, all: found.all.map(withoutNull) } : found;
}

/** Whether values that are each sent as one text may become the items of an array that is sent in their place. */
export function isListInstead(pair: SentPair): boolean {
  const [sent, known] = sidesOf(pair);
  return isItemOf(sent, known, pair.lists);
}

/** The schema of what is sent, and the schema that its receiver knows. */
function sidesOf({ base, head, direction }: SentPair): readonly [SchemaNode, SchemaNode] {
  return direction === 'request' ? [base, head] : [head, base];
}

function isItemOf({ flat: sent }: SchemaNode, { flat: known }: SchemaNode, lists: ListWriting): boolean {
  const isPlainList = known.types.size === 1 && known.types.has('array') && known.choices.length === 0;
  if (
    lists === 'item' ||
    lists === 'member' ||
    !isScalar(sent) ||
    !isPlainList ||
    known.conditions.size > 0 ||
    known.tuple.length > 0
  )
    return false;
  const [least, most] = [known.limits.get('minItems')?.value ?? 0, known.limits.get('maxItems')?.value ?? 1];
  const hasOne = least <= 1 && most >= 1;
  // A string may contain the separator, and an empty text has no items.
  return hasOne && (lists === 'apart' || (!sent.types.has('string') && !(sent.nullable && least > 0)));
}

function itemPairs({ base, head, direction }: SentPair): readonly ChildPair[] {
  const { items } = (direction === 'request' ? head : base).flat;
  if (!items) return [];
  return [{ step: '/*', ...(direction === 'request' ? { base, head: items } : { base: items, head }) }];
}

function isAlarm({ id }: SchemaFact): boolean {
  const { compatibility } = contractChangeKinds[id];
  return compatibility === 'breaking' || compatibility === 'risky';
}

/** Whether all texts that one schema allows are allowed by another. */
function isAccepted(sent: FlatSchema, known: FlatSchema, lists: ListWriting): boolean {
  if (acceptsEveryText(known)) return isOneText(sent) && !(lists === 'member' && sent.types.has('array'));
  const texts = listTexts(sent);
  return texts !== undefined && texts.every((text) => acceptsText(known, text));
}

/** The first alarm becomes a change of the type that breaks nothing; defaults do not depend on what is accepted. */
function relax(facts: readonly SchemaFact[], pair: SentPair): readonly SchemaFact[] {
  const first = facts.find((fact) => isAlarm(fact) && !isDefault(fact));
  const widened = asWidened(pair);
  return facts.flatMap((fact) =>
    fact === first ? widened(fact) : isAlarm(fact) && !isDefault(fact) ? [] : fact,
  );
}

function isDefault({ id }: SchemaFact): boolean {
  return id === 'request-default-changed';
}

function asWidened({ direction }: SentPair): (fact: SchemaFact) => SchemaFact {
  const id = direction === 'request' ? 'request-type-widened' : 'response-type-narrowed';
  return (fact) => (isAlarm(fact) && !isDefault(fact) ? { ...fact, id } : fact);
}

/** An empty text is no longer null, but still allowed. */
function withoutNull(fact: SchemaFact): SchemaFact {
  const isNull = fact.id === 'request-became-not-nullable' || fact.id === 'response-became-nullable';
  return isNull ? { ...fact, id: 'documentation-changed' } : fact;
}
