import { withEnclosing } from '../../source/place.ts';

/**
 * The pointers of a document's values that contain one of its faults, or refer to a value that does: what a rule finds
 * there may follow from the fault alone.
 */
export function findAffected(
  faults: ReadonlySet<string>,
  holdersOf: (pointer: string) => readonly string[],
): ReadonlySet<string> {
  const affected = new Set<string>();
  const rest = [...faults];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    for (const pointer of withEnclosing(next)) {
      if (affected.has(pointer)) break;
      affected.add(pointer);
      rest.push(...holdersOf(pointer));
    }
  }
  return affected;
}
