import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Json } from '#compiled/json.ts';
import { checkedSchemas } from '#compiler/declaration/checked-schemas.ts';
import { describeDemand } from '#openapi/schema/describe-demand.ts';

function describeErrors(schema: object, value: Json): readonly (string | undefined)[] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.validate(schema, value);
  return (ajv.errors ?? []).map(describeDemand);
}

describe('what a schema demands, in words', () => {
  test.each<[object, Json, string]>([
    [{ type: 'integer' }, 1.5, 'must be an integer'],
    [{ type: 'string' }, 1, 'must be a string'],
    [{ type: ['string', 'object'] }, 1, 'must be a string or an object'],
    [{ type: ['array', 'null'] }, 1, 'must be an array or null'],
    [{ minLength: 1 }, '', 'must have at least 1 character'],
    [{ maxLength: 2 }, 'abc', 'must have at most 2 characters'],
    [{ minimum: 1 }, 0, 'must be at least 1'],
    [{ maximum: 60 }, 61, 'must be at most 60'],
    [{ exclusiveMinimum: 0 }, 0, 'must be more than 0'],
    [{ exclusiveMaximum: 1 }, 1, 'must be less than 1'],
    [{ multipleOf: 5 }, 1, 'must be a multiple of 5'],
    [{ minItems: 2 }, [], 'must have at least 2 items'],
    [{ maxItems: 1 }, [1, 2], 'must have at most 1 item'],
    [{ uniqueItems: true }, [1, 1], 'must not have duplicate items'],
    [{ minProperties: 1 }, {}, 'must have at least 1 member'],
    [{ maxProperties: 0 }, { a: 1 }, 'must have at most 0 members'],
  ])('%j', (schema, value, expected) => {
    expect(describeErrors(schema, value)).toEqual([expected]);
  });

  test('is undefined for keywords that each caller puts in its own words', () => {
    expect(describeErrors({ required: ['name'] }, {})).toEqual([undefined]);
  });
});

/** The keywords of declarations that make errors and have words of their own, or only contain other schemas. */
const otherKeywords = (
  'additionalProperties const discriminator enum format pattern required ' +
  'allOf anyOf items oneOf patternProperties properties ' +
  '$id $schema default description examples title writeOnly'
).split(' ');

test('no error of a declaration is in the words of the validator', () => {
  const found = new Set(Object.values(checkedSchemas).flatMap((schema) => [...keywordsOf(schema)]));
  const silent = [...found].filter((keyword) => describeDemand({ keyword, params: {} }) === undefined);
  expect(silent.filter((keyword) => !otherKeywords.includes(keyword))).toEqual([]);
});

const maps = ['properties', 'patternProperties'];

function* keywordsOf(schema: unknown): Generator<string, void, undefined> {
  if (Array.isArray(schema)) for (const one of schema) yield* keywordsOf(one);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    yield keyword;
    if (maps.includes(keyword)) for (const one of Object.values(value as object)) yield* keywordsOf(one);
    else if (!['default', 'examples', 'enum', 'required', 'discriminator'].includes(keyword))
      yield* keywordsOf(value);
  }
}
