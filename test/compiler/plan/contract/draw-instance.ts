import { isJsonObject, type Json, type JsonObject } from '../../../../src/compiled/json.ts';
import type { Draw } from './draw.ts';
import { propertyNames } from './draw-schema.ts';
import { unknownName } from './read-as-json-schema.ts';

const strings = ['a', '', 'ab', 'b', 'abc', 'ba'];
const numbers = [1, 2, 0, 3, 4, 1.5, -1];
const names = [...propertyNames, unknownName, 'ax'];

/** Draws a value that is likely to fit a schema, or nearly. */
export function drawInstance(draw: Draw, schema: Json, components: JsonObject, depth: number): Json {
  if (!isJsonObject(schema) || depth === 0 || draw.once(8)) return drawAny(draw, depth);
  const { $ref: reference, anyOf, oneOf, allOf } = schema;
  const next = (value: Json) => drawInstance(draw, value, components, depth - 1);
  if (typeof reference === 'string') return next(components[reference.split('/').at(-1) ?? ''] ?? {});
  const choice = anyOf ?? oneOf;
  const parts = [
    ...listOf(allOf),
    ...listOf(choice).filter((_, index) => index === draw.below(listOf(choice).length)),
  ];
  const { allOf: _, anyOf: __, oneOf: ___, ...own } = schema;
  const values = [own, ...parts]
    .filter((part) => !isJsonObject(part) || Object.keys(part).length > 0)
    .map((part) => (part === own ? drawPlain(draw, own, components, depth) : next(part)));
  const objects = values.filter(isJsonObject);
  if (objects.length === values.length && values.length > 0) return Object.assign({}, ...objects);
  return values.at(-1) ?? drawAny(draw, depth);
}

function drawPlain(draw: Draw, schema: JsonObject, components: JsonObject, depth: number): Json {
  const { type, enum: values, const: only, nullable } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return draw.oneOf(...(values as unknown as readonly [Json, ...Json[]]));
  if (nullable === true && draw.once(4)) return null;
  const types = [type ?? []].flat();
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
  { items, prefixItems }: JsonObject,
  components: JsonObject,
  depth: number,
): Json {
  const first = listOf(prefixItems);
  return Array.from({ length: draw.below(4) }, (_, index) =>
    drawInstance(draw, first[index] ?? items ?? {}, components, depth - 1),
  );
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
