import { matchesPattern } from '../flatten/matches-pattern.ts';
import type { FlatSchema, SchemaNode } from '../flat-schema.ts';
import type { Direction } from '../schema-fact.ts';

/** Senders do not send properties that are only read, unless those are required all the same. */
export function visibleIn(
  direction: Direction,
  { properties, required }: FlatSchema,
): ReadonlyMap<string, SchemaNode> {
  const goes = (name: string, { flat }: SchemaNode) =>
    !flat.hiddenIn[direction] || required[direction].has(name);
  return new Map([...properties].filter(([name, node]) => goes(name, node)));
}

/** The schemas of a property without one of its own. */
export function undescribed(
  name: string,
  { patternProperties, additional }: FlatSchema,
): readonly SchemaNode[] {
  const patterns = [...patternProperties].filter(([pattern]) => matchesPattern(pattern, name));
  if (patterns.length > 0) return patterns.map(([, node]) => node);
  return typeof additional === 'string' ? [] : [additional];
}
