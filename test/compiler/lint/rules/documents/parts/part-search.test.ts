import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PartSearch } from '#compiler/lint/rules/documents/parts/part-search.ts';
import { openDocument } from '#openapi/open-document.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { draws } from '../../../../../full-run.ts';

/** The schemas of a document, each of which includes those with the listed numbers. */
function schemasOf(included: readonly (readonly number[])[]): readonly SchemaNode[] {
  const referenceTo = (index: number) => ({ $ref: `#/components/schemas/s${index % included.length}` });
  const schemas = included.map((indices, index) => [
    `s${index}`,
    { title: String(index), allOf: indices.map(referenceTo) },
  ]);
  const document = openDocument({
    openapi: '3.1.0',
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  });
  return included.map((_, index) => document.schemaOf(referenceTo(index).$ref)!);
}

test('a schema has a part that passes if the list of its parts does, in circles too', () => {
  const graph = fc.array(fc.array(fc.nat(12), { maxLength: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(graph, fc.array(fc.nat(12), { maxLength: 2 }), (included, passing) => {
      const passes = ({ value }: SchemaNode) => passing.map(String).includes(value['title'] as string);
      const search = new PartSearch(passes);
      const schemas = schemasOf(included);
      expect(schemas.map((schema) => search.isIn(schema))).toEqual(
        schemas.map(({ parts }) => parts.some(passes)),
      );
    }),
    { numRuns: draws(2000) },
  );
});

test('each schema is tested once, however many include it', () => {
  const schemas = schemasOf(Array.from({ length: 500 }, (_, index) => (index < 499 ? [index + 1] : [])));
  const tested: unknown[] = [];
  const search = new PartSearch(({ value }) => {
    tested.push(value['title']);
    return value['title'] === '250';
  });
  const found = schemas.filter((schema) => search.isIn(schema));
  expect(found).toEqual(schemas.slice(0, 251));
  expect(tested).toEqual(Array.from({ length: 500 }, (_, index) => String(index)));
});
