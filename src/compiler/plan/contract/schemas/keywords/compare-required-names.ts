import { escapeToken } from '#source/place.ts';
import type { FlatSchema, SchemaNode } from '../flat-schema.ts';
import type { Direction, SchemaFacts } from '../schema-fact.ts';

type Properties = ReadonlyMap<string, SchemaNode>;

/** That a property which is added or removed is required is part of that change. */
export function compareRequiredNames(
  facts: SchemaFacts,
  { before, after }: { readonly before: Properties; readonly after: Properties },
  base: FlatSchema,
  head: FlatSchema,
): void {
  const [old, now] = [namesNeeded(base, facts.direction), namesNeeded(head, facts.direction)];
  for (const name of new Set([...old, ...now])) {
    if (old.has(name) === now.has(name)) continue;
    const isRequired = now.has(name);
    if (isRequired ? isAddedAlone(name, before, after) : isRemovedAlone(name, before, after)) continue;
    reportRequired(facts, name, isRequired);
  }
}

/** The required names; all names of a closed object that needs as many properties, also of those that go the other way. */
function namesNeeded(schema: FlatSchema, direction: Direction): ReadonlySet<string> {
  const { additional, patternProperties, properties, limits, required } = schema;
  const isClosed = additional === 'closed' && patternProperties.size === 0;
  const least = limits.get('minProperties')?.value ?? 0;
  return isClosed && least >= properties.size && properties.size > 0
    ? new Set([...required[direction], ...properties.keys()])
    : required[direction];
}

function isAddedAlone(name: string, before: Properties, after: Properties): boolean {
  return after.has(name) && !before.has(name);
}

function isRemovedAlone(name: string, before: Properties, after: Properties): boolean {
  return before.has(name) && !after.has(name);
}

function reportRequired(facts: SchemaFacts, name: string, isRequired: boolean): void {
  const detail = {
    step: `/${escapeToken(name)}`,
    before: !isRequired,
    after: isRequired,
    keyword: 'required',
  };
  if (isRequired) facts.report('property-became-required', { ...detail, what: 'became required' });
  else facts.report('property-became-optional', { ...detail, what: 'became optional' });
}
