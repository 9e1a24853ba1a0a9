import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { checkOfSchema } from '#runtime/gateway/validation/parameters/value-check.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';

interface Case {
  readonly name: string;
  readonly schema: JsonObject;
  readonly accepted: readonly Json[];
  readonly refused: readonly Json[];
}

const described = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, true])),
});
const closed = { unevaluatedProperties: false };
const schemas = {
  Foo: described('foo'),
  HasTrue: { contains: { const: true } },
  HasPattern: { patternProperties: { '^b': {} } },
  NeedsFriend: { prefixItems: [{ type: 'string' }], dependentSchemas: { a: { required: ['b'] } } },
  Tree: {
    properties: {
      open: { $ref: '#/components/schemas/Tree', ...described('foo'), ...closed },
      shut: { $ref: '#/components/schemas/Tree', ...closed },
    },
  },
};
/** A keyword of a condition: an object with a `then` of its own is a promise to the language. */
const when = (keyword: string, schema: JsonObject) => ({ [keyword]: schema });
const isThen = { properties: { foo: { const: 'then' } }, required: ['foo'] };

/** What counts as evaluated by JSON Schema 2020-12, sections 11.2 and 11.3: what the schemas describe that a value fits. */
const cases: readonly Case[] = [
  {
    name: 'properties next to schemas that depend on a property',
    schema: { ...described('foo'), dependentSchemas: { bar: described('bar', 'baz') }, ...closed },
    accepted: [{ foo: 1 }, { foo: 1, bar: 1, baz: 1 }],
    refused: [
      { foo: 1, baz: 1 },
      { foo: 1, bar: 1, other: 1 },
    ],
  },
  {
    name: 'properties that depend on a property in a part of the schema',
    schema: {
      allOf: [{ ...described('foo'), dependentSchemas: { foo: described('bar') } }],
      ...closed,
    },
    accepted: [{}, { foo: 1, bar: 1 }],
    refused: [{ bar: 1 }],
  },
  {
    name: 'each item of a list by itself',
    schema: { items: { dependentSchemas: { foo: described('foo', 'bar') }, ...closed } },
    accepted: [[{ foo: 1, bar: 1 }, {}]],
    refused: [[{ foo: 1, bar: 1 }, { bar: 1 }]],
  },
  {
    name: 'each item of a list by itself, of which one fits an alternative',
    schema: { items: { anyOf: [{ ...described('foo', 'bar'), required: ['foo'] }, true], ...closed } },
    accepted: [[{ foo: 1, bar: 1 }, {}]],
    refused: [[{ foo: 1, bar: 1 }, { bar: 1 }]],
  },
  {
    name: 'properties of a reference next to alternatives',
    schema: {
      $ref: '#/components/schemas/Foo',
      anyOf: [{ ...described('bar'), required: ['bar'] }, true],
      ...closed,
    },
    accepted: [{ foo: 1 }, { foo: 1, bar: 1 }],
    refused: [{ foo: 1, baz: 1 }],
  },
  {
    name: 'a test and the branch that it leads to',
    schema: { if: isThen, ...when('then', described('bar')), else: described('baz'), ...closed },
    accepted: [{ foo: 'then', bar: 1 }, { baz: 1 }],
    refused: [{ foo: 'then', baz: 1 }, { foo: 'else', baz: 1 }, { bar: 1 }],
  },
  {
    name: 'a test without a branch for the values that fit it',
    schema: { if: isThen, else: described('baz'), ...closed },
    accepted: [{ foo: 'then' }, { baz: 1 }],
    refused: [
      { foo: 'else', baz: 1 },
      { foo: 'then', baz: 1 },
    ],
  },
  {
    name: 'no name that every object inherits',
    schema: {
      patternProperties: { '^foo': true },
      dependentSchemas: { foo: described('bar') },
      ...closed,
    },
    accepted: [{ foo: 1, bar: 1 }],
    refused: [{ constructor: 1 }, { foo: 1, toString: 1 }],
  },
  {
    name: 'what one reference to a recursive schema describes, not what is next to another',
    schema: { $ref: '#/components/schemas/Tree' },
    accepted: [{ open: { foo: 1 } }, { shut: { shut: {} } }],
    refused: [{ shut: { foo: 1 } }, { open: { shut: { foo: 1 } } }],
  },
  {
    name: 'the items of the alternatives that a list fits',
    schema: { anyOf: [{ prefixItems: [{ const: 1 }] }, true], unevaluatedItems: false },
    accepted: [[], [1]],
    refused: [[2], [1, 2]],
  },
  {
    name: 'the items of a test that a list fits',
    schema: {
      if: { prefixItems: [{ const: 1 }] },
      ...when('then', { prefixItems: [true, true] }),
      unevaluatedItems: false,
    },
    accepted: [[], [1], [1, 2]],
    refused: [[2], [1, 2, 3]],
  },
  {
    name: 'the items that a list has to contain, and no others',
    schema: { contains: { type: 'string' }, unevaluatedItems: false },
    accepted: [['a'], ['a', 'b'], {}],
    refused: [[], [1], ['a', 1], [1, 'a']],
  },
  {
    name: 'the items that a list may contain',
    schema: { contains: { type: 'string' }, minContains: 0, unevaluatedItems: { type: 'boolean' } },
    accepted: [[], ['a'], [true], ['a', true]],
    refused: [[1], ['a', 1], [1, 'a']],
  },
  {
    name: 'any item that a list has to contain',
    schema: { contains: true, unevaluatedItems: false },
    accepted: [[1], [1, 'a']],
    refused: [[]],
  },
  {
    name: 'the items that a list contains, of which there is a most',
    schema: { contains: { type: 'string' }, maxContains: 2, unevaluatedItems: { type: 'boolean' } },
    accepted: [['a'], ['a', true, 'b']],
    refused: [[true], ['a', 'b', 'c'], ['a', 1]],
  },
  {
    name: 'the items that a list contains next to first items',
    schema: { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
    accepted: [[1, 'a'], ['a']],
    refused: [[1], [1, 2, 'a'], ['a', 1]],
  },
  {
    name: 'the items that parts and references say a list contains',
    schema: {
      allOf: [{ contains: { type: 'string' } }, { $ref: '#/components/schemas/HasTrue' }],
      unevaluatedItems: false,
    },
    accepted: [
      ['a', true],
      [true, true, 'a'],
    ],
    refused: [['a'], ['a', true, 1]],
  },
  {
    name: 'the items that the alternatives which a list fits say it contains',
    schema: {
      anyOf: [{ contains: { type: 'string' } }, { contains: { const: 1 } }],
      unevaluatedItems: false,
    },
    accepted: [['a'], [1], [1, 'a', 1]],
    refused: [[], [2], ['a', 2], [1, true]],
  },
  {
    name: 'nothing of what a list contains in a test that it does not fit',
    schema: {
      if: { contains: { type: 'string' }, minItems: 2 },
      else: { contains: { const: 1 } },
      unevaluatedItems: false,
    },
    accepted: [['a', 'a'], [1]],
    refused: [['a'], ['a', 1], [1, 2]],
  },
  {
    name: 'each list of a list by itself, with the items that it contains',
    schema: { items: { contains: { type: 'string' }, unevaluatedItems: false } },
    accepted: [[['a'], ['a', 'b']]],
    refused: [
      [
        ['a', 'b'],
        ['a', 1],
      ],
      [['a'], []],
    ],
  },
  {
    name: 'properties next to what lists contain',
    schema: { allOf: [described('foo')], contains: { type: 'string' }, ...closed, unevaluatedItems: false },
    accepted: [{ foo: 1 }, ['a']],
    refused: [{ foo: 1, bar: 1 }, ['a', 1]],
  },
  {
    name: 'no items of a reference that describes properties by their names',
    schema: { $ref: '#/components/schemas/HasPattern', unevaluatedItems: false },
    accepted: [[], { b: 1 }],
    refused: [[1]],
  },
  {
    name: 'no items of a part that describes properties by their names',
    schema: { allOf: [{ patternProperties: { '^b': {} } }], unevaluatedItems: false },
    accepted: [[], { b: 1 }],
    refused: [[1]],
  },
  {
    name: 'the first items of a reference that also says what depends on a property',
    schema: { $ref: '#/components/schemas/NeedsFriend', unevaluatedItems: false },
    accepted: [[], ['a'], { a: 1, b: 1 }],
    refused: [[1], ['a', 1], { a: 1 }],
  },
  {
    name: 'no items of a schema that depends on a property',
    schema: { dependentSchemas: { a: { prefixItems: [true] } }, unevaluatedItems: false },
    accepted: [[], { a: 1 }],
    refused: [[1]],
  },
  {
    name: 'the first items of an alternative that also describes properties by their names',
    schema: {
      anyOf: [{ prefixItems: [{ type: 'string' }], patternProperties: { '^b': {} } }],
      unevaluatedItems: false,
    },
    accepted: [[], ['a']],
    refused: [[1], ['a', 1]],
  },
  {
    name: 'the items that a list contains next to a part that describes properties by their names',
    schema: {
      items: {
        allOf: [{ patternProperties: { '^b': { type: 'number' } } }],
        contains: { type: 'string' },
        unevaluatedItems: false,
      },
    },
    accepted: [[['a'], { b: 1 }, ['a', 'b']]],
    refused: [
      [['a', 1]],
      [
        ['a', 'b'],
        ['a', 1],
      ],
      [{ b: 'a' }],
    ],
  },
];

describe('counts as evaluated', () => {
  test.each(cases)('$name', ({ schema, accepted, refused }) => {
    const isAccepted = acceptedBy(schema);
    expect({
      accepted: accepted.filter(isAccepted),
      refused: refused.filter((one) => !isAccepted(one)),
    }).toEqual({
      accepted,
      refused,
    });
  });
});

function acceptedBy(schema: JsonObject): (value: Json) => boolean {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Dogs', version: 'v1' },
    paths: {},
    components: { schemas },
  };
  const bag = new SchemaBag(openDocument(document), 'request');
  const check = checkOfSchema(bag.normalise(schema), bag);
  return (value) => check?.(value, 0) === undefined;
}
