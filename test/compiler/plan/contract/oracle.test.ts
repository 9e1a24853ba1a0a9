import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../src/compiled/json.ts';
import { contractChangeKinds } from '../../../../src/compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '../../../../src/compiler/plan/contract/diff-contracts.ts';
import { completeDocument, type Direction } from './complete-document.ts';
import { Draw } from './draw.ts';
import { editSchema } from './draw-edit.ts';
import { drawInstance } from './draw-instance.ts';
import { componentNames, drawSchema } from './draw-schema.ts';
import { readAsJsonSchema, readByReader, readBySender, readComponentBySender } from './read-as-json-schema.ts';

const runs = Number(process.env['RUNS'] ?? 1500);

/** A schema and the components that it may refer to. */
interface Schemas {
  readonly root: Json;
  readonly components: JsonObject;
}

interface Near {
  readonly openapi: string;
  readonly base: Schemas;
  readonly head: Schemas;
  readonly instances: readonly Json[];
}

const near = fc
  .array(fc.nat(5039), { minLength: 60, maxLength: 400, size: 'max' })
  .map((decisions) => drawNear(new Draw(decisions)));

function drawNear(draw: Draw): Near {
  const is31 = draw.once(2);
  const place = { is31, depth: 2, mayRefer: true };
  const drawn = componentNames.map((name) => [name, drawSchema(draw, { ...place, mayRefer: false })] as const);
  const base = { root: drawSchema(draw, place), components: Object.fromEntries(drawn) };
  let head: Schemas = base;
  for (let count = 1 + draw.below(3); count > 0; count -= 1) head = edit(draw, head, is31);
  const instances = Array.from({ length: 24 }, (_, index) => {
    const { root, components } = index % 2 === 0 ? base : head;
    return drawInstance(draw, root, components, 5);
  });
  return { openapi: is31 ? '3.1.0' : '3.0.3', base, head, instances };
}

function edit(draw: Draw, { root, components }: Schemas, is31: boolean): Schemas {
  const place = { is31, depth: 2, mayRefer: true };
  if (draw.once(2)) return { root: editSchema(draw, root, place), components };
  const name = draw.oneOf(...componentNames);
  const now = editSchema(draw, components[name] ?? {}, { ...place, mayRefer: false });
  return { root, components: { ...components, [name]: now } };
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, addUsedSchema: false, logger: false });

function compile({ root, components }: Schemas, read: (schema: Json) => Json, readComponent = read): ValidateFunction {
  const schemas = Object.fromEntries(Object.entries(components).map(([name, one]) => [name, readComponent(one)]));
  return ajv.compile({ allOf: [read(root)], components: { schemas } });
}

function severities({ openapi, base, head }: Near, direction: Direction): readonly string[] {
  const [before, after] = [base, head].map(({ root, components }) =>
    completeDocument({ form: 'schema', value: root, schemas: components, openapi, direction }),
  );
  return diffContracts(before ?? {}, after ?? {}).map(({ id }) => contractChangeKinds[id].compatibility);
}

function isTold(pair: Near, direction: Direction): boolean {
  return severities(pair, direction).some((one) => one === 'breaking' || one === 'risky');
}

test('what a request could hold and cannot any more is told', () => {
  fc.assert(
    fc.property(near, (pair) => {
      const before = compile(pair.base, readBySender, readComponentBySender);
      const after = compile(pair.head, readAsJsonSchema);
      const refused = pair.instances.filter((instance) => before(instance) && !after(instance));
      expect({ refused, isTold: refused.length > 0 && !isTold(pair, 'request') }).toEqual({ refused, isTold: false });
    }),
    { numRuns: runs },
  );
});

test('what an answer can hold and could not is told', () => {
  fc.assert(
    fc.property(near, (pair) => {
      const before = compile(pair.base, readByReader);
      const after = compile(pair.head, readAsJsonSchema);
      const come = pair.instances.filter((instance) => !before(instance) && after(instance));
      expect({ come, isTold: come.length > 0 && !isTold(pair, 'response') }).toEqual({ come, isTold: false });
    }),
    { numRuns: runs },
  );
});

test('enough pairs differ in what they allow', () => {
  const pairs = fc.sample(near, { numRuns: 300, seed: 1 });
  const differing = pairs.filter((pair) => {
    const [before, after] = [compile(pair.base, readAsJsonSchema), compile(pair.head, readAsJsonSchema)];
    return pair.instances.some((instance) => before(instance) !== after(instance));
  });
  expect(differing.length).toBeGreaterThan(60);
});
