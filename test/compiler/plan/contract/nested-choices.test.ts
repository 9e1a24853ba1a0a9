// @module-tag full
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { SchemaComparer } from '#compiler/plan/contract/schemas/schema-comparer.ts';
import { draws } from '../../../full-run.ts';

/** Choices within choices, whose alternatives differ by a required property and lead back to the choices. */
interface Nesting {
  readonly levels: number;
  readonly width: number;
  readonly operations: number;
  /** How null is allowed next to a choice. */
  readonly nullable: JsonObject;
  /** For each alternative, to which choice its second property leads. */
  readonly back: readonly number[];
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const leaf = { type: 'object', required: ['x'], properties: { x: { type: 'string', enum: ['a', 'b'] } } };

function schemasOf({ levels, width, nullable, back }: Nesting, changed: JsonObject): JsonObject {
  const orNull = (level: number) => ({ anyOf: [reference(`Choice${level}`), nullable] });
  const alternative = (level: number, index: number): readonly [string, Json] => {
    const name = `p${level}_${index}`;
    const inner = index % 3 === 0 && level + 1 < levels ? reference(`Choice${level + 1}`) : reference('Leaf');
    const again = orNull((back[level * width + index] ?? 0) % levels);
    return [
      `Kind${level}_${index}`,
      { type: 'object', required: [name], properties: { [name]: index % 3 === 2 ? {} : inner, again } },
    ];
  };
  const all = Array.from({ length: levels }, (_, level) => {
    const kinds = Array.from({ length: width }, (_unused, index) => alternative(level, index));
    const inner = level + 1 < levels ? [reference(`Choice${level + 1}`)] : [];
    const anyOf = [...kinds.map(([name]) => reference(name)), ...inner];
    return [...kinds, [`Choice${level}`, { anyOf }] as const];
  });
  return { ...Object.fromEntries(all.flat()), Leaf: changed };
}

function nested(nesting: Nesting, changed: JsonObject = leaf): JsonObject {
  const operation = (index: number) => ({
    put: {
      requestBody: { content: { 'application/json': { schema: reference('Choice0') } } },
      responses: {
        200: {
          description: 'Done',
          content: { 'application/json': { schema: reference(`Choice${index % nesting.levels}`) } },
        },
      },
    },
  });
  const paths = Array.from({ length: nesting.operations }, (_, index) => [`/dogs${index}`, operation(index)]);
  return {
    openapi: 'type' in nesting.nullable ? '3.1.0' : '3.0.3',
    info: { title: 'Dogs', version: '1' },
    paths: Object.fromEntries(paths) as JsonObject,
    components: { schemas: schemasOf(nesting, changed) },
  };
}

/** The same leaf without choices around it. */
function flat(changed: JsonObject): JsonObject {
  const content = { 'application/json': { schema: changed } };
  return {
    openapi: '3.1.0',
    info: { title: 'Dogs', version: '1' },
    paths: {
      '/dogs': { put: { requestBody: { content }, responses: { 200: { description: 'Done', content } } } },
    },
  };
}

const edits: Readonly<Record<string, JsonObject>> = {
  'a description': { ...leaf, description: 'What a dog is.' },
  'an optional property': { ...leaf, properties: { ...leaf.properties, y: { type: 'string' } } },
  'a required property': {
    ...leaf,
    required: ['x', 'y'],
    properties: { ...leaf.properties, y: { type: 'string' } },
  },
  'one value less': { ...leaf, properties: { x: { type: 'string', enum: ['a'] } } },
};

/** The kinds of the changes, each once, and how many pairs of schemas were compared for them. */
function compare(base: JsonObject, head: JsonObject) {
  const difference = vi.spyOn(SchemaComparer.prototype, 'difference');
  const changes = diffContracts(base, head);
  const pairs = difference.mock.calls.length;
  difference.mockRestore();
  const kinds = [...new Set(changes.map(({ id }) => id))].toSorted();
  return { kinds, pairs, operations: changes.map(({ operations }) => operations.length) };
}

const real: Nesting = { levels: 4, width: 12, operations: 1, nullable: { type: 'null' }, back: [0, 1, 2, 3] };

describe('choices within choices of objects that differ by what they require', () => {
  test('have the changes of a document without choices, for a number of steps that a bound limits', () => {
    const nestings = fc.record({
      levels: fc.integer({ min: 1, max: 4 }),
      width: fc.integer({ min: 2, max: 7 }),
      operations: fc.integer({ min: 1, max: 4 }),
      nullable: fc.constant({ type: 'null' }),
      back: fc.array(fc.nat(10), { minLength: 28, maxLength: 28 }),
    });
    fc.assert(
      fc.property(nestings, fc.constantFrom(...Object.keys(edits)), (nesting, edit) => {
        const changed = edits[edit] ?? leaf;
        const found = compare(nested(nesting), nested(nesting, changed));
        expect(found.kinds).toEqual(compare(flat(leaf), flat(changed)).kinds);
        const schemas = nesting.levels * (nesting.width + 1) + 1;
        // Each schema with each other one, in both directions.
        expect(found.pairs).toBeLessThanOrEqual(8 * schemas ** 2 + 20 * schemas * nesting.operations);
      }),
      { numRuns: draws(100) },
    );
  });

  test.each(Object.keys(edits))('cost the same in 69 operations as in one: %s', (edit) => {
    const changed = edits[edit] ?? leaf;
    const [one, many] = [
      { ...real, operations: 4 },
      { ...real, operations: 69 },
    ].map((nesting) => compare(nested(nesting), nested(nesting, changed)));
    expect(many?.kinds).toEqual(compare(flat(leaf), flat(changed)).kinds);
    expect(many?.operations.every((count) => count === 69)).toBe(true);
    // Each operation looks up what is known once for each pair of its schemas.
    const steps = 4 * (4 * 13 + 48 + 2) * 65;
    expect(many?.pairs).toBeLessThanOrEqual((one?.pairs ?? 0) + steps);
  });

  test('that allow anything in place of null refuse nothing', () => {
    const nesting = { ...real, nullable: { nullable: true } };
    const changed = edits['one value less'] ?? leaf;
    const { kinds, pairs } = compare(nested(nesting), nested(nesting, changed));
    // A value that no other alternative of the outermost choice takes.
    expect(kinds).toEqual(['request-enum-value-removed', 'response-enum-value-removed']);
    expect(pairs).toBeLessThan(20_000);
  });

  test('a text changes without any question about what is next to it', () => {
    const changed = edits['a description'] ?? leaf;
    const { kinds, pairs } = compare(nested(real), nested(real, changed));
    expect(kinds).toEqual(['documentation-changed']);
    expect(pairs).toBeLessThanOrEqual(4 * (4 * 13 + 48 + 2));
  });
});

test('an operation that cannot be compared does not hide the changes of others', () => {
  const entangled = (type: string) => {
    const joined = (one: number, other: number): readonly [string, Json] => [
      `p${other}`,
      { allOf: [reference(`C${one}`), reference(`C${other}`)] },
    ];
    const schemas = Array.from({ length: 20 }, (_, index): readonly [string, Json] => [
      `C${index}`,
      {
        type: 'object',
        properties: {
          ...Object.fromEntries(Array.from({ length: 20 }, (_unused, other) => joined(index, other))),
          b: { type },
        },
      },
    ]);
    const put = (schema: JsonObject) => ({
      put: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: 'Done' } },
      },
    });
    return {
      openapi: '3.1.0',
      info: { title: 'Dogs', version: '1' },
      paths: {
        '/cats': put({ type: 'object', properties: { name: { type } } }),
        '/dogs': put(reference('C0')),
        '/foxes': put({ type: 'string', description: type }),
      },
      components: { schemas: Object.fromEntries(schemas) },
    };
  };
  const changes = diffContracts(entangled('string'), entangled('integer'));
  const of = (operation: string) =>
    changes.filter(({ operations }) => operations.includes(operation)).map(({ message }) => message);
  expect(of('PUT /cats')).toEqual(['PUT /cats: request body /name: type string → integer.']);
  expect(of('PUT /foxes')).toEqual(['PUT /foxes: request body: description changed.']);
  expect(of('PUT /dogs').filter((message) => message.includes('too many ways to be compared'))).toHaveLength(
    3,
  );
  expect(changes.every(({ operations }) => operations.length === 1)).toBe(true);
});
