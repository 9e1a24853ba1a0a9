import type { FlatSchema } from '../flat-schema.ts';
import { matchesPattern } from '../flatten/matches-pattern.ts';

/** Whether it is certain that no object has a property. */
export function isRejected(
  name: string,
  { properties, additional, patternProperties, allowsName }: FlatSchema,
): boolean {
  if (!allowsName(name)) return true;
  const isDescribed = [...patternProperties.keys()].some((pattern) => matchesPattern(pattern, name));
  return additional === 'closed' && !properties.has(name) && !isDescribed;
}
