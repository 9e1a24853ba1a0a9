// @module-tag full
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { completeDocument, type Direction } from './complete-document.ts';

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const changed = 'Kind4';

interface Union {
  readonly kinds: number;
  readonly hasDiscriminator: boolean;
  /** The properties of each kind that lead back to the union. */
  readonly back: JsonObject;
  readonly direction: Direction;
}

/** A choice of some kinds of blocks, each of which holds blocks; one kind has a text of its own. */
function unionOf({ kinds, hasDiscriminator, back, direction }: Union, text: JsonObject): JsonObject {
  const names = Array.from({ length: kinds }, (_, index) => `Kind${index}`);
  const kindOf = (name: string): Json => ({
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', enum: [name] },
      text: name === changed ? text : { type: 'string' },
      ...back,
    },
  });
  const schemas: JsonObject = {
    Block: {
      oneOf: names.map(reference),
      ...(hasDiscriminator && { discriminator: { propertyName: 'type' } }),
    },
    ...Object.fromEntries(names.map((name) => [name, kindOf(name)])),
  };
  return completeDocument({
    form: 'schema',
    value: reference('Block'),
    schemas,
    openapi: '3.0.3',
    direction,
  });
}

/** The kinds of all changes with their places in head. */
function changesOf(union: Union, base: JsonObject, head: JsonObject): readonly (readonly Json[])[] {
  return diffContracts(unionOf(union, base), unionOf(union, head)).map(({ id, message, at }) => [
    id,
    message,
    at.head ?? '',
  ]);
}

const children = { children: { type: 'array', items: reference('Block') } };

const unions = [16, 28].flatMap((kinds) =>
  [true, false].flatMap((hasDiscriminator) =>
    (['request', 'response'] as const).flatMap((direction) =>
      [children, { child: reference('Block'), list: children.children }].map((back) => ({
        kinds,
        hasDiscriminator,
        back,
        direction,
        by: Object.keys(back).join(' and '),
      })),
    ),
  ),
);

describe.each(unions)(
  'a union of $kinds kinds that hold each other by $by, with discriminator: $hasDiscriminator, in a $direction',
  (union) => {
    const place = `/components/schemas/${changed}/properties/text`;
    const where =
      union.direction === 'request' ? 'PUT /dogs/{id}: request body' : 'GET /dogs/{id}: response 200 body';

    test('has one change if the description of a kind changes', () => {
      const described = (description: string) => ({ type: 'string', description });
      expect(changesOf(union, described('One'), described('Two'))).toEqual([
        ['documentation-changed', `${where} /text: description changed.`, `${place}/description`],
      ]);
    });

    test('has one change if a property of a kind has another type', () => {
      expect(changesOf(union, { type: 'string' }, { type: 'integer' })).toEqual([
        [`${union.direction}-type-changed`, `${where} /text: type string → integer.`, `${place}/type`],
      ]);
    });
  },
);
