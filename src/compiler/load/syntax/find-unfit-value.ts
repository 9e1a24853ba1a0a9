import { appendPointer } from '#source/place.ts';

/** A value that JSON cannot represent, or that exceeds a limit. */
export interface UnfitValue {
  readonly pointer: string;
  readonly message: string;
}

/**
 * The maximum number of values in a document. A value counts each time that an alias repeats it, since more would fill
 * the memory.
 */
export const maxValues = 5_000_000;

/**
 * Finds the first value that is not plain JSON, or reports that aliases repeat too many values. Requires that the
 * nesting is limited.
 */
export function findUnfitValue(root: unknown): UnfitValue | undefined {
  const sizes = new Map<object, number>();
  const path: string[] = [];
  let unfit: UnfitValue | undefined;

  /** The number of values at and below the current path. */
  const measure = (value: unknown): number => {
    const message = explainUnfit(value);
    if (message !== undefined) unfit ??= { pointer: appendPointer('', ...path), message };
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    for (const [key, member] of Object.entries(value)) {
      path.push(key);
      size += measure(member);
      path.pop();
    }
    sizes.set(value, size);
    return size;
  };

  const size = measure(root);
  if (size > maxValues)
    return { pointer: '', message: `Its aliases expand the document to ${maxValues} values or more.` };
  return unfit;
}

function explainUnfit(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'JSON does not support this number.';
  if (typeof value === 'bigint' || typeof value === 'symbol') return 'JSON does not support this value.';
  const isPlain = typeof value !== 'object' || value === null || Array.isArray(value);
  if (isPlain || Object.getPrototypeOf(value) === Object.prototype) return undefined;
  return 'JSON does not support this value.';
}
