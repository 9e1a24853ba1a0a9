import { escapeToken } from '../../../../../source/place.ts';
import type { Anything } from './compare-object-keywords.ts';
import type { FlatSchema, SchemaNode } from '../flat-schema.ts';
import { areDisjoint } from '../choices/are-disjoint.ts';
import { allowsEverything } from '../choices/allows-everything.ts';
import { compareRequiredNames } from './compare-required-names.ts';
import { isRejected } from './is-rejected.ts';
import { mayBeRequired } from './may-be-required.ts';
import { reportAdded, reportRemoved } from './report-properties.ts';
import { undescribed, visibleIn } from './property-schemas.ts';
import type { Direction, SchemaFacts } from '../schema-fact.ts';
import type { SchemaMeaning } from '../schema-meaning.ts';

/** Compares the properties that go in a direction, and the required names. */
export function compareProperties(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  anything: Anything,
  meaning: SchemaMeaning,
): void {
  const [before, after] = [visibleIn(facts.direction, base), visibleIn(facts.direction, head)];
  // What is sent to a property that is only read now is compared.
  const isCompared = (name: string) => facts.direction === 'request' && before.has(name);
  const hidden = [
    ...[...base.properties.keys()].filter((name) => !before.has(name)),
    ...[...head.properties.keys()].filter((name) => !after.has(name) && !isCompared(name)),
  ];
  const [sender, receiver] = facts.direction === 'request' ? [base, head] : [head, base];
  const isOpenTo = (name: string) => {
    const own = receiver.properties.get(name);
    return own
      ? allowsEverything(own, facts.direction)
      : !isRejected(name, receiver) && undescribed(name, receiver).length === 0;
  };
  const isKnown = (name: string) =>
    isRejected(name, sender) ||
    isOpenTo(name) ||
    isContained(facts, base.properties.get(name), head.properties.get(name), meaning);
  if (!hidden.every(isKnown)) facts.isAssumed = true;
  /** Whether a property that is no longer described is still sent, with values that base describes. */
  const isStillSent = (name: string, old: SchemaNode) =>
    facts.direction === 'response' &&
    head.required.response.has(name) &&
    (undescribed(name, head).length > 0 ||
      (isSentAsAnything(name, head, 'response') &&
        meaning.isWithin(old, anything.head(facts.head), 'response')));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old && now) facts.compare(`/${escapeToken(name)}`, old, now);
    else if (old)
      compareRemoved(
        facts,
        name,
        old,
        { base, head },
        { isStillSent: isStillSent(name, old), anything, meaning },
      );
    else if (now) compareAdded(facts, name, now, { base, head }, anything);
  }
  if (facts.direction === 'response') compareRefused(facts, base, head, anything);
  // What may have had to be sent is still validated if it is only read now.
  for (const [name, now] of head.properties)
    if (!after.has(name) && !base.properties.has(name) && mayBeRequired(name, base, facts.direction))
      for (const old of sentAs(name, base, () => anything.base(facts.base)))
        facts.compare(`/${escapeToken(name)}`, old, now);
  compareRequiredNames(facts, { before, after }, base, head);
}

/** The schemas of a property without one of its own, which may be anything if there are none. */
function sentAs(name: string, schema: FlatSchema, anything: () => SchemaNode): readonly SchemaNode[] {
  const others = undescribed(name, schema);
  return others.length > 0 ? others : [anything()];
}

/** What had to be sent and was not described could have any value. */
function isSentAsAnything(name: string, base: FlatSchema, direction: Direction): boolean {
  const isDescribed = base.properties.has(name) || undescribed(name, base).length > 0;
  return !isDescribed && base.required[direction].has(name);
}

/** Whether whatever is sent as a property is allowed there, though it may go the other way only. */
function isContained(
  { direction }: SchemaFacts,
  old: SchemaNode | undefined,
  now: SchemaNode | undefined,
  meaning: SchemaMeaning,
): boolean {
  return old !== undefined && now !== undefined && meaning.isWithinStrictly(old, now, direction);
}

function compareRemoved(
  facts: SchemaFacts,
  name: string,
  old: SchemaNode,
  { base, head }: { readonly base: FlatSchema; readonly head: FlatSchema },
  {
    isStillSent,
    anything,
    meaning,
  }: { readonly isStillSent: boolean; readonly anything: Anything; readonly meaning: SchemaMeaning },
): void {
  const hidden = head.properties.get(name);
  const isStillDescribed = isContained(facts, old, hidden, meaning);
  const isNever = areDisjoint(old, old, facts.direction);
  reportRemoved(facts, name, head, {
    isStillSent,
    allowsEverything: allowsEverything(old, facts.direction),
    isStillDescribed,
    isNever,
  });
  for (const now of stillSent(facts, name, { base, head }, anything))
    facts.compare(`/${escapeToken(name)}`, old, now);
}

/** What may be sent as a property that is no longer described as going that way. */
function stillSent(
  facts: SchemaFacts,
  name: string,
  { base, head }: { readonly base: FlatSchema; readonly head: FlatSchema },
  anything: Anything,
): readonly SchemaNode[] {
  const hidden = head.properties.get(name);
  // What is sent to a property that is only read now is validated.
  if (hidden) return facts.direction === 'request' ? [hidden] : [];
  const isReturned = facts.direction === 'response' && !base.required.response.has(name);
  if (isReturned && isSentAsAnything(name, head, 'response')) return [anything.head(facts.head)];
  return isRejected(name, head) ? [] : undescribed(name, head);
}

/** A newly described property was allowed before as far as the schemas of other properties allowed it. */
function compareAdded(
  facts: SchemaFacts,
  name: string,
  now: SchemaNode,
  { base, head }: { readonly base: FlatSchema; readonly head: FlatSchema },
  anything: Anything,
): void {
  const isNever = areDisjoint(now, now, facts.direction);
  reportAdded(
    facts,
    name,
    { base, head },
    { allowsEverything: allowsEverything(now, facts.direction), isNever },
  );
  if (base.properties.has(name)) return;
  if (facts.direction === 'request' && isRejected(name, base)) return;
  const refused = facts.direction === 'response' ? base.refused.properties.get(name) : undefined;
  const before = isSentAsAnything(name, base, facts.direction)
    ? [anything.base(facts.base)]
    : [refused ?? [], undescribed(name, base)].flat();
  for (const old of before) facts.compare(`/${escapeToken(name)}`, old, now);
}

/** What base describes and refuses all the same may be sent, though head does not describe it. */
function compareRefused(facts: SchemaFacts, base: FlatSchema, head: FlatSchema, anything: Anything): void {
  for (const [name, old] of base.refused.properties) {
    if (head.properties.has(name) || isRejected(name, head)) continue;
    const sent = isSentAsAnything(name, head, 'response')
      ? [anything.head(facts.head)]
      : undescribed(name, head);
    for (const now of sent) facts.compare(`/${escapeToken(name)}`, old, now);
  }
}
