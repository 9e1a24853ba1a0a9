import { escapeToken } from '#source/place.ts';
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

/** Two objects whose properties are compared. */
interface Objects {
  readonly facts: SchemaFacts;
  readonly base: FlatSchema;
  readonly head: FlatSchema;
  readonly anything: Anything;
  readonly meaning: SchemaMeaning;
}

/** Compares the properties that go in a direction, and the required names. */
export function compareProperties(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  anything: Anything,
  meaning: SchemaMeaning,
): void {
  const objects = { facts, base, head, anything, meaning };
  const [before, after] = [visibleIn(facts.direction, base), visibleIn(facts.direction, head)];
  // What is sent to a property that is only read now is compared.
  const isCompared = (name: string) => facts.direction === 'request' && before.has(name);
  const hidden = [
    ...[...base.properties.keys()].filter((name) => !before.has(name)),
    ...[...head.properties.keys()].filter((name) => !after.has(name) && !isCompared(name)),
  ];
  if (!hidden.every((name) => isKnown(name, objects))) facts.isAssumed = true;
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(name), after.get(name)];
    if (old && now) facts.compare(stepTo(name), old, now);
    else if (old) compareRemoved(name, old, objects);
    else if (now) compareAdded(name, now, objects);
  }
  if (facts.direction === 'response') compareRefused(objects);
  compareRequired(after, objects);
  compareRequiredNames(facts, { before, after }, base, head);
}

function stepTo(name: string): string {
  return `/${escapeToken(name)}`;
}

/** Whether whatever is sent as a property is allowed there, though it may go the other way only. */
function isKnown(name: string, { facts, base, head, meaning }: Objects): boolean {
  const [sender, receiver] = facts.direction === 'request' ? [base, head] : [head, base];
  const own = receiver.properties.get(name);
  const isOpen = own
    ? allowsEverything(own, facts.direction)
    : !isRejected(name, receiver) && undescribed(name, receiver).length === 0;
  const [old, now] = [base.properties.get(name), head.properties.get(name)];
  return isRejected(name, sender) || isOpen || isContained(facts.direction, old, now, meaning);
}

function isContained(
  direction: Direction,
  old: SchemaNode | undefined,
  now: SchemaNode | undefined,
  meaning: SchemaMeaning,
): boolean {
  return old !== undefined && now !== undefined && meaning.isWithinStrictly(old, now, direction);
}

function compareRemoved(name: string, old: SchemaNode, objects: Objects): void {
  const { facts, head, meaning } = objects;
  reportRemoved(facts, name, head, {
    isStillReturned: isStillReturned(name, old, objects),
    allowsEverything: allowsEverything(old, facts.direction),
    isStillDescribed: isContained(facts.direction, old, head.properties.get(name), meaning),
    isNever: areDisjoint(old, old, facts.direction),
  });
  for (const now of laterSchemas(name, objects)) facts.compare(stepTo(name), old, now);
}

/** Whether responses still contain a property that head does not describe, with values that base describes. */
function isStillReturned(
  name: string,
  old: SchemaNode,
  { facts, head, anything, meaning }: Objects,
): boolean {
  if (facts.direction === 'request' || !head.required.response.has(name)) return false;
  if (undescribed(name, head).length > 0) return true;
  return (
    isSentAsAnything(name, head, 'response') && meaning.isWithin(old, anything.head(facts.head), 'response')
  );
}

/** What head says of a property that it no longer describes as going that way. */
function laterSchemas(name: string, { facts, base, head, anything }: Objects): readonly SchemaNode[] {
  const hidden = head.properties.get(name);
  // What is sent to a property that is only read now is validated.
  if (hidden) return facts.direction === 'request' ? [hidden] : [];
  const isReturned = facts.direction === 'response' && !base.required.response.has(name);
  if (isReturned && isSentAsAnything(name, head, 'response')) return [anything.head(facts.head)];
  return isRejected(name, head) ? [] : undescribed(name, head);
}

/** What had to be sent and was not described could have any value. */
function isSentAsAnything(name: string, base: FlatSchema, direction: Direction): boolean {
  const isDescribed = base.properties.has(name) || undescribed(name, base).length > 0;
  return !isDescribed && base.required[direction].has(name);
}

/** A newly described property was allowed before as far as the schemas of other properties allowed it. */
function compareAdded(name: string, now: SchemaNode, { facts, base, head, anything }: Objects): void {
  const { direction } = facts;
  const isNever = areDisjoint(now, now, direction);
  const sides = { base, head };
  reportAdded(facts, name, sides, { allowsEverything: allowsEverything(now, direction), isNever });
  if (base.properties.has(name)) return;
  if (direction === 'request' && isRejected(name, base)) return;
  const refused = direction === 'response' ? base.refused.properties.get(name) : undefined;
  const before = isSentAsAnything(name, base, direction)
    ? [anything.base(facts.base)]
    : [refused ?? [], undescribed(name, base)].flat();
  for (const old of before) facts.compare(stepTo(name), old, now);
}

/** What base describes and refuses all the same may be sent, though head does not describe it. */
function compareRefused({ facts, base, head, anything }: Objects): void {
  for (const [name, old] of base.refused.properties) {
    if (head.properties.has(name) || isRejected(name, head)) continue;
    const sent = isSentAsAnything(name, head, 'response')
      ? [anything.head(facts.head)]
      : undescribed(name, head);
    for (const now of sent) facts.compare(stepTo(name), old, now);
  }
}

/** What may have had to be sent is still validated if it is only read now. */
function compareRequired(
  after: ReadonlyMap<string, SchemaNode>,
  { facts, base, head, anything }: Objects,
): void {
  for (const [name, now] of head.properties) {
    if (after.has(name) || base.properties.has(name)) continue;
    if (!mayBeRequired(name, base, facts.direction)) continue;
    const others = undescribed(name, base);
    for (const old of others.length > 0 ? others : [anything.base(facts.base)])
      facts.compare(stepTo(name), old, now);
  }
}
