import type { Json, JsonObject } from '#compiled/json.ts';
import type { Draw } from '../draw.ts';

export type Version = '2.0' | '3.0.3' | '3.1.0';

/** Texts that are listed, some of which are also numbers, booleans, dates or nothing. */
const listedTexts = [
  'a',
  'b',
  'ab',
  'abc',
  '1',
  '2',
  '01',
  '1.0',
  'true',
  'false',
  'a,b',
  '2020-01-01',
  '2021-01-01',
  '2020-01-01T00:00:00Z',
  'YWI=',
  'a@b.org',
  '',
] as const;
const formats = [
  'date',
  'date-time',
  'byte',
  'uuid',
  'email',
  'ipv4',
  'binary',
  'uri',
  'int32',
  'phone',
] as const;
const patterns = ['^a', 'b$', '.*', '^[0-9]+$', '^.*$', '^[a-z]*$', '-', '^$'] as const;

/** Draws a schema of a value that is sent as text. */
export function drawSent(draw: Draw, version: Version): JsonObject {
  const kind = draw.below(10);
  if (kind < 6) return drawOne(draw, version);
  if (kind < 9 || version === '2.0') return drawList(draw, version);
  return drawObject(draw, version);
}

/** Draws a schema whose values are each one text. */
export function drawOne(draw: Draw, version: Version): JsonObject {
  const schema = drawPlain(draw, version);
  if (version === '2.0') return schema;
  if (draw.once(5)) return { ...schema, ...drawCondition(draw, version) };
  return draw.once(12) ? drawCombined(draw, version) : schema;
}

export function drawList(draw: Draw, version: Version, items?: JsonObject): JsonObject {
  const isPlain = version === '2.0';
  const hasItems = isPlain || items !== undefined || !draw.once(8);
  return {
    type: 'array',
    ...(hasItems && { items: items ?? drawOne(draw, version) }),
    ...(draw.once(4) && { minItems: draw.below(3) }),
    ...(draw.once(4) && { maxItems: 1 + draw.below(3) }),
    ...(draw.once(6) && { uniqueItems: true }),
    ...(version === '3.1.0' && draw.once(10) && { contains: drawPlain(draw, version) }),
    ...(!isPlain && draw.once(12) && { nullable: true }),
  };
}

export function drawObject(draw: Draw, version: Version): JsonObject {
  return {
    type: 'object',
    properties: {
      a: drawOne(draw, version),
      ...(!draw.once(3) && { b: draw.once(6) ? drawList(draw, version) : drawOne(draw, version) }),
    },
    ...(draw.once(2) && { required: [draw.oneOf('a', 'b')] }),
    ...(draw.once(4) && { additionalProperties: draw.once(2) ? false : drawPlain(draw, version) }),
    ...(draw.once(8) && { minProperties: 1 + draw.below(2) }),
  };
}

/** Draws a schema without conditions. */
function drawPlain(draw: Draw, version: Version): JsonObject {
  const kind = draw.below(9);
  if (kind < 2) return withNull(draw, version, { type: 'string', ...drawTextKeywords(draw) });
  if (kind === 2)
    return { type: 'string', enum: drawListed(draw), ...(draw.once(3) && drawTextKeywords(draw)) };
  if (kind === 3)
    return {
      type: 'string',
      format: draw.oneOf(...formats),
      ...(draw.once(2) && { enum: drawListed(draw) }),
    };
  if (kind < 6)
    return withNull(draw, version, {
      type: draw.oneOf('integer', 'number'),
      ...drawNumberKeywords(draw, version),
    });
  if (kind === 6)
    return withNull(draw, version, { type: 'boolean', ...(draw.once(3) && { enum: [draw.once(2)] }) });
  if (version === '2.0') return { type: 'string' };
  if (kind === 7 || version === '3.0.3') return drawUntyped(draw, version);
  return {
    type: ['string', 'integer', 'number', 'boolean', 'null']
      .filter(() => draw.once(2))
      .concat('boolean')
      .slice(0, 3)
      .filter((type, index, all) => all.indexOf(type) === index),
    ...(draw.once(2) && drawUntyped(draw, version)),
  };
}

function drawUntyped(draw: Draw, version: Version): JsonObject {
  const kind = draw.below(6);
  if (kind === 0) return {};
  if (kind === 1) return drawTextKeywords(draw);
  if (kind === 2) return drawNumberKeywords(draw, version);
  if (kind === 3) return { enum: [...drawListed(draw), ...[1, 2, true, null].filter(() => draw.once(2))] };
  if (kind === 4) return { ...drawTextKeywords(draw), ...drawNumberKeywords(draw, version) };
  return version === '3.1.0' ? { const: draw.oneOf<Json>('a', '1', 1, true, 'true', '', null) } : {};
}

function drawListed(draw: Draw): readonly string[] {
  const count = 1 + draw.below(4);
  const found = Array.from({ length: count }, () => draw.oneOf(...listedTexts));
  return [...new Set(found)];
}

function drawTextKeywords(draw: Draw): JsonObject {
  return {
    ...(draw.once(4) && { minLength: draw.below(4) }),
    ...(draw.once(4) && { maxLength: draw.below(5) }),
    ...(draw.once(4) && { pattern: draw.oneOf(...patterns) }),
    ...(draw.once(6) && { format: draw.oneOf(...formats) }),
  };
}

function drawNumberKeywords(draw: Draw, version: Version): JsonObject {
  if (draw.once(5)) return { enum: draw.some([1, 2, 10, 0]).concat(1.5) };
  const isExclusive = draw.once(4);
  const flagged = isExclusive && version !== '3.1.0';
  const [least, most] =
    isExclusive && !flagged ? ['exclusiveMinimum', 'exclusiveMaximum'] : ['minimum', 'maximum'];
  return {
    ...(draw.once(3) && {
      [least]: draw.oneOf(0, 1, 0.5, -1),
      ...(flagged && { exclusiveMinimum: true }),
    }),
    ...(draw.once(3) && {
      [most]: draw.oneOf(10, 2, 1.5, 1),
      ...(flagged && { exclusiveMaximum: true }),
    }),
    ...(draw.once(8) && { multipleOf: draw.oneOf(2, 0.5, 1) }),
    ...(draw.once(6) && { format: draw.oneOf('int32', 'int64', 'float', 'date') }),
  };
}

function withNull(draw: Draw, version: Version, schema: JsonObject): JsonObject {
  if (!draw.once(6)) return schema;
  if (version === '2.0') return { ...schema, 'x-nullable': true };
  return version === '3.1.0'
    ? { ...schema, type: [schema['type'] as string, 'null'] }
    : { ...schema, nullable: true };
}

/** A keyword that applies to a value as a whole. */
export function drawCondition(draw: Draw, version: Version): JsonObject {
  const kind = draw.below(version === '3.1.0' ? 6 : 5);
  const part = () => drawPart(draw, version);
  if (kind < 2) return { not: part() };
  if (kind === 2) return { anyOf: [part(), part()] };
  if (kind === 3) return { oneOf: [part(), part()] };
  if (kind === 4) return { allOf: [part(), ...(draw.once(2) ? [part()] : [])] };
  // oxlint-disable-next-line unicorn/no-thenable -- the JSON Schema keyword of that name
  return { if: part(), then: part(), ...(draw.once(2) && { else: part() }) };
}

/** A schema in a condition. */
function drawPart(draw: Draw, version: Version): JsonObject {
  const kind = draw.below(6);
  if (kind === 0) return { enum: drawListed(draw) };
  if (kind === 1) return { enum: draw.once(2) ? [true] : [1, 2] };
  if (kind === 2) return drawTextKeywords(draw);
  if (kind === 3) return { type: draw.oneOf('string', 'integer', 'number', 'boolean') };
  if (kind === 4) return { ...drawNumberKeywords(draw, version) };
  return drawPlain(draw, version);
}

function drawCombined(draw: Draw, version: Version): JsonObject {
  const part = () => drawPlain(draw, version);
  const parts = () => (draw.once(4) ? [part(), drawList(draw, version)] : [part(), part()]);
  return { [draw.oneOf('anyOf', 'oneOf', 'allOf')]: parts() };
}
