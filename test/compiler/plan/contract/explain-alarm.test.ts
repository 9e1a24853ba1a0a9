import { expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { documentOf } from './caller-views.ts';
import { explainAlarm, type Looking } from './explain-alarm.ts';
import { evaluatePair } from './law.ts';
import { gatewayAccepts } from './gateway-accepts.ts';
import { drawInstances, type NearSchemas } from './near-schemas.ts';
import { withoutOtherTexts } from './simplified-schemas.ts';

/** Whether a drawn value that fits base does not fit head, in requests. */
function isShown(pair: NearSchemas): boolean {
  const [follows, takes] = [pair.base, pair.head].map((side) =>
    gatewayAccepts(documentOf(side, { ...pair, direction: 'request' }), 'request'),
  ) as [(value: Json) => boolean, (value: Json) => boolean];
  return drawInstances(pair, 400).some((value) => follows(value) && !takes(value));
}

/** Why changes of a kind are reported that no value shows. */
function explain(
  kind: string,
  base: Json,
  head: Json,
  components: JsonObject = {},
): readonly (string | undefined)[] {
  const pair: NearSchemas = {
    openapi: '3.1.0',
    base: { root: base, components },
    head: { root: head, components },
    names: {},
    seed: 1,
  };
  const looking: Looking = {
    isShown: (sides) => isShown({ ...pair, ...sides }),
    isReturned: () => true,
    reasonOf: () => undefined,
  };
  expect(isShown(pair)).toBe(false);
  const view = { ...pair, direction: 'request' } as const;
  return diffContracts(documentOf(pair.base, view), documentOf(pair.head, view)).flatMap((change) =>
    change.id === kind ? [explainAlarm(change, pair, 'request', looking)] : [],
  );
}

/** Only the empty text fits the pattern, so that the limit shows without the pattern alone. */
const empty = { type: 'string', pattern: '^$' };
const limited = { ...empty, maxLength: 2 };

const object = { type: 'object', required: ['a'], dependentRequired: { a: ['b'] } };

test.each<{ kind: string; base: JsonObject; head: JsonObject }>([
  {
    kind: 'request-property-became-required',
    base: { ...object, properties: { a: empty, b: {} } },
    head: { ...object, properties: { a: limited, b: {} }, required: ['a', 'b'] },
  },
  {
    kind: 'request-property-forbidden',
    base: { ...object, properties: { a: empty, b: {}, c: {} }, propertyNames: { enum: ['a', 'b'] } },
    head: {
      ...object,
      properties: { a: limited, b: {} },
      propertyNames: { enum: ['a', 'b'] },
      additionalProperties: false,
    },
  },
  {
    kind: 'request-additional-properties-closed',
    base: { ...object, properties: { a: empty, b: {} }, propertyNames: { enum: ['a', 'b'] } },
    head: {
      ...object,
      properties: { a: limited, b: {} },
      propertyNames: { enum: ['a', 'b'] },
      additionalProperties: false,
    },
  },
])('a difference elsewhere that patterns hide explains no $kind', ({ kind, base, head }) => {
  expect(explain(kind, base, head)).toEqual([undefined]);
});

const short = { type: 'string', maxLength: 2, pattern: '^abc' };

test.each<{ kind: string; base: JsonObject; head: JsonObject }>([
  {
    kind: 'request-property-became-required',
    base: { properties: { c: short }, required: ['c'] },
    head: { properties: { c: short }, required: ['a', 'c'] },
  },
  {
    kind: 'request-property-forbidden',
    base: { properties: { a: {}, c: short }, required: ['c'] },
    head: { properties: { c: short }, required: ['c'], additionalProperties: false },
  },
  {
    kind: 'request-additional-properties-closed',
    base: { type: ['object', 'null'], propertyNames: { maxLength: 1, pattern: '^abc' } },
    head: {
      type: ['object', 'null'],
      propertyNames: { maxLength: 1, pattern: '^abc' },
      additionalProperties: false,
    },
  },
])('a pattern that leaves no object to a $kind explains it', ({ kind, base, head }) => {
  expect(explain(kind, base, head)).toEqual([
    'patterns, factors and formats are not compared with other keywords',
  ]);
});

const alternatives = { oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }] };
const components = { One: { type: 'number' }, Two: { type: 'string', pattern: '^a', maxLength: 1 } };

test('a format of the other side explains an alternative with a pattern', () => {
  const head = { maxLength: 2, format: 'hostname' };
  expect(explain('request-alternative-removed', alternatives, head, components)).toEqual([
    'patterns, factors and formats are not compared with other keywords',
  ]);
});

test('patterns and formats of the other side are kept', () => {
  const schema = { pattern: '^a', format: 'date', properties: { a: { pattern: '^b', multipleOf: 2 } } };
  const others = JSON.stringify({ properties: { b: { pattern: '^a' }, c: { multipleOf: 2 } } });
  expect(withoutOtherTexts(schema, others)).toEqual({
    pattern: '^a',
    properties: { a: { multipleOf: 2 } },
  });
});

test('a required property that is only written now counts as explained if no response is possible without it', () => {
  const base = { type: 'object', required: ['a'], minProperties: 1, additionalProperties: false };
  const described = (schema: JsonObject): NearSchemas['base'] => ({
    root: { ...base, properties: { a: schema } },
    components: {},
  });
  const pair = {
    openapi: '3.1.0',
    base: described({}),
    head: described({ writeOnly: true }),
    names: {},
    seed: 1,
  };
  const { changes, alarms, reason } = evaluatePair(pair, 'response');
  expect({ changes: changes.map(({ id }) => id), alarms, reason }).toEqual({
    changes: ['response-required-property-removed'],
    alarms: [],
    reason: 'no response is possible without what is only written',
  });
});
