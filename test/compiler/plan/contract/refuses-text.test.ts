import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openContract } from '#compiler/plan/contract/schemas/contract-side.ts';
import { readParameters } from '#compiler/plan/contract/operations/parameters/read-parameters.ts';
import { refusesText, refusesTextsWith } from '#compiler/plan/contract/sent-as-text/refuses-text.ts';
import { Findings } from '#runtime/gateway/validation/findings.ts';
import { declareParameter } from '#runtime/gateway/validation/parameters/declared-parameter.ts';
import { ParameterCheck } from '#runtime/gateway/validation/parameters/parameter-check.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';
import { draws } from '../../../full-run.ts';
import { completeDocument } from './complete-document.ts';
import { drawParameters } from './draw-parameter.ts';
import { Draw } from './draw.ts';

const texts = [
  'mine',
  'a',
  'ab',
  'abcd',
  '1',
  '-3',
  '0.5',
  '1e1',
  '0x10',
  'true',
  '2026-01-01',
  'a,b',
  'null',
];

const drawnParameters = fc
  .array(fc.nat(5039), { minLength: 40, maxLength: 120, size: 'max' })
  .map((decisions) => drawParameters(Draw.from(decisions)))
  .map(({ openapi, base }) => ({ openapi, schema: base['schema'] ?? {} }));

/** What the plan and the gateway refuse for a path parameter. */
function refusedTexts({ openapi, schema }: { openapi: string; schema: unknown }) {
  const value = [{ name: 'id', in: 'path', required: true, schema: schema as object }];
  const side = openContract(completeDocument({ form: 'parameters', value: value as never, openapi }));
  const operation = side.document.operations[0];
  if (!operation) throw new Error('the document has no operation');
  const [node] = operation.parameters;
  const declared = node && declareParameter(node);
  const planned = readParameters(operation, side).get('path id');
  if (!declared || !planned) throw new Error('the document has no parameter');
  const check = new ParameterCheck(declared, new SchemaBag(side.document, 'request'));
  const isRefused = (text: string) => {
    const findings = new Findings();
    check.check(text, findings);
    return !findings.isEmpty;
  };
  return {
    gateway: texts.filter(isRefused),
    plan: texts.filter((text) => refusesText(planned.schema.flat, text)),
    planOfParts: texts.filter((text) => refusesTextsWith(planned.schema.flat, text)),
  };
}

test('a text that the plan takes for refused is refused by the gateway', () => {
  fc.assert(
    fc.property(drawnParameters, (parameter) => {
      const { gateway, plan, planOfParts } = refusedTexts(parameter);
      const wrong = [...plan, ...planOfParts].filter((text) => !gateway.includes(text));
      expect({ parameter, wrong }).toEqual({ parameter, wrong: [] });
    }),
    { numRuns: draws(3000), seed: 1, endOnFailure: true },
  );
});

test('most texts that the gateway refuses are known to be refused', () => {
  const all = fc.sample(drawnParameters, { numRuns: 200, seed: 1 }).map(refusedTexts);
  const refused = all.flatMap(({ gateway }) => gateway).length;
  expect(all.flatMap(({ plan }) => plan).length / refused).toBeGreaterThan(0.5);
});
