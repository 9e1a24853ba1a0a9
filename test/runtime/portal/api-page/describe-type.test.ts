import { expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { describeType } from '#runtime/portal/api-page/describe-type.ts';

function describeIn(schema: JsonObject, numberTexts: JsonObject): string {
  const wrap = (named: JsonObject) => ({ components: { schemas: { Named: named } } });
  const document = openDocument(
    { openapi: '3.1.0', info: { title: 'Dogs', version: '1' }, paths: {}, ...wrap(schema) },
    wrap(numberTexts),
  );
  return describeType(document.schemaOf('#/components/schemas/Named'));
}

test.each<[JsonObject, JsonObject, string]>([
  [
    { type: 'integer', minimum: 0, maximum: Number('9223372036854775807'), default: 1e3 },
    { maximum: '9223372036854775807', default: '1e3' },
    'integer, 0 to 9223372036854775807, default 1e3',
  ],
  [
    { type: 'number', minimum: 0.1, enum: [1.1, 2.5, [1.1]], default: 1.1 },
    { minimum: '0.10', enum: { 0: '1.10', 2: { 0: '1.10' } }, default: '1.10' },
    'number, at least 0.10, one of 1.10, 2.5, [1.10], default 1.10',
  ],
  [{ type: 'string', minLength: 1, maxLength: 5 }, { minLength: '1.0' }, 'string, 1.0 to 5 characters'],
  [{ allOf: [{ maximum: 1.1 }] }, { allOf: { 0: { maximum: '1.10' } } }, 'anything, at most 1.10'],
  [{ type: 'object', default: { a: 1.1 } }, { default: { a: '1.10' } }, 'object'],
  [{ minimum: '5', default: null }, {}, 'anything, default null'],
])('a short description of a type has numbers as the document writes them: %j', (schema, texts, expected) => {
  expect(describeIn(schema, texts)).toBe(expected);
});
