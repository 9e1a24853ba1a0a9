import { isJsonObject, omit, type Json, type JsonObject } from '../../../../src/compiled/json.ts';
import type { Draw } from './draw.ts';
import { propertyNames, unknownName } from './draw-schema.ts';

const inPlace = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'description']);
const strings = ['a', '', 'ab', 'b', 'abc', 'ba', 'x', 'xy', 'axe', 'axis'];
const numbers = [1, 2, 0, 3, 4, 1.5, -1, -0.5];
export const knownNames = [...propertyNames, 'ax'];
const names = [...knownNames, unknownName];

/** Draws a value that is likely to fit a schema, or nearly. */
export function drawInstance(draw: Draw, schema: Json, components: JsonObject, depth: number): Json {
  if (!isJsonObject(schema) || depth === 0 || draw.once(8)) return drawAny(draw, depth);
  const { $ref: reference, anyOf, oneOf, allOf, if: test, then: branch, else: other } = schema;
  const next = (value: Json) => drawInstance(draw, value, components, depth - 1);
  const target = typeof reference === 'string' ? [components[reference.split('/').at(-1) ?? ''] ?? {}] : [];
  const choice = anyOf ?? oneOf;
  const parts = [
    ...target,
    ...listOf(allOf),
    ...listOf(choice)
      .slice(draw.below(listOf(choice).length))
      .slice(0, draw.once(4) ? 2 : 1),
    ...[test, branch, other].flatMap((part) => (part !== undefined && draw.once(2) ? [part] : [])),
    ...(schema['not'] !== undefined && draw.once(2) ? [schema['not']] : []),
  ];
  const own = omit(schema, inPlace);
  const values = [own, ...parts]
    .filter((part) => !isJsonObject(part) || Object.keys(part).length > 0)
    .map((part) => (part === own ? drawPlain(draw, own, components, depth) : next(part)));
  const objects = values.filter(isJsonObject);
  if (objects.length === values.length && values.length > 0) return Object.assign({}, ...objects);
  const [last] = values.slice(-1);
  return last === undefined ? drawAny(draw, depth) : last;
}

function drawPlain(draw: Draw, schema: JsonObject, components: JsonObject, depth: number): Json {
  const { type, enum: values, const: only, nullable } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return draw.oneOf(...(values as unknown as readonly [Json, ...Json[]]));
  if (nullable === true && draw.once(4)) return null;
  const types = [type ?? typesFor(schema)].flat();
  const name = types[draw.below(Math.max(types.length, 1))];
  if (name === 'string') return draw.oneOf(...(strings as [string, ...string[]]));
  if (name === 'integer' || name === 'number') return draw.oneOf(...(numbers as [number, ...number[]]));
  if (name === 'boolean') return draw.once(2);
  if (name === 'null') return null;
  if (name === 'array') return drawList(draw, schema, components, depth);
  return name === 'object' ? drawMembers(draw, schema, components, depth) : drawAny(draw, depth);
}

function drawList(
  draw: Draw,
  { items, prefixItems, contains }: JsonObject,
  components: JsonObject,
  depth: number,
): Json {
  const first = listOf(prefixItems);
  return Array.from({ length: draw.below(4) }, (_, index) =>
    drawInstance(
      draw,
      first[index] ?? (draw.once(2) ? contains : items) ?? items ?? {},
      components,
      depth - 1,
    ),
  );
}

/** The types that the keywords of a schema without types are about. */
function typesFor(schema: JsonObject): readonly string[] {
  const isAbout = (...keywords: readonly string[]) => keywords.some((keyword) => keyword in schema);
  return [
    ...(isAbout('properties', 'required', 'additionalProperties') ? ['object', 'object'] : []),
    ...(isAbout('items', 'prefixItems', 'contains', 'minItems', 'maxItems') ? ['array', 'array'] : []),
    ...(isAbout('minLength', 'maxLength', 'pattern') ? ['string', 'string'] : []),
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

function drawMembers(draw: Draw, schema: JsonObject, components: JsonObject, depth: number): Json {
  const { properties, additionalProperties, required } = schema;
  const described = isJsonObject(properties) ? properties : {};
  const given = names.filter((name) => {
    const isLikely = listOf(required).includes(name) || name in described;
    return isLikely ? !draw.once(4) : draw.once(6);
  });
  return Object.fromEntries(
    given.map((name) => [
      name,
      drawInstance(draw, described[name] ?? additionalProperties ?? {}, components, depth - 1),
    ]),
  );
}

function drawAny(draw: Draw, depth: number): Json {
  const name = draw.oneOf(...(names as [string, ...string[]]));
  const composed = depth > 0 ? [[drawAny(draw, 0)], { [name]: drawAny(draw, 0) }] : [];
  return draw.oneOf<Json>('a', ...strings, ...numbers, true, null, [], {}, ...composed);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
