type Members = Readonly<Record<string, unknown>>;

type JsonPrimitive = string | number | boolean | null;

export type Json = JsonPrimitive | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value is a JSON object: neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of an object or the item of a list; undefined if it does not exist. */
export function memberOf(value: Json | undefined, token: string | number): Json | undefined;

export function memberOf(value: unknown, token: string | number): unknown;

export function memberOf(value: unknown, token: string | number): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(String(token)) ? value[Number(token)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** The value at the end of a path of names and indexes; undefined if it does not exist. */
export function valueAt(root: Json | undefined, path: readonly (string | number)[]): Json | undefined;

export function valueAt(root: unknown, path: readonly (string | number)[]): unknown;

export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(memberOf, root);
}

/** Casts a table's content to `Json`: its interfaces only lack the index signature that the type requires. */
export function asJson(value: object): Json {
  return value as unknown as Json;
}

/** The members of an object that have one of the given names. */
export function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name] ?? null]] : [])),
  );
}

/** The members of an object that have none of the given names. */
export function omit(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

/** The default of each setting; undefined for a setting without a default. */
export type Defaults<Settings> = { readonly [Name in keyof Required<Settings>]: DefaultOf<Settings[Name]> };

type DefaultOf<Value> = Value extends Leaf ? Value : Defaults<Value>;

type Leaf = readonly unknown[] | string | number | boolean | undefined;

/** Settings that are all optional. */
type Partly<Value> = Value extends Leaf
  ? Value
  : { readonly [Name in keyof Value]?: Partly<Value[Name]> | undefined };

/**
 * Fills in defaults: each setting, in nested groups too, has its declared value, or the default. Omits settings without
 * either.
 */
export function fillIn<Settings extends object>(
  declared: Partly<NoInfer<Settings>> | undefined,
  defaults: Defaults<Settings>,
): Settings {
  const filled = Object.entries(defaults).map(([name, value]) => {
    const own = memberOf(declared, name);
    return [name, isJsonObject(value) ? fillIn(own ?? {}, value) : (own ?? value)] as const;
  });
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as Settings;
}

/** Whether two values are the same JSON; a member that is undefined counts as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameItems(a, b);
  return sameMembers(a as Members, b as Members);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
}

function sameMembers(a: Members, b: Members): boolean {
  for (const key of Object.keys(a)) if (!sameJson(a[key], memberOf(b, key))) return false;
  for (const key of Object.keys(b)) if (b[key] !== undefined && memberOf(a, key) === undefined) return false;
  return true;
}
