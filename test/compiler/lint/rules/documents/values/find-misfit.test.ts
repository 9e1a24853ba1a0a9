import { expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { findMisfits } from '#compiler/lint/rules/documents/values/find-misfit.ts';
import { openDocument } from '#openapi/open-document.ts';

const filters: JsonObject = { type: 'array', items: { $ref: '#/components/schemas/Filter' } };
const combined: JsonObject = { type: 'object', required: ['and'], properties: { and: filters } };
const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Dogs', version: '1' },
  paths: {
    '/dogs': {
      get: {
        parameters: [{ name: 'filter', in: 'query', schema: { $ref: '#/components/schemas/Filter' } }],
        responses: {},
      },
    },
  },
  components: {
    schemas: { Filter: { oneOf: [combined, { ...combined, title: 'Or' }, { type: 'string' }] } },
  },
};

function nest(innermost: Json, depth: number): Json {
  return depth === 0 ? innermost : { and: [nest(innermost, depth - 1)] };
}

// Compared anew for each alternative, a value of this depth would take 2 to the power of 60 comparisons.
test.each([
  ['fits', 'small', []],
  ['does not fit', 3, [{ path: [], reason: 'fits no alternative of `oneOf`' }]],
] as const)('a value nested 60 deep in alternatives %s', (_title, innermost, expected) => {
  const [operation] = openDocument(document).operations;
  const schema = operation?.parameters.find(({ name }) => name === 'filter')?.schema;
  expect(findMisfits(nest(innermost, 60), schema)).toEqual(expected);
});
