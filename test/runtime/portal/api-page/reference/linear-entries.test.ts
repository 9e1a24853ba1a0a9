import { afterEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { JsonObject } from '#compiled/json.ts';
import type { WrittenSchema } from '#openapi/named-schemas.ts';
import { openDocument } from '#openapi/open-document.ts';
import type { Entry } from '#runtime/portal/pages/take-entries.ts';
import { readOperations } from '#runtime/portal/api-page/api-operations.ts';
import { bodyEntries } from '#runtime/portal/api-page/reference/body-entries.ts';
import { referencePaths } from '#runtime/portal/api-page/reference/reference-paths.ts';
import { innerEntries, ownEntries, topView } from '#runtime/portal/api-page/reference/schema-entries.ts';
import { tableOfDocument } from '../../table-of-document.ts';
import { visit } from '../../visit-in-test.ts';

const paths = referencePaths(
  { origin: 'https://store.example.edu', path: '/store' },
  { context: 'tried', version: 'v1' },
);

afterEach(() => vi.restoreAllMocks());

function times<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function documentOf(operation: JsonObject): JsonObject {
  return {
    openapi: '3.2.0',
    info: { title: 'Dogs', version: '1' },
    paths: { '/dogs': { post: operation } },
    components: { schemas: { Dog: { type: 'object' }, Alias: { $ref: '#/components/schemas/Dog' } } },
  };
}

function bodiesIn(content: JsonObject) {
  const [operation] = openDocument(documentOf({ requestBody: { content } })).operations;
  return operation?.requestBodies ?? [];
}

describe('the bodies of an operation', () => {
  /** How often the members of schemas are listed to group this many bodies. */
  function countReads(count: number): number {
    let reads = 0;
    const schemas = times(
      count,
      (index) =>
        new Proxy<JsonObject>(
          { type: 'string', maxLength: index },
          { ownKeys: (schema) => ((reads += 1), Reflect.ownKeys(schema)) },
        ),
    );
    bodyEntries(
      bodiesIn(Object.fromEntries(schemas.map((schema, index) => [`text/t${index}`, { schema }]))),
      paths,
      'body',
    );
    return reads;
  }

  test('are grouped without a comparison of each with all others', () => {
    expect(countReads(200)).toBeLessThanOrEqual(2 * countReads(100));
  });

  test('are together if their schemas are equal', () => {
    const bodies = bodiesIn({
      'text/a': { schema: { type: 'string', maxLength: 1 } },
      'text/b': { schema: { maxLength: 1, type: 'string' } },
      'text/c': { schema: { type: 'string', maxLength: 2 } },
      'text/d': { schema: { $ref: '#/components/schemas/Dog' } },
      'text/e': { schema: { $ref: '#/components/schemas/Alias' } },
      'text/f': { schema: true },
      'text/g': { schema: false },
      'text/h': { itemSchema: { type: 'string' } },
      'text/i': { itemSchema: { type: 'integer' } },
      'text/j': {},
    });
    const headings = bodyEntries(bodies, paths, 'body')
      .map((entry) => String(entry()))
      .filter((entry) => entry.startsWith('<h3>'))
      .map((heading) => [...heading.matchAll(/text\/(\w)/g)].map(([, name]) => name).join(''));
    expect(headings).toEqual(['ab', 'c', 'de', 'f', 'g', 'h', 'i', 'j']);
  });
});

describe('without a comparison of each with all others', () => {
  /** The schema of an API with a schema named Dog. */
  function openSchema(value: JsonObject): WrittenSchema {
    const node = openDocument(documentOf({})).schemaAt(value, undefined);
    return { written: value, valuePath: undefined, node };
  }

  /** The lengths of all lists in which an item is sought. */
  function countCompared(list: () => readonly Entry[]): number {
    let compared = 0;
    const { includes } = Array.prototype;
    vi.spyOn(Array.prototype, 'includes').mockImplementation(function (this: unknown[], ...sought) {
      compared += this.length;
      return includes.apply(this, sought);
    });
    list();
    vi.restoreAllMocks();
    return compared;
  }

  const manyFields = (count: number) => {
    const fields = times(count, (index) => [`field${index}`, { type: 'string', readOnly: true }] as const);
    const schema = openSchema({ type: 'object', properties: Object.fromEntries(fields) });
    return () => innerEntries(schema, topView(paths, 'request', 'body'));
  };
  const manyParts = (count: number) => {
    const schema = openSchema({ allOf: times(count, (index) => ({ minLength: index })) });
    return () => ownEntries(schema);
  };

  test.each([
    ['fields that are not sent', manyFields],
    ['included schemas without a name', manyParts],
  ])('%s are found', (_, make) => {
    expect(countCompared(make(200))).toBeLessThanOrEqual(2 * countCompared(make(100)));
  });
});

/** How often a function is called for the page of a schema with many fields of one other schema. */
async function countCalls(
  other: JsonObject,
  spyOn: (api: CompiledApi) => MockInstance,
  isCounted: (argument: unknown) => boolean = () => true,
): Promise<number> {
  const fields = times(50, (index) => [
    `field${index}`,
    index % 2 === 0
      ? { $ref: '#/components/schemas/Other' }
      : { allOf: [{ $ref: '#/components/schemas/Other' }] },
  ]);
  const schemas = {
    Other: other,
    Page: { type: 'object', properties: { inner: { properties: Object.fromEntries(fields) } } },
  };
  const table = tableOfDocument({ ...documentOf({ responses: {} }), components: { schemas } });
  const [api] = table.apis.values();
  if (!api) throw new Error('the API is missing');
  const spy = spyOn(api);
  for (const path of ['Page', 'Page?from=1'])
    expect(await visit(table, `/store/apis/tried/v1/schemas/${path}`)).toMatchObject({ status: 200 });
  const calls = spy.mock.calls.filter(([argument]) => isCounted(argument)).length;
  vi.restoreAllMocks();
  return calls;
}

describe('a schema that many fields refer to', () => {
  test('has its values written once, and only those again that are shown', async () => {
    // The runner of the tests writes JSON too, whenever it reports something.
    const isValue = (argument: unknown) => typeof argument === 'string' && /^\d+$/.test(argument);
    const count = (values: number) =>
      countCalls({ enum: times(values, String) }, () => vi.spyOn(JSON, 'stringify'), isValue);
    expect(await count(1000)).toBeGreaterThanOrEqual(1000);
    expect((await count(2000)) - (await count(1000))).toBeLessThanOrEqual(1000);
  });

  test('has only as many fields read as a page has room for', async () => {
    const count = (fields: number) =>
      countCalls({ properties: Object.fromEntries(times(fields, (index) => [`inner${index}`, {}])) }, (api) =>
        vi.spyOn(readOperations(api).document, 'schemaAt'),
      );
    expect(await count(4000)).toBe(await count(2000));
  });
});
