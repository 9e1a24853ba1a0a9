import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { Schemas } from './near-schemas.ts';

/** The schemas of both sides in which something differs, directly or behind references. */
export function findChanged(base: Schemas, head: Schemas): ReadonlySet<Json> {
  const names = changedComponents(base.components, head.components);
  const found = new Set<Json>();
  const mark = (value: Json, other: Json | undefined): boolean => {
    if (typeof value !== 'object' || value === null) return value !== other;
    const { $ref: reference } = value as { $ref?: Json };
    const leads = typeof reference === 'string' && names.has(nameIn(reference));
    const isChanged = markMembers(value, other, mark) || leads;
    if (isChanged) found.add(value);
    return isChanged;
  };
  for (const [one, other] of [
    [base, head],
    [head, base],
  ] as const) {
    mark(one.root, other.root);
    for (const [name, schema] of Object.entries(one.components)) mark(schema, other.components[name]);
  }
  return found;
}

function markMembers(
  value: Exclude<Json, string | number | boolean | null>,
  other: Json | undefined,
  mark: (value: Json, other: Json | undefined) => boolean,
): boolean {
  if (Array.isArray(value)) {
    const items: readonly Json[] = Array.isArray(other) ? other : [];
    const marked = (value as readonly Json[]).map((item, index) => mark(item, items[index]));
    return marked.includes(true) || items.length !== value.length;
  }
  const members = isJsonObject(other) ? other : {};
  const marked = Object.entries(value).map(([name, member]) => mark(member, members[name]));
  return marked.includes(true) || Object.keys(members).length !== Object.keys(value).length;
}

/** The components that differ, and those that lead to them. */
function changedComponents(base: JsonObject, head: JsonObject): ReadonlySet<string> {
  const texts = Object.keys(base).map(
    (name) => [name, JSON.stringify(base[name]), JSON.stringify(head[name])] as const,
  );
  const found = new Set(texts.flatMap(([name, before, after]) => (before === after ? [] : [name])));
  for (const changed of found)
    for (const [name, ...sides] of texts)
      if (sides.some((side) => side.includes(`/${changed}"`))) found.add(name);
  return found;
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
