import { expect, test } from 'vitest';
import { documentOf } from './caller-views.ts';
import { reachesChange } from './reaches-change.ts';

const body = '/paths/~1dogs~1{id}/put/requestBody/content/application~1json/schema';
const limit = { type: 'string', maxLength: 3 };

/** Whether one of two texts needs the schema of that limit in an `anyOf` with another schema. */
function needsLimitNextTo(other: boolean | { readonly type: 'integer' }): boolean {
  const schemas = { root: { anyOf: [other, limit] }, components: {} };
  const document = documentOf(schemas, { openapi: '3.1.0', direction: 'request' });
  return reachesChange(document, 'request', [`${body}/anyOf/1/maxLength`], ['a', 'ab']);
}

test('values need a schema that alone allows them', () => {
  expect(needsLimitNextTo({ type: 'integer' })).toBe(true);
});

test('no value needs a schema next to one that allows everything', () => {
  expect(needsLimitNextTo(true)).toBe(false);
});

test('no value that fits needs an object that cannot exist', () => {
  const root = { type: ['object', 'string'], required: ['b'], properties: { a: limit, b: false } };
  const document = documentOf({ root, components: {} }, { openapi: '3.1.0', direction: 'request' });
  expect(reachesChange(document, 'request', [`${body}/properties/a`], ['a', 'ab'])).toBe(false);
});
