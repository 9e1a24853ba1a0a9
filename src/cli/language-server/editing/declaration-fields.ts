import { isJsonObject } from '../../../compiled/json.ts';
import { kindSchemas } from '../../../compiler/declaration/kind-schemas.ts';

/** A field of a declaration or a value that it may have, with its description. */
export interface DeclarationField {
  readonly name: string;
  readonly description: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

/** The description of the value at a path of a declaration; undefined if its schema has none. */
export function describeField(kind: string, path: readonly string[]): string | undefined {
  return schemasAt(kind, path)
    .map(descriptionOf)
    .find((one) => one !== undefined);
}

/** The fields of the mapping at a path. */
export function listFields(kind: string, path: readonly string[]): readonly DeclarationField[] {
  const fields = schemasAt(kind, path).flatMap(({ properties }) =>
    isJsonObject(properties) ? Object.entries(properties) : [],
  );
  return [...new Map(fields)].map(([name, schema]) => ({
    name,
    description: alternativesOf(schema)
      .map(descriptionOf)
      .find((one) => one !== undefined),
  }));
}

/** The values that the schema at a path lists. */
export function listValues(kind: string, path: readonly string[]): readonly DeclarationField[] {
  return schemasAt(kind, path).flatMap((schema) => {
    const values = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']];
    const names =
      schema['type'] === 'boolean' ? ['true', 'false'] : values.filter((one) => typeof one === 'string');
    return names.map((name) => ({ name, description: descriptionOf(schema) }));
  });
}

function schemasAt(kind: string, path: readonly string[]): readonly Schema[] {
  const root = Object.entries(kindSchemas).find(([name]) => name === kind)?.[1];
  return path.reduce<readonly Schema[]>(
    (schemas, key) => schemas.flatMap((schema) => stepInto(schema, key)),
    alternativesOf(root),
  );
}

function stepInto(
  { properties, patternProperties, additionalProperties, items }: Schema,
  key: string,
): readonly Schema[] {
  if (key === '*') return alternativesOf(items);
  if (isJsonObject(properties) && Object.hasOwn(properties, key)) return alternativesOf(properties[key]);
  const others = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
  return [...others, additionalProperties].flatMap(alternativesOf);
}

/** A schema and those that it joins. */
function alternativesOf(schema: unknown): readonly Schema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const one = schema as Schema;
  const joined = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
    Array.isArray(one[keyword]) ? one[keyword] : [],
  );
  return [one, ...joined.flatMap(alternativesOf)];
}

function descriptionOf({ description }: Schema): string | undefined {
  return typeof description === 'string' ? description : undefined;
}
