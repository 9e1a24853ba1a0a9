// @module-tag full
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { openContract } from '#compiler/plan/contract/schemas/contract-side.ts';
import { Assumptions } from '#compiler/plan/contract/schemas/assumptions.ts';
import { EntangledSchemasError } from '#compiler/plan/contract/schemas/entangled-schemas-error.ts';
import type { SchemaNode } from '#compiler/plan/contract/keywords/facts/flat-schema.ts';
import { KindsOfDifferences } from '#compiler/plan/contract/schemas/kinds-of-differences.ts';
import { Meanings } from '#compiler/plan/contract/schemas/meanings.ts';
import { SchemaFacts } from '#compiler/plan/contract/keywords/facts/schema-fact.ts';
import { completeDocument } from './complete-document.ts';

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** The messages about two schemas of a request. */
function messages(
  base: Json,
  head: Json,
  baseSchemas: JsonObject = {},
  headSchemas = baseSchemas,
): readonly string[] {
  return diffContracts(document(base, baseSchemas), document(head, headSchemas)).map(
    ({ message }) => message,
  );
}

function document(value: Json, schemas: JsonObject): JsonObject {
  return completeDocument({ form: 'schema', value, schemas, openapi: '3.1.0', direction: 'request' });
}

function components(count: number, make: (index: number) => JsonObject): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`C${index}`, make(index)]));
}

const body = 'PUT /dogs/{id}: request body';

const entangledSchemas =
  'combines schemas through allOf, anyOf and oneOf in too many ways to be compared, so it counts as breaking';

describe('odd documents are compared like any others', () => {
  test('keywords that every object of the language has', () => {
    const odd = JSON.parse('{"type": "string", "constructor": 1, "toString": 2}') as JsonObject;
    expect(messages({ type: 'string' }, odd)).toEqual([`${body}: constructor, toString changed.`]);
    expect(messages(odd, { type: 'string' })).toEqual([`${body}: constructor, toString changed.`]);
  });

  test('a property named __proto__', () => {
    const odd = (type: string) =>
      JSON.parse(`{"type": "object", "properties": {"__proto__": {"type": "${type}"}}}`) as JsonObject;
    expect(messages(odd('string'), odd('integer'))).toEqual([`${body} /__proto__: type string → integer.`]);
  });

  test('boolean schemas, each at its location', () => {
    const base = { type: 'object', properties: { a: true, b: true } };
    const head = { type: 'object', properties: { a: false, b: reference('Nothing') } };
    const changes = diffContracts(document(base, {}), document(head, { Nothing: false }));
    expect(changes.map(({ message, at }) => [message, at.base?.split('/').at(-1)])).toEqual([
      [`${body} /a: type any → none.`, 'a'],
      [`${body} /b: type any → none.`, 'b'],
    ]);
  });

  test('a choice of itself or another', () => {
    const itselfOr = (type: string) => ({ A: { oneOf: [reference('A'), { type }] } });
    expect(messages(reference('A'), reference('A'), itselfOr('string'), itselfOr('integer'))).toEqual([
      `${body}: alternative integer was added.`,
      `${body}: value can no longer match both alternatives integer and A.`,
    ]);
  });

  test.each([
    { names: ['A'], schemas: { A: { oneOf: [{ type: 'string' }, reference('A')] } } },
    {
      names: ['A', 'B'],
      schemas: { A: { anyOf: [reference('B'), { type: 'string' }] }, B: { anyOf: [reference('A')] } },
    },
  ])('a parameter that is a choice between itself and another, by $names', ({ schemas }) => {
    const asked = (summary: string): JsonObject => ({
      ...completeDocument({
        form: 'operation',
        openapi: '3.1.0',
        value: { summary, parameters: [{ name: 'a', in: 'query', schema: reference('A') }] },
      }),
      components: { schemas },
    });
    expect(diffContracts(asked('One.'), asked('Another.')).map(({ message }) => message)).toEqual([
      'PUT /dogs/{id}: summary changed.',
    ]);
  });

  test('a parameter whose members all refer to it again', () => {
    const members = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`m${index}`, reference('A')]),
    );
    const filter = { name: 'filter', in: 'query', style: 'deepObject', schema: reference('A') };
    const asked = (parameter: JsonObject): JsonObject => ({
      ...completeDocument({ form: 'operation', openapi: '3.1.0', value: { parameters: [parameter] } }),
      components: { schemas: { A: { type: 'object', properties: members } } },
    });
    expect(
      diffContracts(asked(filter), asked({ ...filter, required: true })).map(({ message }) => message),
    ).toEqual(['PUT /dogs/{id}: query parameter filter became required.']);
  });

  test('a choice of one within a choice of one', () => {
    const nested = (maxLength: number) => ({ oneOf: [{ anyOf: [{ type: 'string', maxLength }] }] });
    expect(messages(nested(5), nested(4))).toEqual([`${body}: maxLength 5 → 4.`]);
  });

  test('a choice of types beside what else is asked for', () => {
    const choice = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
    expect(messages(choice, { type: ['string', 'integer'], maxLength: 3 })).toEqual([
      `${body}: maxLength 3 was added.`,
    ]);
  });

  test('a condition on components that refer to each other many times over', () => {
    const all = (most: number) =>
      components(30, (index) => ({
        properties: Object.fromEntries(
          Array.from({ length: 30 }, (_, to) => [`p${to}`, reference(`C${to}`)]),
        ),
        maxProperties: index === 3 ? most : 9,
      }));
    expect(messages({ not: reference('C0') }, { not: reference('C0') }, all(9), all(8))).toEqual([
      `${body}: \`not\` was loosened.`,
    ]);
  });

  test('a condition with siblings of a reference', () => {
    const not = (name: string) => ({ not: { ...reference('A'), required: [name] } });
    expect(messages(not('a'), not('b'), { A: { type: 'object' } })).toEqual([`${body}: \`not\` changed.`]);
  });

  test('choices within choices, thousands deep', () => {
    const chain = (maxLength: number) =>
      components(1500, (index) =>
        index === 1499
          ? { type: 'string', maxLength }
          : {
              oneOf: [
                { type: 'boolean', description: 'End' },
                { type: 'object', properties: { n: reference(`C${index + 1}`) } },
              ],
            },
      );
    const found = messages(reference('C0'), reference('C0'), chain(5), chain(4));
    expect(found.map((message) => message.replace(/(\/n)+/, '/n'))).toEqual([`${body} /n: maxLength 5 → 4.`]);
  });

  test('schemas that combine each other in every way', () => {
    const join = (one: number, other: number) => [
      `p${other}`,
      { allOf: [reference(`C${one}`), reference(`C${other}`)] },
    ];
    const entangled = (type: string) =>
      components(20, (index) => ({
        type: 'object',
        properties: {
          ...Object.fromEntries(Array.from({ length: 20 }, (_, other) => join(index, other))),
          b: { type },
        },
      }));
    expect(messages(reference('C0'), reference('C0'), entangled('string'), entangled('integer'))).toEqual([
      `${body} /b: type string → integer.`,
      ...['/p2/p17', '/p5/p6', '/p6/p9'].map((path) => `${body} ${path} ${entangledSchemas}.`),
    ]);
  });

  test('choices that lead to each other in every way', () => {
    const object = (name: string, schema: JsonObject) => ({ type: 'object', properties: { [name]: schema } });
    const entangled = (maxLength: number) => {
      const changed = object('b', reference('C0'));
      return {
        C0: {
          oneOf: [
            reference('C1'),
            { ...object('a', reference('C0')), required: ['a'] },
            { type: 'array', items: reference('C0') },
          ],
        },
        C1: {
          anyOf: [
            { ...changed, properties: { ...changed.properties, v: { type: 'string', maxLength } } },
            { oneOf: [reference('C2'), reference('C0')] },
          ],
        },
        C2: {
          allOf: [
            { anyOf: [reference('C0'), { type: 'object', required: ['b'] }] },
            { oneOf: [reference('C1'), { type: 'string' }, object('c', reference('C2'))] },
          ],
        },
      };
    };
    expect(messages(reference('C0'), reference('C0'), entangled(5), entangled(4))).toEqual([
      `${body} ${entangledSchemas}.`,
    ]);
  });

  test('choices of many alternatives that are all of them', () => {
    const all = Array.from({ length: 35 }, (_, index) => reference(`C${index}`));
    const entangled = (more: number) =>
      components(all.length, (index) => ({ anyOf: [...all, { minLength: index + more }] }));
    expect(messages(reference('C0'), reference('C0'), entangled(0), entangled(1))).toEqual([
      `${body} ${entangledSchemas}.`,
    ]);
  });

  test('a choice of hundreds of alternatives, one of which changes', () => {
    const choice = (type: string) => ({
      oneOf: Array.from({ length: 450 }, (_, index) => ({
        type: 'object',
        required: [`p${index}`],
        properties: { [`p${index}`]: { type: index === 7 ? type : 'integer' } },
        additionalProperties: false,
      })),
    });
    expect(messages(choice('integer'), choice('boolean'))).toEqual([`${body} /p7: type integer → boolean.`]);
  });

  test.each<{ keyword: string; around: (schema: JsonObject) => JsonObject }>([
    { keyword: 'not', around: (schema) => ({ not: schema }) },
    { keyword: 'then', around: (schema) => ({ if: { required: ['b'] }, ['then' as string]: schema }) },
    { keyword: 'dependentSchemas', around: (schema) => ({ dependentSchemas: { b: schema } }) },
  ])(
    '$keyword that leads to $keyword, thousands deep, beside a property that is only read now',
    ({ around }) => {
      // Documents are not nested so deep, since lint refuses those, but references lead as far.
      const chain = components(5000, (index) =>
        index === 4999 ? { required: ['a'] } : around(reference(`C${index + 1}`)),
      );
      const deep = { type: 'object', ...around(reference('C0')) };
      const properties = { id: { type: 'string', readOnly: true } };
      expect(messages(deep, { ...deep, properties }, chain)).toEqual([`${body} /id: type any → string.`]);
    },
  );

  test('a pattern that backtracks for ever beside a property that nearly matches it', () => {
    const schema = (type: string, pattern: string) => ({
      type: 'object',
      properties: { [`${'a'.repeat(100)}!`]: { type } },
      patternProperties: { [pattern]: {} },
    });
    const compare = (pattern: string) => messages(schema('string', pattern), schema('boolean', pattern));
    expect(compare('^(a+)+$')).toEqual([`${body} /${'a'.repeat(100)}!: type string → boolean.`]);
    // The engine that never backtracks has no lookahead.
    expect(compare('^(?=a)(a+)+$')).toEqual([`${body} /${'a'.repeat(100)}!: type string → boolean.`]);
    expect(compare('^(?=a)a+$')).toEqual([`${body} /${'a'.repeat(100)}!: type string → boolean.`]);
  });

  test('more questions than a document of people leads to, most of them known', () => {
    const nodes = openContract({ openapi: '3.1.0', paths: {} }).nodes;
    const [one, other] = [nodes.nodeOf({ type: 'string' }, ''), nodes.nodeOf({ type: 'number' }, '')];
    let [asked, compared] = [0, 0];
    const compare = (base: SchemaNode, head: SchemaNode) => {
      compared += 1;
      return new SchemaFacts(base, head, 'request');
    };
    const kinds = new KindsOfDifferences(
      { difference: compare, isAlike: () => false, losesSome: () => false },
      new Meanings(),
      new Assumptions(),
    );
    const askOn = () => {
      for (; asked < 2_000_000; asked += 1) kinds.areAll('text', one, other, ['request']);
    };
    expect(askOn).toThrow(EntangledSchemasError);
    expect({ asked, compared }).toEqual({ asked: 1_000_000, compared: 1 });
  });

  test('a choice of one that leaves a choice within it, beside keywords of its own', () => {
    const object = { type: 'object', properties: { a: { type: 'string' } } };
    const nested = { anyOf: [{ ...object, anyOf: [{}, { type: 'integer' }, { type: 'number' }] }] };
    expect(messages({ const: 'a' }, nested)).toEqual([
      `${body}: alternative "a" was removed.`,
      `${body}: alternative array or boolean or integer or number or object or string was added.`,
      `${body}: alternative integer was added.`,
      `${body}: alternative integer or number was added.`,
    ]);
  });
});
