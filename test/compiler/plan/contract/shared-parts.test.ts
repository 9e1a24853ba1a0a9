import { expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';

/** `POST /zebras` takes an animal, `POST /ants` a list of them; both by one component. */
function documentOf(
  names: readonly ('zebras' | 'ants')[],
  maxLength: number,
  nameSchema: JsonObject = { type: 'string', maxLength },
): JsonObject {
  const animal = { $ref: '#/components/schemas/Animal' };
  const schemas = { zebras: animal, ants: { type: 'array', items: animal } };
  const paths = names.map((name) => [
    `/${name}`,
    {
      post: {
        requestBody: { content: { 'application/json': { schema: schemas[name] } } },
        responses: { 201: { description: 'Created.' } },
      },
    },
  ]);
  return {
    openapi: '3.0.3',
    info: { title: 'Animals', version: '1' },
    paths: Object.fromEntries(paths) as JsonObject,
    components: {
      schemas: { Animal: { type: 'object', properties: { name: nameSchema } } },
    },
  };
}

test.each([[['zebras', 'ants'] as const], [['ants', 'zebras'] as const]])(
  'a change of a component has the path of the operation that its message names, if %j is the order of the document',
  (names) => {
    const changes = diffContracts(documentOf(names, 20), documentOf(names, 10));
    expect(changes.map(({ path, message, operations }) => ({ path, message, operations }))).toEqual([
      {
        path: 'request body /*/name maxLength',
        message: 'POST /ants and 1 more: request body /*/name: maxLength 20 → 10.',
        operations: ['POST /ants', 'POST /zebras'],
      },
    ]);
  },
);

test('a limit that several parts have is located at the tightest', () => {
  const [base, head] = [10, 5].map((maxLength) =>
    documentOf(['ants'], 0, { allOf: [{ type: 'string', maxLength: 20 }, { maxLength }] }),
  ) as [JsonObject, JsonObject];
  const at = '/components/schemas/Animal/properties/name/allOf/1/maxLength';
  expect(diffContracts(base, head).map((change) => change.at)).toEqual([{ base: at, head: at }]);
});

test('a change below a property that is described as one of others now has the pointers of both', () => {
  const holding = (type: string): JsonObject => ({ properties: { a: { properties: { b: { type } } } } });
  const [base, head] = [
    { type: 'object', properties: { own: holding('string') } },
    { type: 'object', additionalProperties: holding('integer') },
  ].map((schema) => documentOf(['ants'], 0, schema)) as [JsonObject, JsonObject];
  const changed = diffContracts(base, head).filter(({ id }) => id === 'request-type-changed');
  const at = '/components/schemas/Animal/properties/name';
  expect(changed.map((change) => change.at)).toEqual([
    {
      base: `${at}/properties/own/properties/a/properties/b/type`,
      head: `${at}/additionalProperties/properties/a/properties/b/type`,
    },
  ]);
});
