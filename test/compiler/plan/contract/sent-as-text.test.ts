// @module-tag full
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { contractChangeKinds, type ContractChangeId } from '#compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { openDocument } from '#openapi/open-document.ts';
import { Findings } from '#runtime/gateway/validation/findings.ts';
import { declareParameter } from '#runtime/gateway/validation/parameters/declared-parameter.ts';
import { NamedValues } from '#runtime/gateway/validation/parameters/named-values.ts';
import { ParameterCheck } from '#runtime/gateway/validation/parameters/parameter-check.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';
import { draws } from '../../../full-run.ts';
import { completeDocument } from './complete-document.ts';
import { drawParameters, type NearParameters } from './draw-parameter.ts';
import { Draw } from './draw.ts';
import { textsFor } from './sent-texts.ts';

/**
 * A parameter is evaluated by the texts that requests may contain for it: a change breaks requests if the gateway refuses
 * one of them with head's document and not with base's.
 */
const runs = draws(3000);

const nearParameters = fc
  .array(fc.nat(5039), { minLength: 40, maxLength: 120, size: 'max' })
  .map((decisions) => drawParameters(Draw.from(decisions)));

function documentOf(parameter: JsonObject, openapi: string): JsonObject {
  const template = parameter['in'] === 'path' ? '/dogs/{id}/{p}' : '/dogs/{id}';
  const document = completeDocument({ form: 'parameters', value: [parameter], openapi });
  const { '/dogs/{id}': item = {} } = document['paths'] as JsonObject;
  return { ...document, paths: { [template]: item } };
}

/** Whether the gateway accepts a text for the parameter of a document. */
function openCheck(root: JsonObject): (text: string) => boolean {
  const document = openDocument(root);
  const parameter = document.operations[0]?.parameters.find(({ name }) => name === 'p');
  const declared = parameter && declareParameter(parameter);
  if (!declared) throw new Error('the document has no such parameter');
  const check = new ParameterCheck(declared, new SchemaBag(document, 'request'));
  const isNamed = declared.location === 'query' || declared.location === 'cookie';
  const named = new NamedValues([check], declared.location === 'cookie' ? 'cookie' : 'query');
  return (text) => {
    const findings = new Findings();
    if (isNamed) named.check(text, findings);
    else check.check(text, findings);
    return findings.isEmpty;
  };
}

function evaluatePair({ openapi, base, head }: NearParameters) {
  const [before, after] = [documentOf(base, openapi), documentOf(head, openapi)];
  const [accepts, stillAccepts] = [openCheck(before), openCheck(after)];
  const texts = new Set([...textsFor(base), ...textsFor(head)]);
  const refused = [...texts].filter((text) => accepts(text) && !stillAccepts(text));
  const alarms = diffContracts(before, after)
    .map(({ id }) => id)
    .filter((id) => /breaking|risky/.test(contractChangeKinds[id].compatibility));
  return { refused, alarms, isUsable: [...texts].some(accepts) };
}

/** Changes that have a meaning beyond the texts that the gateway accepts. */
const reasons: ReadonlySet<ContractChangeId> = new Set(['parameter-style-changed']);

/**
 * Alternatives and patterns are compared as they are written, an object is not a list, and the styles `label` and
 * `matrix` have separators that values may contain, whatever the texts have in common.
 */
function isComparedAsWritten({ base, head }: NearParameters): boolean {
  const texts = [base, head].map((side) => JSON.stringify(side));
  const areObjects = texts.map((text) => text.includes('"properties"'));
  const isWritten = texts.some((text) => /"anyOf"|"label"|"matrix"|"pattern"/.test(text));
  return isWritten || areObjects[0] !== areObjects[1];
}

test(
  'a change breaks requests if the gateway no longer accepts a text, and otherwise has a reason',
  { timeout: 0 },
  () => {
    fc.assert(
      fc.property(nearParameters, (pair) => {
        const { refused, alarms, isUsable } = evaluatePair(pair);
        const isMissed = refused.length > 0 && alarms.length === 0;
        const isHeld = isUsable && refused.length === 0 && !isComparedAsWritten(pair);
        const unfounded = isHeld && !alarms.some((id) => reasons.has(id)) ? alarms : [];
        // The texts are many, and only needed to explain a wrong verdict.
        if (isMissed || unfounded.length > 0)
          expect({ pair, refused, isMissed, unfounded }).toEqual({
            pair,
            refused,
            isMissed: false,
            unfounded: [],
          });
      }),
      { numRuns: runs, seed: 1, endOnFailure: true },
    );
  },
);

test('enough pairs differ in the texts that the gateway accepts', () => {
  const pairs = fc.sample(nearParameters, { numRuns: 200, seed: 1 }).map(evaluatePair);
  const breaking = pairs.filter(({ refused }) => refused.length > 0).length;
  expect([breaking > 40, pairs.length - breaking > 40]).toEqual([true, true]);
});
