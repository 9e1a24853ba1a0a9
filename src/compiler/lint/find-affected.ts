import { shapeAt } from '#openapi/grammar.ts';
import { splitPointer, withEnclosing } from '#source/place.ts';

/** Members of OpenAPI objects whose removal does not cause a finding about the object that contains them. */
const inert: ReadonlySet<string> = new Set([
  'contact',
  'externalDocs',
  'license',
  'maxProperties',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'operationId',
  'tags',
  'termsOfService',
  'uniqueItems',
]);

/**
 * Returns the pointers of values that contain an invalid value, or that refer to such a value: findings there may be
 * mere consequences of the invalid value.
 */
export function findAffected(
  invalidPointers: ReadonlySet<string>,
  holdersOf: (pointer: string) => readonly string[],
): ReadonlySet<string> {
  const affected = new Set<string>();
  const rest = [...invalidPointers].filter((invalidPointer) => !isInert(splitPointer(invalidPointer)));
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    for (const pointer of withEnclosing(next)) {
      if (affected.has(pointer)) break;
      affected.add(pointer);
      rest.push(...holdersOf(pointer));
    }
  }
  return affected;
}

function isInert(path: readonly string[]): boolean {
  if (!inert.has(path.at(-1) ?? '')) return false;
  return shapeAt('Document', path) === undefined && shapeAt('Document', path.slice(0, -1))?.as === 'one';
}
