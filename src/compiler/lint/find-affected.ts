import { shapeAt } from '#openapi/grammar.ts';
import { splitPointer, withEnclosing } from '#source/place.ts';

/** Members of OpenAPI objects that can be left out without a finding of any rule on what contains them. */
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
 * The pointers of a document's values that contain one of its faults, or refer to a value that does: what a rule finds
 * there may follow from the fault alone.
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
