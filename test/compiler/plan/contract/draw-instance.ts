import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import type { Draw } from './draw.ts';
import { propertyNames, unknownName } from './draw-schema.ts';

const inPlace = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'description',
  'x-extensible-enum',
]);
/** Of the formats that are drawn, and of none of them. */
export const ofFormats = ['a:b', '2020-01-01T00:00:00Z', '::1', '%'];
const strings = [
  'a',
  '',
  'ab',
  'b',
  'abc',
  'ba',
  'x',
  'xy',
  'axe',
  'axis',
  'bb',
  'aab',
  '-a',
  'axeb',
  ...ofFormats,
];
const numbers = [1, 2, 0, 3, 4, 5, 1.5, 2.5, 0.5, -1, -0.5, 0.25, -0.25, 3.5, 6, -2, -3, 3e9, 1e19];
export const knownNames = [...propertyNames, 'ax'];
const names = [...knownNames, unknownName];

/** What the schema of a value may refer to, and the schemas that its pair is about. */
export interface DrawnSchemas {
  readonly components: JsonObject;
  readonly changed: ReadonlySet<Json>;
  /** The schemas of the value that is drawn and of those around it. */
  readonly path: readonly Json[];
  /** The names that schemas of the same value require. */
  readonly required: readonly Json[];
  /** Whether to draw little besides what has to be there and what has changed, so that more values fit. */
  readonly isLean: boolean;
}

/** Draws a value that is likely to fit a schema, or nearly, and to contain what a changed schema describes. */
export function drawInstance(draw: Draw, schema: Json, schemas: DrawnSchemas, depth: number): Json {
  const isChanged = schemas.changed.has(schema);
  if (!isJsonObject(schema) || depth <= 0 || draw.once(isChanged || schemas.isLean ? 20 : 8))
    return drawAny(draw, depth);
  const own = omit(schema, inPlace);
  const parts = [own, ...partsOf(draw, schema, schemas)];
  const required = [
    ...schemas.required,
    ...parts.flatMap((part) => (isJsonObject(part) ? listOf(part['required']) : [])),
  ];
  const below = { ...schemas, path: [...schemas.path, schema], required };
  const next = (value: Json) => drawInstance(draw, value, below, depth - 0.5);
  // Of the members that several parts describe, those of a part that has changed remain.
  const values = parts
    .filter((part) => !isJsonObject(part) || Object.keys(part).length > 0)
    .toSorted((one, other) => Number(schemas.changed.has(one)) - Number(schemas.changed.has(other)))
    .map((part) => (part === own ? drawPlain(draw, own, below, depth) : next(part)));
  const objects = values.filter(isJsonObject);
  const isObject = objects.length === values.length || draw.once(2);
  if (isObject && objects.length > 0) return Object.assign({}, ...objects);
  const [last] = values.slice(-1);
  return last === undefined ? drawAny(draw, depth) : last;
}

/** The schemas that apply to the same value, apart from some of the alternatives. */
function partsOf(draw: Draw, schema: JsonObject, { components, changed }: DrawnSchemas): readonly Json[] {
  const { $ref: reference, anyOf, oneOf, allOf, if: test, then: branch, else: other, not } = schema;
  const { dependentSchemas: dependent } = schema;
  const target = typeof reference === 'string' ? [components[reference.split('/').at(-1) ?? ''] ?? {}] : [];
  const choice = listOf(anyOf ?? oneOf);
  const about = choice.filter((one) => changed.has(one));
  const offered = about.length > 0 && !draw.once(3) ? about : choice;
  const named = isJsonObject(dependent) ? Object.values(dependent) : [];
  const conditions = [test, branch, other, not, ...named].filter((part) => part !== undefined);
  return [
    ...target,
    ...listOf(allOf),
    ...offered.slice(draw.below(offered.length)).slice(0, draw.once(4) ? 2 : 1),
    ...conditions.filter((part) => (changed.has(part) ? !draw.once(4) : draw.once(2))),
  ];
}

function drawPlain(draw: Draw, schema: JsonObject, schemas: DrawnSchemas, depth: number): Json {
  const { type, enum: values, const: only, nullable } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return draw.oneOf(...(values as unknown as readonly [Json, ...Json[]]));
  if (nullable === true && draw.once(4)) return null;
  const types = [type ?? typesFor(schema)].flat();
  const name = types[draw.below(Math.max(types.length, 1))];
  if (name === 'string') return draw.oneOf(...(strings as [string, ...string[]]));
  if (name === 'integer' || name === 'number') return drawNumber(draw, schema);
  if (name === 'boolean') return draw.once(2);
  if (name === 'null') return null;
  if (name === 'array') return drawList(draw, schema, schemas, depth);
  return name === 'object' ? drawMembers(draw, schema, schemas, depth) : drawAny(draw, depth);
}

/** Draws a number, often one next to which values do not fit. */
function drawNumber(draw: Draw, { minimum, maximum, multipleOf }: JsonObject): Json {
  const bounds = [minimum, maximum, multipleOf].filter((bound) => typeof bound === 'number');
  const [first = numbers[0] ?? 0, ...others] = bounds.length > 0 && draw.once(2) ? bounds : numbers;
  return draw.oneOf(first, ...others);
}

function drawList(
  draw: Draw,
  { items: written, prefixItems, contains, unevaluatedItems }: JsonObject,
  schemas: DrawnSchemas,
  depth: number,
): Json {
  const items = written ?? unevaluatedItems;
  const first = listOf(prefixItems);
  const isChanged = [...first, items, contains].some((one) => one !== undefined && schemas.changed.has(one));
  const length = draw.below(4);
  const below = { ...schemas, required: [] };
  return Array.from({ length: isChanged && draw.once(2) ? Math.max(length, 1) : length }, (_, index) =>
    drawInstance(draw, first[index] ?? (draw.once(2) ? contains : items) ?? items ?? {}, below, depth - 1),
  );
}

const objectKeywords = [
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
];

/** The types that the keywords of a schema without types are about. */
function typesFor(schema: JsonObject): readonly string[] {
  const isAbout = (...keywords: readonly string[]) => keywords.some((keyword) => keyword in schema);
  return [
    ...(isAbout(...objectKeywords) ? ['object', 'object'] : []),
    ...(isAbout('items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'unevaluatedItems')
      ? ['array', 'array']
      : []),
    ...(isAbout('minLength', 'maxLength', 'pattern', 'format') ? ['string', 'string'] : []),
    ...(isAbout('minimum', 'maximum', 'multipleOf') ? ['number', 'number'] : []),
    'any',
  ];
}

/** Draws a value that differs in one place. */
export function drawNear(draw: Draw, value: Json): Json {
  if (Array.isArray(value) && value.length > 0) {
    const at = draw.below(value.length);
    if (draw.once(3)) return (value as readonly Json[]).toSpliced(at, 1);
    if (draw.once(3)) return [...(value as readonly Json[]), value[at] ?? null];
    return (value as readonly Json[]).with(at, drawNear(draw, value[at] ?? null));
  }
  if (draw.once(4)) return null;
  if (!isJsonObject(value) || draw.once(4)) return drawAny(draw, 1);
  const name = draw.oneOf(...(names as [string, ...string[]]));
  const { [name]: old, ...others } = value;
  if (old !== undefined && draw.once(2)) return others;
  return { ...others, [name]: old === undefined ? drawAny(draw, 1) : drawNear(draw, old) };
}

function drawMembers(draw: Draw, schema: JsonObject, schemas: DrawnSchemas, depth: number): Json {
  const { additionalProperties: others, required, maxProperties } = schema;
  // A schema that leads back to itself is not drawn again and again.
  const isRepeated = (name: string) => schemas.path.includes(schemaOf(name, schema));
  const isChanged = (name: string) => schemas.changed.has(schemaOf(name, schema)) && !isRepeated(name);
  const isRequired = (name: string) =>
    listOf(required).includes(name) || (isDescribed(name, schema) && schemas.required.includes(name));
  const below = { ...schemas, required: [] };
  const given = names.filter((name) => {
    if (isChanged(name)) return !draw.once(schemas.isLean ? 3 : 10);
    if (isRequired(name)) return !draw.once(8);
    if (isRepeated(name) || schemas.isLean) return draw.once(8);
    return isDescribed(name, schema) ? !draw.once(4) : draw.once(others === false ? 12 : 6);
  });
  const first = given.toSorted(
    (a, b) => Number(isRequired(b)) - Number(isRequired(a)) || Number(isChanged(b)) - Number(isChanged(a)),
  );
  const most = typeof maxProperties === 'number' && !draw.once(4) ? maxProperties : Infinity;
  return Object.fromEntries(
    first.slice(0, most).map((name) => [name, drawInstance(draw, schemaOf(name, schema), below, depth - 1)]),
  );
}

function isDescribed(name: string, { properties }: JsonObject): boolean {
  return isJsonObject(properties) && name in properties;
}

/** The schema of a property: its own, that of a pattern, or that of others. */
function schemaOf(name: string, schema: JsonObject): Json {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const matching = Object.entries(isJsonObject(patternProperties) ? patternProperties : {}).find(
    ([pattern]) => new RegExp(pattern).test(name),
  );
  const own = isJsonObject(properties) ? properties[name] : undefined;
  return own ?? matching?.[1] ?? additionalProperties ?? unevaluatedProperties ?? {};
}

function drawAny(draw: Draw, depth: number): Json {
  const name = draw.oneOf(...(names as [string, ...string[]]));
  const composed = depth > 0 ? [[drawAny(draw, 0)], { [name]: drawAny(draw, 0) }] : [];
  return draw.oneOf<Json>('a', ...strings, ...numbers, true, null, [], {}, ...composed);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
