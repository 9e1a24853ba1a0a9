import { expect, test } from 'vitest';
import type { Json } from '#compiled/json.ts';
import { documentOf } from './caller-views.ts';
import { gatewayAccepts } from './gateway-accepts.ts';
import { type Known, withoutProperties, withoutRefused } from './ignored-properties.ts';
import { bothSides } from './member-schemas.ts';

function sidesOf(root: Json) {
  const schemas = { root, components: {} };
  return bothSides({ base: schemas, head: schemas, names: {} });
}

function knownOf(root: Json): Known {
  const view = { openapi: '3.1.0', direction: 'response' } as const;
  const fits = gatewayAccepts(documentOf({ root, components: {} }, view), 'response');
  return { sides: sidesOf(root), drawn: [], fits, mayFit: fits };
}

test('a value has no property at the given paths, and those at others', () => {
  const value = { a: 1, b: { a: 2, c: [{ a: 3, d: 4 }, { a: 5 }] }, c: { x: { a: 6 } } };
  expect(
    withoutProperties(value, [['a'], ['b', 'c', '*', 'a'], ['c', '{}', 'a'], ['d', 'a']], sidesOf({})),
  ).toEqual({
    b: { a: 2, c: [{ d: 4 }, {}] },
    c: { x: {} },
  });
});

test.each<{ title: string; root: Json; value: Json; left: Json }>([
  {
    title: 'a part refuses is left out, and one with a wrong value stays',
    root: {
      allOf: [
        { properties: { a: { type: 'string' }, b: { type: 'string' } } },
        { properties: { a: {} }, additionalProperties: false },
      ],
    },
    value: { a: 1, b: 'b', c: 2 },
    left: { a: 1 },
  },
  {
    title: 'only has values of a few types stays',
    root: { additionalProperties: { type: ['integer', 'array'] } },
    value: { a: 'a', b: {} },
    left: { a: 'a', b: {} },
  },
  {
    title: 'can have no value is left out',
    root: { properties: { a: {} }, additionalProperties: { type: 'object', enum: ['a'] } },
    value: { a: 1, b: {} },
    left: { a: 1 },
  },
])('a property that $title', ({ root, value, left }) => {
  expect(withoutRefused(value, [[]], knownOf(root))).toEqual(left);
});

test('a property in an inner object that can have no value is left out', () => {
  const root = { properties: { a: { properties: { b: {} }, additionalProperties: false } } };
  const value = { a: { b: 1, c: 1 }, c: 1 };
  expect(withoutRefused(value, [['a']], knownOf(root))).toEqual({ a: { b: 1 }, c: 1 });
});
