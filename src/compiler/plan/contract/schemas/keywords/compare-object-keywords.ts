import type { FlatSchema, SchemaNode } from '../flat-schema.ts';
import { areDisjoint } from '../choices/are-disjoint.ts';
import { allowsEverything } from '../choices/allows-everything.ts';
import { dependsOnValue } from './conditions/compare-unevaluated.ts';
import { hasRoomForOthers } from './keywords-for.ts';
import type { Direction, SchemaFacts } from '../schema-fact.ts';

/** Compares `additionalProperties` and `unevaluatedProperties`. */
export function compareAdditional(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  anything: Anything,
): void {
  const [before, after] = [restOf(base, facts.direction), restOf(head, facts.direction)];
  const keyword = [base, head].some(({ origins }) => origins.has('additionalProperties'))
    ? 'additionalProperties'
    : 'unevaluatedProperties';
  if (before === after || dependsOnValue('unevaluatedProperties', base, head)) return;
  if (after === 'closed') {
    if (facts.direction === 'request' && sendsOnlyDescribed(base, head)) return;
    facts.report('additional-properties-closed', { what: 'no longer allows additional properties', keyword });
  } else if (before === 'closed') {
    facts.report('additional-properties-opened', { what: 'allows additional properties', keyword });
    if (facts.direction === 'response' && base.refused.additional)
      facts.compare('/{}', base.refused.additional, after === 'open' ? anything.head(facts.head) : after);
  } else {
    const [old, now] = [
      before === 'open' ? anything.base(facts.base) : before,
      after === 'open' ? anything.head(facts.head) : after,
    ];
    facts.compare('/{}', old, now);
  }
}

/** Whether senders may send required properties only, each of which is compared by itself. */
function sendsOnlyDescribed(base: FlatSchema, head: FlatSchema): boolean {
  const isDescribed = (name: string) => [base, head].some(({ properties }) => properties.has(name));
  return !hasRoomForOthers(base, 'request') && [...base.required.request].every(isDescribed);
}

/** The schema of other properties; if it allows no value, there are none. */
function restOf({ additional }: FlatSchema, direction: Direction): FlatSchema['additional'] {
  return typeof additional === 'object' && areDisjoint(additional, additional, direction)
    ? 'closed'
    : additional;
}

/** A name that matches a pattern of one side only has the schema of additional properties on the other. */
export function comparePatternProperties(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  for (const pattern of new Set([...base.patternProperties.keys(), ...head.patternProperties.keys()])) {
    const [old, now] = [base.patternProperties.get(pattern), head.patternProperties.get(pattern)];
    const [before, after] = [old ?? base.additional, now ?? head.additional];
    const isCompared = typeof before === 'object' && typeof after === 'object';
    if (isCompared) facts.compare(`/{${pattern}}`, before, after);
    else if (old) reportPatternRemoved(facts, pattern, after === 'closed');
    else reportPatternAdded(facts, pattern, before === 'closed');
  }
}

function reportPatternRemoved(facts: SchemaFacts, pattern: string, isRejected: boolean): void {
  const detail = {
    step: `/{${pattern}}`,
    action: 'remove',
    before: pattern,
    keyword: 'patternProperties',
  } as const;
  if (isRejected)
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

export function compareItems(
  facts: SchemaFacts,
  base: FlatSchema,
  head: FlatSchema,
  anything: Anything,
): void {
  const isArray = ({ types }: FlatSchema) => types.has('array');
  // That a request has room for fewer items may count as risky, so its items are compared all the same.
  const limiting = facts.direction === 'request' ? [base] : [base, head];
  if (!isArray(base) || !isArray(head) || limiting.some((schema) => hasRoomFor(0, schema))) return;
  compareTuples(facts, base, head);
  compareFirstItems(facts, base, head, anything);
  if (!base.items && !head.items) return;
  const first = Math.max(base.tuple.length, head.tuple.length);
  if (limiting.some((schema) => hasRoomFor(first, schema))) return;
  if ([base, head].some((schema) => endsEarly(schema, facts.direction))) return;
  facts.compare('/*', base.items ?? anything.base(facts.base), head.items ?? anything.head(facts.head));
}

/** Whether there is room for so many items at most. */
function hasRoomFor(count: number, { limits }: FlatSchema): boolean {
  return (limits.get('maxItems')?.value ?? Infinity) <= count;
}

/** Whether one of the first items can have no value, so that none follows. */
function endsEarly({ tuple }: FlatSchema, direction: Direction): boolean {
  return tuple.some((item) => areDisjoint(item, item, direction));
}

/** Against an unconstrained list they are one constraint, which `compareTuples` reports. */
function compareFirstItems(facts: SchemaFacts, base: FlatSchema, head: FlatSchema, anything: Anything): void {
  const restricts = ({ tuple }: FlatSchema) => restrictsSome(tuple, facts.direction);
  if ([base, head].some(saysNothing) && [base, head].some(restricts)) return;
  for (let index = 0; index < Math.max(base.tuple.length, head.tuple.length); index += 1) {
    const [old, now] = [base.tuple[index] ?? base.items, head.tuple[index] ?? head.items];
    facts.compare(`/${index}`, old ?? anything.base(facts.base), now ?? anything.head(facts.head));
  }
}

function saysNothing({ tuple, items }: FlatSchema): boolean {
  return tuple.length === 0 && !items;
}

function restrictsSome(items: readonly SchemaNode[], direction: Direction): boolean {
  return items.some((item) => !allowsEverything(item, direction));
}

/** Reports once that the first items gain or lose schemas; if there are others, `compareFirstItems` compares them. */
function compareTuples(facts: SchemaFacts, base: FlatSchema, head: FlatSchema): void {
  const keyword = 'prefixItems';
  const part = 'schemas of the first items';
  if (saysNothing(base) && restrictsSome(head.tuple, facts.direction))
    facts.report('constraint-added', { action: 'add', part, what: 'were added', keyword });
  if (saysNothing(head) && restrictsSome(base.tuple, facts.direction))
    facts.report('constraint-removed', { action: 'remove', part, what: 'were removed', keyword });
}

/** Schemas that allow everything, for each document, at the location of a given schema. */
export interface Anything {
  readonly base: (beside: SchemaNode) => SchemaNode;
  readonly head: (beside: SchemaNode) => SchemaNode;
}
