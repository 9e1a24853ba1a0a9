import { appendPointer, splitPointer, withEnclosing } from '#source/place.ts';
import { type StructuralError, unknownField } from '../../validators/fits-openapi.ts';

/** Members that determine which other members an object may have. */
const decisive: ReadonlySet<string> = new Set([
  '$ref',
  'content',
  'flow',
  'in',
  'nodeType',
  'schema',
  'scheme',
  'type',
]);

/**
 * The errors of a document in which the values at some pointers were omitted or replaced, without the errors that may
 * result from that.
 */
export function withoutConsequences(
  errors: readonly StructuralError[],
  invalidPointers: ReadonlySet<string>,
): readonly StructuralError[] {
  if (invalidPointers.size === 0) return errors;
  const [whole, changed] = [new Set(invalidPointers), new Map<string, Set<string>>()];
  for (const invalidPointer of invalidPointers) {
    const [holder, name] = splitLast(invalidPointer);
    if (decisive.has(name)) whole.add(holder);
    changed.set(holder, (changed.get(holder) ?? new Set()).add(name));
  }
  return errors.filter((error) => {
    if (withEnclosing(error.instancePath).some((pointer) => whole.has(pointer))) return false;
    const members = changed.get(error.instancePath);
    return !members || isIndependent(error, members);
  });
}

function splitLast(pointer: string): readonly [string, string] {
  const path = splitPointer(pointer);
  return [appendPointer('', ...path.slice(0, -1)), path.at(-1) ?? ''];
}

/** Whether an error of an object does not depend on the given members. */
function isIndependent(error: StructuralError, members: ReadonlySet<string>): boolean {
  if (unknownField(error) !== undefined) return true;
  const missing = String(error.params['missingProperty']);
  // `default` may be missing only because another response was omitted.
  return error.keyword === 'required' && missing !== 'default' && !members.has(missing);
}
