/** The maximum nesting of a document: far above real documents, and far below the limit of the stack. */
export const maximumDepth = 256;

/** Whether a value exceeds the maximum nesting. A value that contains itself always does. */
export function isTooDeep(value: unknown): boolean {
  let level: object[] = isNested(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maximumDepth) return true;
    level = [...childrenOf(level)];
  }
  return false;
}

/** The distinct children of all values of a level, so that aliases of one value do not multiply. */
function childrenOf(level: readonly object[]): Set<object> {
  const children = new Set<object>();
  for (const parent of level) {
    for (const child of Array.isArray(parent) ? parent : Object.values(parent)) {
      if (isNested(child)) children.add(child);
    }
  }
  return children;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
