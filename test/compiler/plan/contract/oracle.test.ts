import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, type JsonObject, valueAt } from '../../../../src/compiled/json.ts';
import { contractChangeKinds } from '../../../../src/compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '../../../../src/compiler/plan/contract/diff-contracts.ts';
import { splitPointer } from '../../../../src/source/place.ts';
import { draws } from '../../../full-run.ts';
import { completeDocument, type Direction } from './complete-document.ts';
import { nearSchemas, type NearSchemas, type Schemas } from './near-schemas.ts';
import {
  readAsJsonSchema,
  readByReader,
  readBySender,
  readComponentBySender,
} from './read-as-json-schema.ts';

/**
 * A change is never reported as compatible if base accepts a request that head refuses, or head a response that base
 * refuses. The law is exact for the drawn schemas: keywords of one type are next to that type, since without it they
 * imply it; objects within `allOf` leave open what else there may be, which people read otherwise than validators;
 * formats, defaults, discriminators, `readOnly` and `writeOnly` do not distinguish values and are not drawn.
 */
const runs = draws(400);

const ajv = new Ajv2020({ strict: false, validateSchema: false, addUsedSchema: false, logger: false });

function compile(
  { root, components }: Schemas,
  read: (schema: Json) => Json,
  readComponent = read,
): ValidateFunction {
  const schemas = Object.fromEntries(
    Object.entries(components).map(([name, one]) => [name, readComponent(one)]),
  );
  return ajv.compile({ allOf: [read(root)], components: { schemas } });
}

function changesOf({ openapi, base, head }: NearSchemas, direction: Direction) {
  const [before = {}, after = {}] = [base, head].map(({ root, components }) =>
    completeDocument({ form: 'schema', value: root, schemas: components, openapi, direction }),
  );
  return { before, after, changes: diffContracts(before, after) };
}

function isTold(pair: NearSchemas, direction: Direction): boolean {
  const { changes } = changesOf(pair, direction);
  const severities = changes.map(({ id }) => contractChangeKinds[id].compatibility);
  return severities.some((one) => one === 'breaking' || one === 'risky');
}

test('a value that a request can no longer contain is reported', () => {
  fc.assert(
    fc.property(nearSchemas, (pair) => {
      const before = compile(pair.base, readBySender, readComponentBySender);
      const after = compile(pair.head, readAsJsonSchema);
      const refused = pair.instances.filter((instance) => before(instance) && !after(instance));
      expect({ refused, isTold: refused.length > 0 && !isTold(pair, 'request') }).toEqual({
        refused,
        isTold: false,
      });
    }),
    { numRuns: runs, seed: 1, endOnFailure: true },
  );
});

test('a value that a response could not contain before is reported', () => {
  fc.assert(
    fc.property(nearSchemas, (pair) => {
      const before = compile(pair.base, readByReader);
      const after = compile(pair.head, readAsJsonSchema);
      const come = pair.instances.filter((instance) => !before(instance) && after(instance));
      expect({ come, isTold: come.length > 0 && !isTold(pair, 'response') }).toEqual({ come, isTold: false });
    }),
    { numRuns: runs, seed: 1, endOnFailure: true },
  );
});

test('enough pairs differ in what they allow', () => {
  const pairs = fc.sample(nearSchemas, { numRuns: 300, seed: 1 });
  const differing = pairs.filter((pair) => {
    const [before, after] = [compile(pair.base, readAsJsonSchema), compile(pair.head, readAsJsonSchema)];
    return pair.instances.some((instance) => before(instance) !== after(instance));
  });
  expect(differing.length).toBeGreaterThan(60);
});

test('every change points at values that exist', () => {
  fc.assert(
    fc.property(nearSchemas, (pair) => {
      const { before, after, changes } = changesOf(pair, 'request');
      const lost = changes.filter(({ at }) => !exists(before, at.base) || !exists(after, at.head));
      expect(lost).toEqual([]);
    }),
    { numRuns: runs, seed: 1, endOnFailure: true },
  );
});

function exists(document: JsonObject, pointer = ''): boolean {
  return valueAt(document, splitPointer(pointer)) !== undefined;
}
