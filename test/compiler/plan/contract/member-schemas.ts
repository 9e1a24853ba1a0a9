import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { NearSchemas, Schemas } from './near-schemas.ts';
import type { Names } from './rename-properties.ts';

/** The schemas that may apply to one value, all alternatives among them. */
export interface Applied {
  readonly schemas: readonly Json[];
  readonly components: JsonObject;
  /** The names that properties have in values in place of those in the schemas. */
  readonly names: Names;
}

/** The schemas of a value in base and in head. */
export type Sides = readonly [Applied, Applied];

export function bothSides({ base, head, names }: Pick<NearSchemas, 'base' | 'head' | 'names'>): Sides {
  return [appliedOf(base, names), appliedOf(head, names)];
}

function appliedOf({ root, components }: Schemas, names: Names): Applied {
  return { schemas: partsOf([root], components), components, names };
}

/** The schemas of a property or an item. */
export function ofMember(around: Applied, key: string, isItem: boolean): Applied {
  const { components, names } = around;
  return { schemas: partsOf(schemasOf(around, key, isItem), components), components, names };
}

function schemasOf({ schemas, names }: Applied, key: string, isItem: boolean): readonly Json[] {
  const name = writtenName(key, names);
  return schemas
    .filter(isJsonObject)
    .flatMap((schema) => (isItem ? itemsOf(schema, Number(key)) : propertiesOf(schema, name, key)));
}

/** Whether all schemas for a property, of which there are some, say that it is only read. */
export function isOnlyRead(object: Applied, key: string): boolean {
  const found = schemasOf(object, key, false);
  return found.length > 0 && found.every((schema) => isMarked(schema, object.components));
}

/** Whether a schema has the mark of what is only read, or one that it includes has. */
function isMarked(schema: Json | undefined, components: JsonObject): boolean {
  if (!isJsonObject(schema)) return false;
  const { $ref: reference, allOf, readOnly } = schema;
  const target = typeof reference === 'string' ? components[reference.split('/').at(-1) ?? ''] : undefined;
  return readOnly === true || [target, ...listOf(allOf)].some((part) => isMarked(part, components));
}

/** Whether one of the schemas describes a property by its name. */
function describes({ schemas, names }: Applied, key: string): boolean {
  return schemas.filter(isJsonObject).some((schema) => isDescribed(schema, writtenName(key, names)));
}

/** The name in the schemas of a property. */
function writtenName(key: string, names: Names): string {
  return Object.keys(names).find((name) => names[name] === key) ?? key;
}

/** Whether a step of the path of a change leads to a property or an item. */
export function leadsTo(step: string, key: string, isItem: boolean, sides: Sides): boolean {
  if (step === key) return true;
  const schemas = sides.flatMap((side) => side.schemas.filter(isJsonObject));
  if (isItem) return step === '*' && !schemas.some((schema) => Number(key) < tupleOf(schema).length);
  const [, pattern] = /^\{(.*)\}$/.exec(step) ?? [];
  if (pattern === undefined || sides.some((side) => describes(side, key))) return false;
  if (pattern !== '') return matches(pattern, key);
  return !schemas.some((schema) => patternsOf(schema).some(([one]) => matches(one, key)));
}

/** Some schemas, and those that a value which fits them may have to fit too. */
function partsOf(schemas: readonly Json[], components: JsonObject): readonly Json[] {
  const found = new Set(schemas);
  for (const schema of found)
    if (isJsonObject(schema)) for (const part of partsIn(schema, components)) found.add(part);
  return [...found];
}

function partsIn(schema: JsonObject, components: JsonObject): readonly Json[] {
  const { $ref: reference, allOf, anyOf, oneOf, then: branch, else: other } = schema;
  const { dependentSchemas } = schema;
  const target = typeof reference === 'string' ? components[reference.split('/').at(-1) ?? ''] : undefined;
  const dependent = isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
  const parts = [target, ...[allOf, anyOf, oneOf].flatMap(listOf), branch, other, ...dependent];
  return parts.filter((part) => part !== undefined);
}

function propertiesOf(schema: JsonObject, name: string, key: string): readonly Json[] {
  const { properties, additionalProperties, unevaluatedProperties } = schema;
  const own = isJsonObject(properties) && isDescribed(schema, name) ? [properties[name] ?? {}] : [];
  const matching = patternsOf(schema).flatMap(([pattern, one]) => (matches(pattern, key) ? [one] : []));
  const described = [...own, ...matching];
  const rest = additionalProperties ?? unevaluatedProperties;
  return described.length > 0 || rest === undefined ? described : [rest];
}

function itemsOf(schema: JsonObject, index: number): readonly Json[] {
  const own = tupleOf(schema)[index];
  const { items, unevaluatedItems } = schema;
  const found = own ?? items ?? unevaluatedItems;
  return found === undefined ? [] : [found];
}

function isDescribed({ properties }: JsonObject, name: string): boolean {
  return isJsonObject(properties) && Object.hasOwn(properties, name);
}

function patternsOf({ patternProperties }: JsonObject): readonly (readonly [string, Json])[] {
  return isJsonObject(patternProperties) ? Object.entries(patternProperties) : [];
}

function tupleOf({ prefixItems }: JsonObject): readonly Json[] {
  return listOf(prefixItems);
}

/** Not in Unicode mode, in which some of the patterns that are drawn are invalid. */
function matches(pattern: string, name: string): boolean {
  return new RegExp(pattern).test(name);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
