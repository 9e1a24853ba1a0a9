/** Whether two values are the same JSON; a member that is undefined counts as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameItems(a, b);
  return sameMembers(a as Members, b as Members);
}

type Members = Readonly<Record<string, unknown>>;

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
}

function sameMembers(a: Members, b: Members): boolean {
  for (const key of Object.keys(a)) if (!sameJson(a[key], own(b, key))) return false;
  for (const key of Object.keys(b)) if (b[key] !== undefined && own(a, key) === undefined) return false;
  return true;
}

function own(members: Members, key: string): unknown {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}
