import { contractChangeKinds } from '../contract-change-kinds.ts';
import type { FlatSchema, SchemaNode } from '../schemas/flat-schema.ts';
import type { ChildPair, Direction, SchemaDifference, SchemaFact } from '../schemas/schema-fact.ts';
import { acceptsAll, acceptsEveryText, acceptsText, isOneText, isScalar, listTexts } from './accepts-text.ts';
import type { ListWriting } from './list-writing.ts';

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
export function compareAsText(found: SchemaDifference, pair: SentPair): TextDifference {
  const [sent, known] = sidesOf(pair);
  if (isItemOf(sent, known, pair.lists))
    return { all: found.all.map(asWidened(pair)), children: itemPairs(pair) };
  if (!found.all.some(isAlarm)) return found;
  if (isAccepted(sent.flat, known.flat, pair.lists))
    return { all: relax(found.all.map(withoutNull), pair), children: [] };
  const isEmptyKnown = pair.lists === 'only item' || acceptsText(known.flat, '');
  const all = isEmptyKnown ? found.all.map(withoutNull) : found.all;
  return { ...found, all: pair.lists === 'apart' ? all.map(withoutOneItem(known.flat)) : all };
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
  const sides = direction === 'request' ? { base, head: items } : { base: items, head };
  return [{ step: '/*', ...sides, isCovered: false }];
}

function isAlarm({ id }: SchemaFact): boolean {
  const { compatibility } = contractChangeKinds[id];
  return compatibility === 'breaking' || compatibility === 'risky';
}

/** Whether all texts that one schema allows are allowed by another. */
function isAccepted(sent: FlatSchema, known: FlatSchema, lists: ListWriting): boolean {
  const mayHaveLines = sent.types.has('string');
  if (acceptsEveryText(known, { mayBeEmpty: mayHaveLines || sent.nullable, mayHaveLines }))
    return isOneText(sent) && !(lists === 'member' && sent.types.has('array'));
  const all = listTexts(sent);
  if (!all) return false;
  const texts = lists === 'only item' ? all.texts.filter((text) => text !== '') : all.texts;
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

/** Whether a difference does not depend on what is accepted: a default, or a format, from which clients take types. */
function isIndependent({ id }: SchemaFact): boolean {
  return id === 'request-default-changed' || id.includes('-format-');
}

function asWidened({ direction }: SentPair): (fact: SchemaFact) => SchemaFact {
  const id = direction === 'request' ? 'request-type-widened' : 'response-type-narrowed';
  return (fact) => (isAlarm(fact) && !isIndependent(fact) ? { ...fact, id } : fact);
}

/** A list whose items are sent each by itself has at least one, or is not sent. */
function withoutOneItem({ limits }: FlatSchema): (fact: SchemaFact) => SchemaFact {
  const isMet = (limits.get('minItems')?.value ?? 0) <= 1;
  return (fact) =>
    fact.of === 'minItems' && isMet && isAlarm(fact) ? { ...fact, id: 'documentation-changed' } : fact;
}

/** An empty text is no longer null, but still allowed. */
function withoutNull(fact: SchemaFact): SchemaFact {
  const isNull = fact.id === 'request-became-not-nullable' || fact.id === 'response-became-nullable';
  return isNull ? { ...fact, id: 'documentation-changed' } : fact;
}
