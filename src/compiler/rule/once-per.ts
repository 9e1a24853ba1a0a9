/** Finds out something of an object only where it is asked for, and only once. */
export function oncePer<Key extends object, Result>(findOut: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.result;
    const result = findOut(key);
    known.set(key, { result });
    return result;
  };
}
