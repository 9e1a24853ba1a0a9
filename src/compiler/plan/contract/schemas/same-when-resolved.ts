import { isJsonObject, omit, type Json } from '#compiled/json.ts';
import type { OpenapiDocument } from '#openapi/model.ts';

/** Whether two values of two documents are equal after their references are resolved. */
export type SameWhenResolved = (base: Json, head: Json) => boolean;

type Pair = readonly [unknown, unknown];

/** Returns the comparison for two documents. It visits each pair of values once. */
export function sameWhenResolvedIn(base: OpenapiDocument, head: OpenapiDocument): SameWhenResolved {
  const [resolveBase, resolveHead] = [resolverIn(base), resolverIn(head)];
  return (before, after) => {
    const seen = new Map<unknown, Set<unknown>>();
    const waiting: Pair[] = [[before, after]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [old, now] = [resolveBase(next[0]), resolveHead(next[1])];
      const known = seen.get(old) ?? new Set();
      if (known.has(now)) continue;
      seen.set(old, known.add(now));
      const below = membersOf(old, now);
      if (!below) return false;
      waiting.push(...below);
    }
    return true;
  };
}

/** The pairs of members of two values; undefined if the values differ. */
function membersOf(old: unknown, now: unknown): readonly Pair[] | undefined {
  if (Array.isArray(old) && Array.isArray(now))
    return old.length === now.length ? old.map((item, index): Pair => [item, now[index]]) : undefined;
  if (!isJsonObject(old) || !isJsonObject(now)) return old === now ? [] : undefined;
  const names = Object.keys(old);
  if (names.length !== Object.keys(now).length || !names.every((name) => Object.hasOwn(now, name)))
    return undefined;
  return names.map((name): Pair => [old[name], now[name]]);
}

/** Returns a function that resolves a reference. Its siblings remain if the version of OpenAPI merges them. */
function resolverIn(document: OpenapiDocument): (value: unknown) => unknown {
  const resolved = new WeakMap<object, unknown>();
  const resolve = (value: object): unknown => {
    if (!isJsonObject(value)) return value;
    const { $ref: reference } = value;
    if (typeof reference !== 'string') return value;
    const start = { $ref: reference };
    const end = document.references.follow(start, (one) => document.extendsReference(one));
    if (!end?.target || !isJsonObject(end.value)) return value;
    const isOnlyReference = !document.mergesSiblings || Object.keys(value).length === 1;
    return isOnlyReference ? resolve(end.value) : { ...omit(value, new Set(['$ref'])), $ref: end.value };
  };
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const found = resolved.get(value) ?? resolve(value);
    resolved.set(value, found);
    return found;
  };
}
