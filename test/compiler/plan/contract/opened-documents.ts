import { isJsonObject, pick, type Json, type JsonObject, valueAt } from '#compiled/json.ts';
import { splitPointer } from '#source/place.ts';

/** A document without the keywords at some pointers. */
export function withoutKeywords(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document);
  for (const pointer of pointers) {
    const path = splitPointer(pointer);
    const keyword = path.at(-1) ?? '';
    openAround(copy, path);
    for (const schema of holdersOf(copy, path, keyword)) if (isJsonObject(schema)) openLimit(schema, keyword);
  }
  return copy;
}

/** The schema with a keyword, which is one of several parts if an alternative has in it what was next to it. */
function holdersOf(document: JsonObject, path: readonly string[], keyword: string): readonly Json[] {
  const written = valueAt(document, path.slice(0, -1));
  if (!isJsonObject(written) || keyword in written) return [written ?? {}];
  const { allOf } = written;
  return Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
}

/**
 * Opens the limits of the same keyword around a schema, since the plan reports the tightest: those of the parts beside it, and
 * of the schema whose alternative it is, which the other alternatives keep.
 */
function openAround(document: JsonObject, path: readonly string[]): void {
  const [combined = '', index = ''] = path.slice(-3, -1);
  if (!/^(allOf|anyOf|oneOf)$/.test(combined) || !/^\d+$/.test(index)) return;
  const keyword = path.at(-1) ?? '';
  const list = valueAt(document, path.slice(0, -2)) as Json[];
  const outer = valueAt(document, path.slice(0, -3)) as JsonObject;
  if (combined === 'allOf') for (const part of list) if (isJsonObject(part)) openLimit(part, keyword);
  const limit = pick(outer, [keyword, exclusiveOf(keyword)]);
  if (combined !== 'allOf' && Object.keys(limit).length > 0)
    for (const [other, one] of list.entries())
      if (String(other) !== index)
        list[other] =
          isJsonObject(one) && isFree(one, limit) ? { ...one, ...limit } : { allOf: [one, limit] };
  openLimit(outer, keyword);
  openAround(document, [...path.slice(0, -3), keyword]);
}

/** Whether a schema may have further keywords written into it. */
function isFree(schema: JsonObject, keywords: JsonObject): boolean {
  return !['$ref', ...Object.keys(keywords)].some((keyword) => keyword in schema);
}

function openLimit(schema: JsonObject, keyword: string): void {
  // Of one item, none is there twice.
  const limited = keyword === 'maxItems' && Number(schema['maxItems']) < 2 ? ['uniqueItems'] : [];
  for (const name of [keyword, exclusiveOf(keyword), ...limited])
    delete (schema as Record<string, Json>)[name];
}

/** A bound and its exclusive form are one limit. */
function exclusiveOf(keyword: string): string {
  return `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
}

/** A document in which keywords at some pointers, for properties that are not described, allow everything. */
export function withOthersOpen(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document);
  for (const pointer of pointers) {
    const path = splitPointer(pointer);
    const keyword = path.at(-1) ?? '';
    for (const schema of holdersOf(copy, path, keyword))
      if (isJsonObject(schema) && keyword in schema) (schema as Record<string, Json>)[keyword] = true;
  }
  return copy;
}

/** A document in which the schemas at some pointers allow everything. */
export function withOpen(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document);
  for (const pointer of pointers) {
    const path = splitPointer(pointer);
    openProperty(valueAt(copy, path.slice(0, -2)), path.at(-1) ?? '', false);
  }
  return copy;
}

/** A document in which the properties at some pointers, and those that are merged with them, allow everything. */
export function withoutSchemas(document: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = structuredClone(document);
  for (const pointer of pointers) {
    const [, around = '', inner = '', name = ''] =
      /^(.*?)((?:\/(?:allOf|anyOf|oneOf)\/\d+)*)\/properties\/([^/]+)$/.exec(pointer) ?? [];
    const holder = schemaIn(copy, splitPointer(around + inner));
    openProperty(inner === '' ? holder : schemaIn(copy, splitPointer(around)), name);
    openProperty(holder, name);
  }
  return copy;
}

/** The value at a path, where the alternatives of `oneOf` may be among those of the last `allOf`. */
function schemaIn(value: Json, path: readonly string[]): Json | undefined {
  const [name, ...others] = path;
  if (name === undefined) return value;
  const { allOf } = isJsonObject(value) ? value : {};
  const last = Array.isArray(allOf)
    ? valueAt(value, ['allOf', String(allOf.length - 1), 'anyOf'])
    : undefined;
  const next = valueAt(value, [name]) ?? (name === 'oneOf' ? last : undefined);
  return next === undefined ? undefined : schemaIn(next, others);
}

function openProperty(schema: Json | undefined, name: string, inParts = true): void {
  if (!isJsonObject(schema)) return;
  const { properties, allOf = [], anyOf = [], oneOf = [] } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name))
    (properties as Record<string, Json>)[name] = {};
  if (inParts) for (const part of [allOf, anyOf, oneOf].flat()) openProperty(part, name);
}
