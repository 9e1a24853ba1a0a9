/** Finds out something of an object only where it is asked for, and only once. */
export function oncePer<Key extends object, Result>(findOut: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const found = known.get(key) ?? { result: findOut(key) };
    known.set(key, found);
    return found.result;
  };
}
