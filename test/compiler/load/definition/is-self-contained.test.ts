import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { JsonObject } from '#compiled/json.ts';
import { bundle } from '#compiler/load/definition/bundle.ts';
import { isSelfContained, type CheckedParts } from '#compiler/load/definition/is-self-contained.ts';
import { draws } from '../../../full-run.ts';

const file = 'openapi.yaml';
const others: Readonly<Record<string, unknown>> = {
  'other.yaml': { D: { type: 'object' }, Item: { get: { responses: {} } } },
};
deepFreeze(others);
const bundleOf = (root: JsonObject) =>
  bundle(root, file, '3.1', (name) => ({ value: name === file ? root : others[name] }));

const withSchema = (schema: JsonObject, paths: JsonObject = {}): JsonObject => ({
  paths,
  components: { schemas: { A: { properties: { p: {} } }, 'a b': { type: 'string' }, S: schema } },
  'x-data': { D: { type: 'object' }, Item: { get: { responses: {} } } },
});

describe('a document is its own bundle', () => {
  test.each<readonly [string, JsonObject]>([
    ['without references', withSchema({ type: 'object' })],
    ['with references to its components', withSchema({ items: { $ref: '#/components/schemas/A' } })],
    ['with references to parts of them', withSchema({ $ref: '#/components/schemas/A/properties/p' })],
    ['with encoded references', withSchema({ not: { $ref: '#/components/schemas/a%20b' } })],
    ['that refers to itself', withSchema({ properties: { p: { $ref: '#/components/schemas/S' } } })],
    [
      'with references through references',
      withSchema(
        { $ref: '#/components/schemas/A' },
        {
          '/a': { parameters: [{ schema: { $ref: '#/components/schemas/S' } }] },
        },
      ),
    ],
    ['with mappings', withSchema({ discriminator: { mapping: { a: '#/components/schemas/A', b: 'A' } } })],
    ['with `$ref` in its data', withSchema({ example: { $ref: 'https://example.edu/dog' } })],
    ['with a schema called `$ref`', withSchema({ properties: { $ref: { type: 'string' } } })],
  ])('%s', (_, root) => {
    expect(bundleOf(root).contract).toBe(root);
  });
});

describe('a document is not its own bundle', () => {
  test.each<readonly [string, JsonObject]>([
    ['that refers to another file', withSchema({ not: { $ref: 'other.yaml#/D' } })],
    ['that refers to itself as a file', withSchema({ not: { $ref: 'openapi.yaml#/components/schemas/A' } })],
    ['that refers to its own data', withSchema({ not: { $ref: '#/x-data/D' } })],
    ['with references written otherwise', withSchema({ not: { $ref: '#/components/schemas/a b' } })],
    ['with a mapping to another file', withSchema({ discriminator: { mapping: { a: 'other.yaml' } } })],
    ['with a path that is a reference', withSchema({}, { '/a': { $ref: '#/x-data/Item' } })],
    ['with paths that are a reference', withSchema({}, { $ref: '#/x-data' })],
    ['with a reference to nothing', withSchema({ not: { $ref: '#/components/schemas/Gone' } })],
    ['with a reference to itself alone', withSchema({ $ref: '#/components/schemas/S' })],
    ['with an anchor', withSchema({ $anchor: 'dog' })],
    ['with a URL', withSchema({ $ref: 'https://example.edu/schema' })],
  ])('%s', (_, root) => {
    expect(bundleOf(root).contract).not.toBe(root);
  });
});

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}

describe('of any document', () => {
  const reference = fc.constantFrom(
    ...['A', 'S', 'a%20b', 'a b', 'A/properties/p', 'S/properties/p', 'S/allOf/0', 'Gone'].map(
      (name) => `#/components/schemas/${name}`,
    ),
    '#/paths/~1a/get/responses/200/content/j/schema',
    '#/x-data/D',
    'other.yaml#/D',
    'openapi.yaml#/components/schemas/A',
    'https://example.edu/schema',
    '#anchor',
  );
  const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constant({ type: 'string' }),
      fc.record({ $ref: reference }),
      fc.record({ $anchor: fc.constantFrom('anchor', 'no anchor') }),
      fc.record({ $dynamicAnchor: fc.constant('anchor') }),
      fc.record({ $dynamicRef: fc.constant('#anchor') }),
      fc.record({ $ref: reference, description: fc.constant('Beside.') }),
      fc.record({ example: fc.record({ $ref: reference }) }),
      fc.record({
        discriminator: fc.record({ mapping: fc.record({ a: fc.oneof(reference, fc.constant('A')) }) }),
      }),
      fc.record({ properties: fc.record({ p: tie('schema') }) }),
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ items: tie('schema') }),
    ),
  }));
  const item = fc.oneof(
    {
      weight: 4,
      arbitrary: schema.map((one) => ({ get: { responses: { 200: { content: { j: { schema: one } } } } } })),
    },
    { weight: 1, arbitrary: fc.constant({ $ref: '#/x-data/Item' }) },
  );
  const document = fc.tuple(schema, item).map(([one, path]) => withSchema(one, { '/a': path }));

  /** Refers to another file too, so that a copy is made. */
  function bundleByCopying(root: JsonObject) {
    const { schemas } = root['components'] as { schemas: JsonObject };
    const { contract, findings } = bundleOf({
      ...root,
      components: { schemas: { ...schemas, Z: { $ref: 'other.yaml#/Item' } } },
    });
    const { Z: _, ...copied } = (contract['components'] as { schemas: JsonObject }).schemas;
    return { contract: { ...contract, components: { schemas: copied } }, findings };
  }

  test('it is its own bundle exactly where a bundle by copying is equal to it; neither changes it', () => {
    fc.assert(
      fc.property(document, (root) => {
        deepFreeze(root);
        const { contract, findings } = bundleByCopying(root);
        const isSame = findings.length === 0 && canonicalJson(contract) === canonicalJson(root);
        expect(isSelfContained(root, file, '3.1')).toBe(isSame);
      }),
      { numRuns: draws(2000) },
    );
  });

  test('a known part counts only as long as its references have targets', () => {
    const known: CheckedParts = new WeakMap();
    const paths = { '/a': { parameters: [{ schema: { $ref: '#/components/schemas/S/properties/p' } }] } };
    const isResolved = (one: JsonObject) => isSelfContained(withSchema(one, paths), file, '3.1', known);
    const full = { properties: { p: { type: 'string' } } };
    expect([full, {}, full].map(isResolved)).toEqual([true, false, true]);
  });

  test('what is known of its parts does not affect whether it is its own bundle', () => {
    const versions = fc.constantFrom('3.0', '3.1');
    fc.assert(
      fc.property(fc.array(fc.tuple(document, versions), { minLength: 2, maxLength: 4 }), (states) => {
        const known: CheckedParts = new WeakMap();
        const [[first]] = states as [[JsonObject, string]];
        for (const [{ components }, openapi] of states) {
          // Its path stays the same object.
          const root = { ...first, ...(components !== undefined && { components }) };
          expect(isSelfContained(root, file, openapi, known)).toBe(isSelfContained(root, file, openapi));
        }
      }),
      { numRuns: draws(1000) },
    );
  });
});
