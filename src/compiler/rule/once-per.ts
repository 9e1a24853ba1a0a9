import type { OpenapiDocument } from '#openapi/model.ts';

/** Computes a value for an object on first use, and only once. */
export function oncePer<Key extends object, Result>(findOut: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, Result>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Result;
    const result = findOut(key);
    known.set(key, result);
    return result;
  };
}

/** Computes a value for a whole document on first use, and only once. */
export function oncePerDocument<Result>(
  findOut: (document: OpenapiDocument) => Result,
): (document: OpenapiDocument) => Result {
  return oncePer(findOut);
}

/** The first item for each key. */
export function indexFirst<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, Item> {
  const index = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    if (!index.has(key)) index.set(key, item);
  }
  return index;
}
