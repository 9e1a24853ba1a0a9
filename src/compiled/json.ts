type JsonPrimitive = string | number | boolean | null;
export type Json = JsonPrimitive | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value is a JSON object: neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a table holds as the JSON that it is (`invariants.ts`): its interfaces lack the index that the type asks for. */
export function asJson(value: object): Json {
  return value as unknown as Json;
}

/** The members of an object of the given names, as far as it has them. */
export function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name] ?? null]] : [])),
  );
}

/** The members of an object but those of the given names. */
export function omit(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}
