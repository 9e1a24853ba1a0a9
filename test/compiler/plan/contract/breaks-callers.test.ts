import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { breaksReader, breaksSender } from './breaks-callers.ts';
import { documentOf } from './caller-views.ts';
import type { Direction } from './complete-document.ts';
import { drawInstances, type NearSchemas } from './near-schemas.ts';
import { inheritedNames, type Names } from './rename-properties.ts';

interface Judged {
  readonly direction: Direction;
  readonly base: Json;
  readonly head: Json;
  /** The end of what the plan is taken to miss: a path, or a kind and a path. */
  readonly missed?: string;
  readonly names?: Names;
}

/** What the plan reports but for what it misses, and whether one of 60 drawn values breaks callers for all that. */
function judge({ direction, base, head, missed, names = {} }: Judged) {
  const pair: NearSchemas = {
    openapi: '3.1.0',
    base: { root: base, components: {} },
    head: { root: head, components: {} },
    names,
    seed: 1,
  };
  const view = { ...pair, direction };
  const changes = diffContracts(documentOf(pair.base, view), documentOf(pair.head, view)).map((change) => ({
    change,
    title: `${change.id} ${change.path.split(' body')[1]?.trim() ?? ''}`,
  }));
  const left = changes.filter(({ title }) => missed === undefined || !` ${title}`.endsWith(` ${missed}`));
  const reported = left.map(({ change }) => change);
  const breaks = direction === 'request' ? breaksSender(pair, reported) : breaksReader(pair, reported);
  return {
    reported: left.map(({ title }) => title),
    isOneMissed: left.length < changes.length,
    isBroken: drawInstances(pair, 60).some(breaks),
  };
}

describe('a reader of a closed object is broken by another value of a property that', () => {
  test.each<{ title: string; b: JsonObject }>([
    { title: 'is an address', b: { type: 'string', format: 'ipv6' } },
    { title: 'is one text', b: { const: '::1' } },
    { title: 'is one of a list of texts', b: { enum: ['red', 'green'] } },
    { title: 'is a long text', b: { type: 'string', minLength: 4 } },
    { title: 'is a large number', b: { type: 'integer', minimum: 4 } },
    { title: 'needs a property', b: { type: 'object', required: ['b'] } },
    {
      title: 'needs a property with a value',
      b: { type: 'object', required: ['b'], properties: { b: { const: 'red' } } },
    },
    { title: 'needs an item', b: { type: 'array', minItems: 1 } },
    { title: 'begins with a letter', b: { type: 'string', pattern: '^x' } },
    {
      title: 'has two conditions',
      b: {
        allOf: [
          { type: 'string', minLength: 3 },
          { pattern: '^x', maxLength: 3 },
        ],
      },
    },
  ])('$title', ({ b }) => {
    const base = { type: 'object', properties: { a: {}, b }, additionalProperties: false };
    const head = { type: 'object', properties: { a: {}, b: { type: 'boolean' } } };
    const expected = {
      reported: ['response-additional-properties-opened '],
      isOneMissed: true,
      isBroken: true,
    };
    expect(judge({ direction: 'response', base, head, missed: '/b' })).toEqual(expected);
    expect(judge({ direction: 'response', base, head, missed: '/items', names: inheritedNames })).toEqual(
      expected,
    );
  });
});

const without = { type: 'object' };
const text = { type: 'object', properties: { b: { type: 'string' } } };
const number = { type: 'object', properties: { b: { type: 'integer' } } };

/** An object or a list that has one schema in one place and another one in the others. */
const places: readonly {
  readonly title: string;
  readonly one: string;
  readonly others: string;
  readonly make: (one: Json, others: Json) => Json;
}[] = [
  {
    title: 'a described property and the others',
    one: '/a',
    others: '/{}',
    make: (one, others) => ({ type: 'object', properties: { a: one }, additionalProperties: others }),
  },
  {
    title: 'a described property and those with a pattern',
    one: '/a',
    others: '/{^z}',
    make: (one, others) => ({ type: 'object', properties: { a: one }, patternProperties: { '^z': others } }),
  },
  {
    title: 'the properties with a pattern and the others',
    one: '/{^a}',
    others: '/{}',
    make: (one, others) => ({
      type: 'object',
      patternProperties: { '^a': one },
      additionalProperties: others,
    }),
  },
  {
    title: 'the other properties and those with a pattern',
    one: '/{}',
    others: '/{^a}',
    make: (one, others) => ({
      type: 'object',
      patternProperties: { '^a': others },
      additionalProperties: one,
    }),
  },
  {
    title: 'the properties of a part and the others',
    one: '/a',
    others: '/{}',
    make: (one, others) => ({
      allOf: [{ type: 'object', properties: { a: one } }],
      unevaluatedProperties: others,
    }),
  },
  {
    title: 'the first item and the others',
    one: '/0',
    others: '/*',
    make: (one, others) => ({ type: 'array', prefixItems: [one], items: others }),
  },
  {
    title: 'the other items and the first',
    one: '/*',
    others: '/0',
    make: (one, others) => ({ type: 'array', prefixItems: [others], items: one }),
  },
];

describe.each(places)('of $title', ({ one, others, make }) => {
  test('a sender is broken by another type in one place, and not by a new property in another', () => {
    expect(
      judge({
        direction: 'request',
        base: make(text, without),
        head: make(number, number),
        missed: `${one}/b`,
      }),
    ).toEqual({
      reported: [`request-optional-property-added ${others}/b`],
      isOneMissed: true,
      isBroken: true,
    });
    expect(judge({ direction: 'request', base: make(text, without), head: make(text, number) })).toEqual({
      reported: [`request-optional-property-added ${others}/b`],
      isOneMissed: false,
      isBroken: false,
    });
  });

  test('a reader is broken by another type in one place, and not by a removed property in another', () => {
    expect(
      judge({
        direction: 'response',
        base: make(text, text),
        head: make(number, without),
        missed: `${one}/b`,
      }),
    ).toEqual({
      reported: [`response-optional-property-removed ${others}/b`],
      isOneMissed: true,
      isBroken: true,
    });
    expect(judge({ direction: 'response', base: make(text, text), head: make(text, without) })).toEqual({
      reported: [`response-optional-property-removed ${others}/b`],
      isOneMissed: false,
      isBroken: false,
    });
  });

  test('a reader is broken by another type in one place, and not by further properties in another', () => {
    const closed = { type: 'object', additionalProperties: false };
    const base = make({ ...text, ...closed }, closed);
    const reported = [`response-additional-properties-opened ${others}`];
    const head = make({ ...number, ...closed }, without);
    expect(judge({ direction: 'response', base, head, missed: `${one}/b` })).toEqual({
      reported,
      isOneMissed: true,
      isBroken: true,
    });
    expect(judge({ direction: 'response', base, head: make({ ...text, ...closed }, without) })).toEqual({
      reported,
      isOneMissed: false,
      isBroken: false,
    });
  });
});

describe('a property that is described as only read now', () => {
  const readOnly = { b: { type: 'integer', readOnly: true } };

  test('breaks senders of objects that need it', () => {
    const base = { type: 'object', required: ['b'] };
    const head = { ...base, properties: readOnly };
    expect(judge({ direction: 'request', base, head, missed: '/b' })).toEqual({
      reported: [],
      isOneMissed: true,
      isBroken: true,
    });
  });

  test('breaks no sender where another object needs one of its name', () => {
    const c = { type: 'object', required: ['b'] };
    const base = { properties: { c } };
    const head = { properties: { c, ...readOnly } };
    expect(judge({ direction: 'request', base, head })).toEqual({
      reported: [],
      isOneMissed: false,
      isBroken: false,
    });
  });
});

test('a limit beside alternatives breaks senders of one, though a tighter one is reported of another', () => {
  const word = { type: 'string', pattern: '^a' };
  const base = { anyOf: [{ ...word, maxLength: 3 }, { type: 'integer' }, { type: 'string', pattern: '^x' }] };
  const head = {
    maxLength: 2,
    anyOf: [word, { type: 'integer' }, { type: 'string', pattern: '^x', maxLength: 1 }],
  };
  expect(judge({ direction: 'request', base, head, missed: 'request-limit-tightened maxLength' })).toEqual({
    reported: ['request-limit-added maxLength'],
    isOneMissed: true,
    isBroken: true,
  });
});
