import { escapeToken } from '#source/place.ts';
import { mayBeRequired } from './conditions/conditions.ts';
import type { FlatSchema, PropertyFacts, SchemaNode } from './facts/flat-schema.ts';
import type { Direction, SchemaFacts } from './facts/schema-fact.ts';
import type { KeywordComparison, SchemaMeaning } from './facts/schema-meaning.ts';

import { lowerLimit } from './limits.ts';
import { hasRoomForOthers, isRejected, isRequired, undescribed, visibleIn } from './property-facts.ts';
import { dependsOnValue } from './unevaluated.ts';

export function reportProperties(comparison: KeywordComparison): void {
  comparePatterns(comparison);
  compareNamed(comparison);
  compareAdditional(comparison);
}

/**
 * Compares `patternProperties`. If only one side has a pattern, the matching properties have the schema of additional
 * properties on the other side.
 */
function comparePatterns({
  facts,
  base: { properties: base },
  head: { properties: head },
}: KeywordComparison) {
  for (const pattern of new Set([...base.matching.keys(), ...head.matching.keys()])) {
    const [old, now] = [base.matching.get(pattern), head.matching.get(pattern)];
    const [before, after] = [old ?? base.additional, now ?? head.additional];
    const isCompared = typeof before === 'object' && typeof after === 'object';
    if (isCompared) facts.compare(`/{${pattern}}`, before, after);
    else if (old) reportPatternRemoved(facts, pattern, after === 'closed');
    else reportPatternAdded(facts, pattern, before === 'closed');
  }
}

function reportPatternRemoved(facts: SchemaFacts, pattern: string, areRejected: boolean): void {
  const detail = {
    step: `/{${pattern}}`,
    action: 'remove',
    before: pattern,
    keyword: 'patternProperties',
  } as const;
  if (areRejected)
    facts.report('constraint-added', { ...detail, what: 'was removed, so its properties are now rejected' });
  else facts.report('constraint-removed', { ...detail, what: 'was removed' });
}

function reportPatternAdded(facts: SchemaFacts, pattern: string, wasRejected: boolean): void {
  const detail = {
    step: `/{${pattern}}`,
    action: 'add',
    after: pattern,
    keyword: 'patternProperties',
  } as const;
  if (wasRejected)
    facts.report('constraint-removed', {
      ...detail,
      what: 'was added, so its properties are no longer rejected',
    });
  else facts.report('constraint-added', { ...detail, what: 'was added' });
}

/**
 * Compares the properties that are visible in the direction (not read-only in requests, not write-only in responses),
 * and the required names.
 */
function compareNamed(objects: KeywordComparison): void {
  const { facts, base, head } = objects;
  const [before, after] = [visibleIn(facts.direction, base), visibleIn(facts.direction, head)];
  // A request property that became read-only is compared as well, since values sent for it are still validated.
  const isCompared = (name: string) => facts.direction === 'request' && before.has(name);
  const hidden = [
    ...[...base.properties.named.keys()].filter((name) => !before.has(name)),
    ...[...head.properties.named.keys()].filter((name) => !after.has(name) && !isCompared(name)),
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
  compareRequiredNames(objects, before, after);
}

function stepTo(name: string): string {
  return `/${escapeToken(name)}`;
}

/**
 * Whether the receiver certainly accepts every value that the sender may send as a property that is hidden in the
 * direction on at least one side.
 */
function isKnown(name: string, { facts, base, head, meaning }: KeywordComparison): boolean {
  const [sender, receiver] = facts.direction === 'request' ? [base, head] : [head, base];
  const own = receiver.properties.named.get(name);
  const isOpen = own
    ? meaning.allowsEverything(own, facts.direction)
    : !isRejected(name, receiver) && undescribed(name, receiver).length === 0;
  const [old, now] = [base.properties.named.get(name), head.properties.named.get(name)];
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

function compareRemoved(name: string, old: SchemaNode, objects: KeywordComparison): void {
  const { facts, head, meaning } = objects;
  reportRemoved(facts, name, head, {
    isStillReturned: isInResponses(name, old, objects),
    allowsEverything: meaning.allowsEverything(old, facts.direction),
    isStillDescribed: isContained(facts.direction, old, head.properties.named.get(name), meaning),
    isNever: meaning.isNever(old, facts.direction),
  });
  for (const now of laterSchemas(name, objects)) facts.compare(stepTo(name), old, now);
}

/** Whether responses still contain a property that head does not describe, with values that base describes. */
function isInResponses(name: string, old: SchemaNode, { facts, head, meaning }: KeywordComparison): boolean {
  if (facts.direction === 'request' || !isRequired(name, 'response', head)) return false;
  if (undescribed(name, head).length > 0) return true;
  return (
    isSentAsAnything(name, head, 'response') &&
    meaning.isWithin(old, meaning.anything('head', facts.head), 'response')
  );
}

/** The schemas in head that still apply to a property that head no longer describes for the direction. */
function laterSchemas(
  name: string,
  { facts, base, head, meaning }: KeywordComparison,
): readonly SchemaNode[] {
  const hidden = head.properties.named.get(name);
  // A value sent for a property that became read-only is still validated.
  if (hidden) return facts.direction === 'request' ? [hidden] : [];
  const isReturned = facts.direction === 'response' && !isRequired(name, 'response', base);
  if (isReturned && isSentAsAnything(name, head, 'response')) return [meaning.anything('head', facts.head)];
  return isRejected(name, head) ? [] : undescribed(name, head);
}

/** Whether a property is required but not described, and so may have any value. */
function isSentAsAnything(name: string, base: FlatSchema, direction: Direction): boolean {
  const isDescribed = base.properties.named.has(name) || undescribed(name, base).length > 0;
  return !isDescribed && isRequired(name, direction, base);
}

/** Compares a newly described property with the schemas in base that applied to its name without describing it. */
function compareAdded(
  name: string,
  now: SchemaNode,
  { facts, base, head, meaning }: KeywordComparison,
): void {
  const { direction } = facts;
  const isNever = meaning.isNever(now, direction);
  const sides = { base, head };
  reportAdded(facts, name, sides, { allowsEverything: meaning.allowsEverything(now, direction), isNever });
  if (base.properties.named.has(name)) return;
  if (direction === 'request' && isRejected(name, base)) return;
  const refused = direction === 'response' ? base.properties.refused.properties.get(name) : undefined;
  const before = isSentAsAnything(name, base, direction)
    ? [meaning.anything('base', facts.base)]
    : [refused ?? [], undescribed(name, base)].flat();
  for (const old of before) facts.compare(stepTo(name), old, now);
}

/** Compares response properties that base describes but refuses, and that head allows without describing them. */
function compareRefused({ facts, base, head, meaning }: KeywordComparison): void {
  for (const [name, old] of base.properties.refused.properties) {
    if (head.properties.named.has(name) || isRejected(name, head)) continue;
    const sent = isSentAsAnything(name, head, 'response')
      ? [meaning.anything('head', facts.head)]
      : undescribed(name, head);
    for (const now of sent) facts.compare(stepTo(name), old, now);
  }
}

/**
 * Compares a property that base may require without describing it, and that head describes for the other direction
 * only: its value is still validated.
 */
function compareRequired(
  after: ReadonlyMap<string, SchemaNode>,
  { facts, base, head, meaning }: KeywordComparison,
): void {
  for (const [name, now] of head.properties.named) {
    if (after.has(name) || base.properties.named.has(name)) continue;
    if (!mayBeRequired(name, base, (flat) => isRequired(name, facts.direction, flat))) continue;
    const others = undescribed(name, base);
    for (const old of others.length > 0 ? others : [meaning.anything('base', facts.base)])
      facts.compare(stepTo(name), old, now);
  }
}

/** What is known about a property that is removed in the direction. */
interface Removed {
  readonly isStillReturned: boolean;
  /** Whether the property's schema in base certainly allows every value. */
  readonly allowsEverything: boolean;
  /** Whether head describes the property for the other direction only, with a schema that is certainly compatible. */
  readonly isStillDescribed: boolean;
  readonly isNever: boolean;
}

function reportRemoved(
  facts: SchemaFacts,
  name: string,
  head: FlatSchema,
  { isStillReturned, allowsEverything, isStillDescribed, isNever }: Removed,
): void {
  const { flat: base } = facts.base;
  const isHidden = head.properties.named.has(name);
  const hidden = isHidden ? head.properties.places.get(name) : undefined;
  const at = { base: base.properties.places.get(name), head: hidden };
  const step = `/${escapeToken(name)}`;
  const what = isHidden ? `became ${facts.direction === 'request' ? 'read' : 'write'}-only` : 'was removed';
  const detail = { action: 'remove', step, what, at } as const;
  if (facts.direction === 'response') {
    const isReadable = isHidden
      ? isStillDescribed
      : isStillReturned || allowsEverything || undescribed(name, head).length > 0;
    if (!isRejected(name, head) && !isReadable) facts.isAssumed = true;
    const wasRequired = isRequired(name, 'response', base) && !isStillReturned;
    facts.reportAs(`response-${wasRequired ? 'required' : 'optional'}-property-removed`, detail);
  } else if (isRejected(name, head) && !isNever) {
    facts.reportAs('request-property-forbidden', { ...detail, what: 'was removed and is now rejected' });
  } else facts.reportAs('request-property-removed', detail);
}

function reportAdded(
  facts: SchemaFacts,
  name: string,
  { base, head }: { readonly base: FlatSchema; readonly head: FlatSchema },
  { allowsEverything, isNever }: { readonly allowsEverything: boolean; readonly isNever: boolean },
): void {
  const [wasNeeded, isNeeded] = [base, head].map((flat) => isRequired(name, facts.direction, flat));
  const isRefused = isRejected(name, base);
  const isOpen = !isRefused && !base.properties.named.has(name) && undescribed(name, base).length === 0;
  if (facts.direction === 'response' ? isRefused : isOpen && !allowsEverything) facts.isAssumed = true;
  const detail = {
    action: 'add',
    step: `/${escapeToken(name)}`,
    at: { head: head.properties.places.get(name) },
  } as const;
  const what = isNever ? addedWithoutValues : isNeeded ? 'was added' : 'was added and is optional';
  if (facts.direction === 'response') facts.reportAs('response-property-added', { ...detail, what });
  else if (isNeeded && !wasNeeded)
    facts.reportAs('request-required-property-added', { ...detail, what: 'was added and is required' });
  else facts.reportAs('request-optional-property-added', { ...detail, what });
}

const addedWithoutValues = 'was added but allows no value';

type Properties = ReadonlyMap<string, SchemaNode>;

/**
 * Reports properties that become required or optional, except added and removed ones, whose own report includes this.
 */
function compareRequiredNames(
  { facts, base, head }: KeywordComparison,
  before: Properties,
  after: Properties,
): void {
  const [old, now] = [namesNeeded(base, facts.direction), namesNeeded(head, facts.direction)];
  for (const name of new Set([...old, ...now])) {
    if (old.has(name) === now.has(name)) continue;
    const isNeeded = now.has(name);
    if (isNeeded ? isNewProperty(name, before, after) : isRemovedProperty(name, before, after)) continue;
    reportRequired(facts, name, isNeeded);
  }
}

/**
 * The required names. A closed object whose `minProperties` is at least the number of its properties requires all of
 * them, including those that are hidden in the direction.
 */
function namesNeeded(schema: FlatSchema, direction: Direction): ReadonlySet<string> {
  const { additional, matching, named, required } = schema.properties;
  const isClosed = additional === 'closed' && matching.size === 0;
  return isClosed && lowerLimit('minProperties', schema) >= named.size && named.size > 0
    ? new Set([...required[direction], ...named.keys()])
    : required[direction];
}

function isNewProperty(name: string, before: Properties, after: Properties): boolean {
  return after.has(name) && !before.has(name);
}

function isRemovedProperty(name: string, before: Properties, after: Properties): boolean {
  return before.has(name) && !after.has(name);
}

function reportRequired(facts: SchemaFacts, name: string, isNeeded: boolean): void {
  const detail = {
    step: `/${escapeToken(name)}`,
    before: !isNeeded,
    after: isNeeded,
    keyword: 'required',
  };
  if (isNeeded) facts.report('property-became-required', { ...detail, what: 'became required' });
  else facts.report('property-became-optional', { ...detail, what: 'became optional' });
}

/** Compares `additionalProperties` and `unevaluatedProperties`. */
function compareAdditional(comparison: KeywordComparison): void {
  const { facts, base, head, meaning } = comparison;
  const [before, after] = [restOf(base, comparison), restOf(head, comparison)];
  const keyword = [base, head].some(({ origins }) => origins.has('additionalProperties'))
    ? 'additionalProperties'
    : 'unevaluatedProperties';
  if (before === after || dependsOnValue('unevaluatedProperties', base, head)) return;
  if (after === 'closed') {
    if (facts.direction === 'request' && sendsOnlyDescribed(base, head)) return;
    facts.report('additional-properties-closed', { what: 'no longer allows additional properties', keyword });
  } else if (before === 'closed') {
    facts.report('additional-properties-opened', { what: 'allows additional properties', keyword });
    if (facts.direction === 'response' && base.properties.refused.additional)
      facts.compare(
        '/{}',
        base.properties.refused.additional,
        after === 'open' ? meaning.anything('head', facts.head) : after,
      );
  } else {
    const [old, now] = [
      before === 'open' ? meaning.anything('base', facts.base) : before,
      after === 'open' ? meaning.anything('head', facts.head) : after,
    ];
    facts.compare('/{}', old, now);
  }
}

/** Whether requests can contain only required and described properties, each of which is compared separately. */
function sendsOnlyDescribed(base: FlatSchema, head: FlatSchema): boolean {
  const isDescribed = (name: string) => [base, head].some(({ properties }) => properties.named.has(name));
  return !hasRoomForOthers(base, 'request') && [...base.properties.required.request].every(isDescribed);
}

/** The schema of additional properties; `closed` if that schema allows no value. */
function restOf(
  { properties: { additional } }: FlatSchema,
  { facts, meaning }: KeywordComparison,
): PropertyFacts['additional'] {
  return typeof additional === 'object' && meaning.isNever(additional, facts.direction)
    ? 'closed'
    : additional;
}
