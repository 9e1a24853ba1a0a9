import type { CompiledOperation } from '../compiled-api.ts';

/** Sets of scopes of which a call needs one; it needs none if there are none. */
type Scopes = CompiledOperation['scopes'];

/** An operation that needs all that some operations need; the rest of it is as in the first one. */
export function requireAll(
  method: string,
  path: string,
  operations: readonly CompiledOperation[],
): CompiledOperation {
  const { access: _access, scopes: _scopes, ...first } = operations[0] ?? { method, path };
  if (operations.every(({ access }) => access === 'public'))
    return { ...first, method, path, access: 'public' };
  const scopes = operations.map((operation) => operation.scopes).reduce(requireBoth, undefined);
  return { ...first, method, path, ...(scopes && { scopes }) };
}

function requireBoth(one: Scopes, other: Scopes): Scopes {
  if (!one || !other) return one ?? other;
  const sets = one.flatMap((set) => other.map((also) => [...new Set([...set, ...also])].toSorted()));
  return sets.filter(
    (set, index) =>
      !sets.some(
        (less, place) => place !== index && isEnough(less, set) && (place < index || !isEnough(set, less)),
      ),
  );
}

/** Whether whoever has the second set has the first one too. */
function isEnough(less: readonly string[], set: readonly string[]): boolean {
  return less.every((scope) => set.includes(scope));
}
