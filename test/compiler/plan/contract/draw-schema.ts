import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import type { Draw } from './draw.ts';

/** The use that a schema is drawn for. */
export interface SchemaPlace {
  readonly is31: boolean;
  readonly depth: number;
  /** Whether a reference to any component ends here: not if it could lead to itself without a value between. */
  readonly mayRefer: boolean;
}

export const componentNames = ['One', 'Two', 'Three'] as const;
export const propertyNames = ['a', 'b', 'c'] as const;

/** A name that no schema describes. */
export const unknownName = 'zz';

/** Draws a schema. */
export function drawSchema(draw: Draw, place: SchemaPlace): Json {
  const schemas = place.depth <= 0 ? scalars : [...scalars, ...compounds];
  const make = schemas[draw.below(schemas.length)] ?? drawString;
  return make(draw, place);
}

type Maker = (draw: Draw, place: SchemaPlace) => Json;

/** The place below a value. */
function below(place: SchemaPlace): SchemaPlace {
  return { ...place, depth: place.depth - 1, mayRefer: true };
}

function within(place: SchemaPlace): SchemaPlace {
  return { ...place, depth: place.depth - 1 };
}

/** Patterns that are invalid in Unicode mode: outside a class it refuses such escapes. */
const nonUnicodePatterns = ['^\\-?a', '^[\\w\\@]*$'] as const;

const stringFormats = ['uri', 'uri-reference', 'date-time', 'ipv6'] as const;

function drawString(draw: Draw, place: SchemaPlace): JsonObject {
  return {
    ...typed(draw, place, 'string'),
    ...(draw.once(3) && { minLength: draw.below(4) }),
    ...(draw.once(3) && { maxLength: draw.oneOf(2, 1, 3) }),
    ...(draw.once(4) && { pattern: draw.oneOf('^a', 'b$', '^$', ...nonUnicodePatterns) }),
    ...(draw.once(8) && { format: draw.oneOf(...stringFormats) }),
    ...(draw.once(12) && { 'x-extensible-enum': draw.some(['a', 'b', 'ab']) }),
  };
}

function drawNumber(draw: Draw, place: SchemaPlace): JsonObject {
  const type = draw.oneOf('integer', 'number');
  const format = type === 'integer' && draw.once(8) ? { format: draw.oneOf('int32', 'int64') } : {};
  return { ...typed(draw, place, type), ...drawBounds(draw, place), ...format };
}

export function drawBounds(draw: Draw, { is31 }: SchemaPlace): JsonObject {
  const [minimum, maximum] = [draw.below(4), draw.below(4)];
  const exclusive = (keyword: 'exclusiveMinimum' | 'exclusiveMaximum', bound: number): JsonObject => ({
    [keyword]: is31 ? bound : true,
  });
  return {
    ...(draw.once(3) && { minimum, ...(draw.once(3) && exclusive('exclusiveMinimum', draw.below(4))) }),
    ...(draw.once(3) && { maximum, ...(draw.once(3) && exclusive('exclusiveMaximum', draw.below(4))) }),
    ...(draw.once(5) && { multipleOf: draw.oneOf(2, 0.5, 3) }),
  };
}

function drawValues(draw: Draw, { is31 }: SchemaPlace): JsonObject {
  const strings = ['a', 'b', ...draw.some(['', 'ab'])].slice(draw.below(2));
  const mixed = [1, 'a', ...draw.some([2, true, 'b'])];
  if (draw.once(6))
    return { enum: [{ a: 1 }, ...draw.some<Json>([{}, ['a'], [1, 'a'], { a: 'a', b: 1 }, []])] };
  if (is31 && draw.once(3)) return { const: draw.oneOf<Json>('a', 1, 'b', { a: 1 }, ['a']) };
  if (is31 && draw.once(3)) return { type: ['string', 'null'], enum: [...strings, ...draw.some([null])] };
  return draw.once(3) ? { enum: mixed } : { type: 'string', enum: draw.once(4) ? mixed : strings };
}

function drawRare(draw: Draw, { is31 }: SchemaPlace): Json {
  if (!is31) return draw.oneOf<Json>({ type: 'boolean' }, {}, { type: 'boolean', nullable: true });
  return draw.oneOf<Json>(
    { type: 'boolean' },
    true,
    { type: 'null' },
    false,
    {},
    {
      type: ['string', 'integer'],
      maxLength: 2,
      minimum: 1,
    },
  );
}

function drawReference(draw: Draw, place: SchemaPlace): Json {
  if (!place.mayRefer) return drawString(draw, place);
  const reference = { $ref: `#/components/schemas/${draw.oneOf(...componentNames)}` };
  return place.is31 && draw.once(4) ? { ...reference, ...drawRequired(draw) } : reference;
}

function drawRequired(draw: Draw): JsonObject {
  return { type: 'object', required: draw.some(propertyNames) };
}

function drawArray(draw: Draw, place: SchemaPlace): JsonObject {
  const isTuple = place.is31 && draw.once(3);
  return {
    ...typed(draw, place, 'array'),
    ...(!place.is31 || draw.once(2) ? { items: drawSchema(draw, below(place)) } : {}),
    ...(isTuple && { prefixItems: [drawSchema(draw, below(place))] }),
    ...(draw.once(4) && { minItems: draw.below(3) }),
    ...(draw.once(4) && { maxItems: draw.below(3) }),
    ...(draw.once(6) && { uniqueItems: true }),
    ...(place.is31 && draw.once(6) && drawClosedList(draw, place)),
  };
}

function drawClosedList(draw: Draw, place: SchemaPlace): JsonObject {
  const isCounted = draw.once(2);
  return {
    unevaluatedItems: draw.once(3) ? drawSchema(draw, { ...below(place), depth: 0 }) : false,
    ...(isCounted && { contains: drawSchema(draw, { ...below(place), depth: 0 }) }),
  };
}

function drawObject(draw: Draw, place: SchemaPlace): JsonObject {
  return { ...drawOpenObject(draw, place), ...drawAdditional(draw, place) };
}

function drawOpenObject(draw: Draw, place: SchemaPlace): JsonObject {
  const named = draw.some(propertyNames).map((name) => [name, drawProperty(draw, place)] as const);
  return {
    ...typed(draw, place, 'object'),
    properties: Object.fromEntries(named),
    ...(draw.once(2) && { required: draw.some(propertyNames) }),
    ...(draw.once(6) && { minProperties: draw.below(3) }),
    ...(draw.once(6) && { maxProperties: draw.below(3) }),
  };
}

function drawProperty(draw: Draw, place: SchemaPlace): Json {
  const schema = drawSchema(draw, below(place));
  if (!draw.once(10) || !isJsonObject(schema) || '$ref' in schema) return schema;
  return { ...schema, [draw.oneOf('readOnly', 'writeOnly')]: true };
}

function drawAdditional(draw: Draw, place: SchemaPlace): JsonObject {
  return {
    ...(draw.once(3) && {
      additionalProperties: draw.oneOf<Json>(false, true, drawSchema(draw, below(place))),
    }),
    ...(place.is31 && draw.once(6) && drawUnevaluated(draw, place)),
    ...(place.is31 &&
      draw.once(6) && {
        patternProperties: {
          [draw.oneOf('^z', '^a', ...nonUnicodePatterns)]: drawSchema(draw, below(place)),
        },
      }),
  };
}

function drawUnevaluated(draw: Draw, place: SchemaPlace): JsonObject {
  return {
    unevaluatedProperties: draw.once(3) ? drawSchema(draw, { ...below(place), depth: 0 }) : false,
  };
}

/** Parts that each have a format or a factor. */
function drawRestricted(draw: Draw): JsonObject {
  const restrictions = draw.once(2)
    ? draw.some<JsonObject>([2, 3, 0.4, 6].map((multipleOf) => ({ multipleOf })))
    : draw.some<JsonObject>(stringFormats.map((format) => ({ format })));
  return { allOf: [{ type: ['string', 'number'] }, ...restrictions] };
}

function drawAll(draw: Draw, place: SchemaPlace): JsonObject {
  if (place.is31 && draw.once(6)) return drawRestricted(draw);
  const parts = [drawObject(draw, within(place)), drawObject(draw, within(place))];
  const simple = [drawSchema(draw, { ...within(place), depth: 0 }), { type: 'string' }];
  const isClosed = place.is31 && draw.once(5);
  return { allOf: draw.once(4) ? simple : parts, ...(isClosed && drawUnevaluated(draw, place)) };
}

function drawChoice(draw: Draw, place: SchemaPlace): JsonObject {
  const count = 1 + draw.below(3);
  const alternatives = Array.from({ length: count }, () => drawSchema(draw, within(place)));
  const withNull = place.is31 && draw.once(3) ? [...alternatives, { type: 'null' }] : alternatives;
  const beside = draw.once(4) ? drawOpenObject(draw, within(place)) : {};
  const isClosed = place.is31 && draw.once(6);
  return {
    ...beside,
    [draw.oneOf('oneOf', 'anyOf')]: withNull,
    ...(isClosed && drawUnevaluated(draw, place)),
  };
}

function drawCondition(draw: Draw, place: SchemaPlace): JsonObject {
  const [one, other] = [drawSchema(draw, within(place)), drawSchema(draw, within(place))];
  if (!place.is31 || draw.once(3)) return { ...(draw.once(2) && { type: 'string' }), not: one };
  if (draw.once(5)) return drawClosedCondition(draw, place);
  if (draw.once(2)) return { if: one, [draw.oneOf('then', 'else')]: other };
  const least = draw.once(2) ? draw.below(3) : undefined;
  const count = least === undefined ? {} : { minContains: least };
  const rest = draw.once(4) ? { unevaluatedItems: false } : {};
  return { type: 'array', contains: drawSchema(draw, below(place)), ...count, ...rest };
}

/** An object whose described properties depend on its value, and that has no others. */
function drawClosedCondition(draw: Draw, place: SchemaPlace): JsonObject {
  const branch = () => drawOpenObject(draw, within(place));
  const [test, one, other] = [branch(), branch(), branch()];
  const condition = draw.once(2)
    ? { if: test, ['then' as string]: one, ...(draw.once(2) && { else: other }) }
    : { dependentSchemas: { [draw.oneOf(...propertyNames)]: one } };
  return { ...drawOpenObject(draw, place), ...condition, ...drawUnevaluated(draw, place) };
}

/** An object that describes properties only where it has another one. */
function drawConditional(draw: Draw, place: SchemaPlace): JsonObject {
  const [name, ...described] = draw.oneOf(['a', 'b'] as const, ['b', 'c', 'a'] as const, ['c', 'a'] as const);
  const branch = {
    properties: Object.fromEntries(described.map((one) => [one, drawProperty(draw, within(place))])),
    ...(draw.once(3) && { required: draw.some(described) }),
  };
  const test = draw.once(2) ? { required: [name] } : { properties: { [name]: drawString(draw, place) } };
  const branches = { if: test, [draw.once(4) ? 'else' : 'then']: branch };
  return {
    ...typed(draw, place, 'object'),
    ...(draw.once(2) && { properties: { [name]: drawProperty(draw, place) } }),
    ...(draw.once(4) && { required: [name] }),
    ...(draw.once(2) ? { dependentSchemas: { [name]: branch } } : branches),
  };
}

function drawDependent(draw: Draw, place: SchemaPlace): JsonObject {
  const required = { [draw.oneOf(...propertyNames)]: draw.some(propertyNames) };
  return {
    ...drawOpenObject(draw, place),
    ...(place.is31 &&
      draw.oneOf<() => JsonObject>(
        () => ({ dependentRequired: required }),
        () => ({ propertyNames: drawString(draw, place) }),
        () => ({
          dependentSchemas: { [draw.oneOf(...propertyNames)]: drawOpenObject(draw, within(place)) },
        }),
      )()),
  };
}

function drawMapped(draw: Draw, place: SchemaPlace): JsonObject {
  if (!place.mayRefer) return drawChoice(draw, place);
  const names = componentNames.filter(() => !draw.once(3));
  const alternatives = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const discriminator = { propertyName: 'a' };
  return { oneOf: alternatives.length > 0 ? alternatives : [{}], ...(draw.once(3) && { discriminator }) };
}

/** Once in eight times without the type. */
function typed(draw: Draw, { is31 }: SchemaPlace, type: string): JsonObject {
  if (draw.once(8)) return {};
  if (!draw.once(4)) return { type };
  return is31 ? { type: [type, 'null'] } : { type, nullable: true };
}

const scalars: readonly Maker[] = [drawString, drawNumber, drawValues, drawRare, drawReference];
const compounds: readonly Maker[] = [
  drawArray,
  drawObject,
  drawObject,
  drawAll,
  drawChoice,
  drawChoice,
  drawMapped,
  drawCondition,
  drawDependent,
  (draw, place) => (place.is31 ? drawConditional : drawDependent)(draw, place),
];
