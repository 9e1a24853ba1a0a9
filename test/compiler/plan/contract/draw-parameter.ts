import { type Json, type JsonObject, sameJson } from '#compiled/json.ts';
import type { Draw } from './draw.ts';

/** Two declarations of one parameter, and the values that a request may send for it. */
export interface NearParameters {
  readonly openapi: string;
  readonly base: JsonObject;
  readonly head: JsonObject;
}

const locations = ['query', 'query', 'path', 'header', 'cookie'] as const;

/** The ways in which a list or an object may be written, by location. */
const styles: Readonly<Record<string, readonly (readonly [string, boolean])[]>> = {
  query: [
    ['form', true],
    ['form', false],
    ['spaceDelimited', false],
    ['pipeDelimited', false],
  ],
  path: [
    ['simple', false],
    ['simple', true],
    ['label', false],
    ['label', true],
    ['matrix', false],
    ['matrix', true],
  ],
  header: [
    ['simple', false],
    ['simple', true],
  ],
  cookie: [['form', false]],
};

export function drawParameters(draw: Draw): NearParameters {
  const is31 = draw.once(2);
  const location = draw.oneOf(...locations);
  const ways = styles[location] ?? [];
  const way = () => ways[draw.below(ways.length)] ?? ['form', true];
  const [style, explode] = way();
  const [otherStyle, otherExplode] = draw.once(5) ? way() : [style, explode];
  const schema = drawWritten(draw, is31);
  const edited = draw.once(4) ? drawWritten(draw, is31) : editWritten(draw, schema, is31);
  const isOne = !('properties' in schema) && !('items' in schema);
  const allowsEmpty = location === 'query' && isOne && draw.once(6);
  const stillAllows = location === 'query' && draw.once(6);
  const declare = (written: string, isExploded: boolean, value: Json): JsonObject => ({
    name: 'p',
    in: location,
    required: true,
    style: written,
    explode: isExploded,
    schema: value,
  });
  return {
    openapi: is31 ? '3.1.0' : '3.0.3',
    base: { ...declare(style, explode, schema), ...(allowsEmpty && { allowEmptyValue: true }) },
    head: { ...declare(otherStyle, otherExplode, edited), ...(stillAllows && { allowEmptyValue: true }) },
  };
}

function drawWritten(draw: Draw, is31: boolean): JsonObject {
  const kind = draw.below(8);
  if (kind < 4) return drawScalar(draw, is31);
  if (kind < 6) return drawList(draw, drawScalar(draw, is31));
  return kind === 6
    ? drawMembers(draw, drawScalar(draw, is31), drawScalar(draw, is31))
    : { anyOf: [drawScalar(draw, is31), drawScalar(draw, is31)] };
}

function drawList(draw: Draw, items: JsonObject): JsonObject {
  return {
    type: 'array',
    items,
    ...(draw.once(3) && { minItems: draw.below(3) }),
    ...(draw.once(3) && { maxItems: 2 + draw.below(2) }),
    ...(items['type'] === 'string' && !('enum' in items) && draw.once(5) && { uniqueItems: true }),
  };
}

function drawMembers(draw: Draw, a: JsonObject, b: JsonObject): JsonObject {
  return { type: 'object', properties: { a, b }, ...(draw.once(2) && { required: draw.some(['a', 'b']) }) };
}

function editWritten(draw: Draw, schema: JsonObject, is31: boolean): JsonObject {
  const { items, properties } = schema as { items?: JsonObject; properties?: Record<string, JsonObject> };
  if (items)
    return draw.once(2) ? { ...schema, items: editScalar(draw, items, is31) } : drawList(draw, items);
  if (properties) {
    const { a = {}, b = {} } = properties;
    const edited = { a: draw.once(2) ? editScalar(draw, a, is31) : a, b: editScalar(draw, b, is31) };
    return { ...schema, properties: edited };
  }
  const isNullable = schema['nullable'] === true || Array.isArray(schema['type']);
  return !isNullable && draw.once(3) ? drawList(draw, schema) : editScalar(draw, schema, is31);
}

/** Keywords of two types are never next to each other, since those of the other type have no effect. */
function editScalar(draw: Draw, schema: JsonObject, is31: boolean): JsonObject {
  const next = drawScalar(draw, is31);
  const isOfOneType = sameJson(schema['type'], next['type']);
  if (isOfOneType && draw.once(2)) return { ...schema, ...next };
  const isNumeric = (schema['type'] === 'integer' || schema['type'] === 'number') && draw.once(3);
  return isNumeric ? { ...schema, type: draw.oneOf('integer', 'number') } : next;
}

const patterns = ['^a', 'b$', '.*', '^[0-9]+$', '^.*$'] as const;

/** Draws a schema whose values are each one text. */
function drawScalar(draw: Draw, is31: boolean): JsonObject {
  const kind = draw.below(7);
  if (kind === 0) return typed(draw, is31, 'boolean');
  if (kind === 1) return typed(draw, is31, 'string');
  if (kind === 2) return { type: 'string', ...drawTextLimits(draw) };
  if (kind < 5) return { ...typed(draw, is31, draw.oneOf('integer', 'number')), ...drawBounds(draw, is31) };
  if (kind === 5) return { type: 'string', enum: draw.some(['1', '2', 'true', 'false', 'a']).concat('b') };
  return draw.oneOf<JsonObject>({}, { type: 'integer', enum: [1, 2] }, { type: 'integer', enum: [2] });
}

function drawTextLimits(draw: Draw): JsonObject {
  return {
    ...(draw.once(4) && { minLength: draw.below(3) }),
    ...(draw.once(4) && { maxLength: 2 + draw.below(2) }),
    ...(draw.once(4) && { pattern: draw.oneOf(...patterns) }),
  };
}

function drawBounds(draw: Draw, is31: boolean): JsonObject {
  if (draw.once(4)) return { multipleOf: draw.oneOf(2, 0.5, 1, 1.5) };
  const isExclusive = draw.once(2);
  const [minimum, maximum] =
    is31 && isExclusive
      ? (['exclusiveMinimum', 'exclusiveMaximum'] as const)
      : (['minimum', 'maximum'] as const);
  const flags = !is31 && isExclusive;
  return {
    ...(draw.once(2) && { [minimum]: draw.oneOf(0, 1, 0.5), ...(flags && { exclusiveMinimum: true }) }),
    ...(draw.once(2) && { [maximum]: draw.oneOf(10, 3, 2.5), ...(flags && { exclusiveMaximum: true }) }),
  };
}

function typed(draw: Draw, is31: boolean, type: string): JsonObject {
  if (!draw.once(4)) return { type };
  return is31 ? { type: [type, 'null'] } : { type, nullable: true };
}
