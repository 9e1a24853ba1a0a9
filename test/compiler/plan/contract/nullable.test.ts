import { expect, test } from 'vitest';
import type { Json, JsonObject } from '#compiled/json.ts';
import type { ContractChangeId } from '#compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { gatewayAccepts } from './gateway-accepts.ts';

const text = { type: 'string' };
const number = { type: 'integer' };
const nullText = { type: 'string', nullable: true };
const nullNumber = { type: 'integer', nullable: true };
const reference = { $ref: '#/components/schemas/Text' };
const nullReference = { $ref: '#/components/schemas/NullText' };

/** Whether null fits each schema of OpenAPI 3.0; those that refuse it by the letter of OpenAPI 3.0.3 are marked. */
const schemas: readonly (readonly [fits: boolean, schema: JsonObject, note?: 'more lenient'])[] = [
  [true, {}],
  [false, text],
  [true, nullText],
  [true, { nullable: true }],
  [true, { nullable: false }],
  [true, { nullable: true, enum: ['a'] }, 'more lenient'],
  [true, { ...nullText, enum: ['a'] }, 'more lenient'],
  [false, { ...text, enum: ['a', null] }],
  [true, { nullable: true, minLength: 1 }],
  [true, { nullable: true, properties: { a: text }, required: ['a'] }],
  [true, { nullable: true, not: text }],
  [true, { nullable: true, not: nullText }, 'more lenient'],
  [true, { nullable: true, allOf: [text] }, 'more lenient'],
  [true, { nullable: true, allOf: [reference] }, 'more lenient'],
  [true, { nullable: true, allOf: [text, nullText] }, 'more lenient'],
  [true, { nullable: true, allOf: [nullText, nullReference] }],
  [true, { nullable: true, anyOf: [text, number] }, 'more lenient'],
  [true, { nullable: true, oneOf: [text, number] }, 'more lenient'],
  [true, { nullable: true, oneOf: [nullText, nullNumber] }, 'more lenient'],
  [false, { nullable: true, ...reference }],
  [true, nullReference],
  [false, { allOf: [reference, { nullable: true }] }],
  [false, { allOf: [{ nullable: true }, text] }],
  [false, { allOf: [nullText, text] }],
  [true, { allOf: [nullText, { nullable: true }] }],
  [true, { allOf: [nullReference, { minLength: 1 }] }],
  [false, { allOf: [{ nullable: true, allOf: [text] }, text] }],
  [true, { allOf: [{ nullable: true, allOf: [text] }] }, 'more lenient'],
  [false, { ...text, allOf: [{ nullable: true }] }],
  [false, { nullable: false, allOf: [text, nullText] }],
  [true, { anyOf: [text, { nullable: true, enum: [1] }] }, 'more lenient'],
  [false, { oneOf: [nullText, nullNumber] }],
  [true, { oneOf: [text, nullNumber] }],
];

function documentWith(schema: JsonObject): JsonObject {
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'It.', content } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  return {
    openapi: '3.0.3',
    info: { title: 'Dogs', version: '1' },
    paths: { '/dogs/{id}': { parameters, get: { responses }, put: { requestBody: { content }, responses } } },
    components: { schemas: { Text: text, NullText: nullText } },
  };
}

const onlyNull = documentWith({ type: 'object', nullable: true, enum: [null] });

/** Whether a change says that null is refused from then on, or allowed from then on. */
function hasChange(base: JsonObject, head: JsonObject, kind: ContractChangeId): boolean {
  return diffContracts(base, head).some(({ id }) => id === kind);
}

test.for(schemas)(
  'the gateway and the plan agree that it is %s that null fits %j',
  ([fits, schema, note]) => {
    const document = documentWith(schema);
    expect({
      gateway: [gatewayAccepts(document, 'request')(null), gatewayAccepts(document, 'response')(null)],
      plan: [
        !hasChange(onlyNull, document, 'request-became-not-nullable'),
        !hasChange(document, onlyNull, 'response-became-nullable'),
      ],
    }).toEqual({ gateway: [fits, fits], plan: [fits, fits] });
    expect(fitsByStandard(schema)).toBe(fits && note === undefined);
  },
);

/** By the letter of OpenAPI 3.0.3: `nullable` adds null to the `type` beside it, and has no effect otherwise. */
function fitsByStandard(schema: JsonObject): boolean {
  const { $ref: target, type, nullable, enum: values, allOf = [], anyOf, oneOf, not } = schema;
  if (target !== undefined) return target === nullReference.$ref;
  const fitting = (list: Json) => (list as readonly JsonObject[]).filter(fitsByStandard).length;
  return (
    (type === undefined || nullable === true) &&
    (values === undefined || (values as Json[]).includes(null)) &&
    fitting(allOf) === (allOf as Json[]).length &&
    (anyOf === undefined || fitting(anyOf) > 0) &&
    (oneOf === undefined || fitting(oneOf) === 1) &&
    (not === undefined || !fitsByStandard(not as JsonObject))
  );
}
