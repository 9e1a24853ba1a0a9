import { isJsonObject, type Json } from '#compiled/json.ts';

/** The names that properties have in place of those that are drawn. */
export type Names = Readonly<Record<string, string>>;

/** Names that are keywords of schemas too, or that objects of JavaScript have. */
export const keywordNames: Names = { a: 'properties', b: '$ref', c: 'discriminator' };
export const inheritedNames: Names = { a: 'constructor', b: 'items', c: 'hasOwnProperty' };

/** Renames the properties of a value, or those that a schema names. */
export function renameProperties(value: Json, names: Names): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => renameProperties(item, names));
  if (!isJsonObject(value)) return value;
  const rename = (name: string) => names[name] ?? name;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === 'required' || key === 'propertyName') return [key, renameAll(member, rename)];
      if (key !== 'dependentRequired' || !isJsonObject(member))
        return [rename(key), renameProperties(member, names)];
      const dependent = Object.entries(member).map(([name, others]) => [
        rename(name),
        renameAll(others, rename),
      ]);
      return [key, Object.fromEntries(dependent) as Json];
    }),
  );
}

function renameAll(name: Json, rename: (name: string) => string): Json {
  if (Array.isArray(name)) return name.map((one) => renameAll(one as Json, rename));
  return typeof name === 'string' ? rename(name) : name;
}
