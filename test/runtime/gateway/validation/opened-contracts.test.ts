import { expect, onTestFinished, test, vi } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { unpackDeferred } from '#compiled/deferred-contract.ts';
import { PartValidation } from '#runtime/gateway/validation/part-validation.ts';

const reports = { reportDrift: () => undefined, reportError: (error: unknown) => expect.fail(String(error)) };

/** The checks of an API with 20 operations, and how often its contract was parsed. */
function openApi(operationOf: (index: number) => object, description = '') {
  const paths = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`/dogs${index}`, { post: operationOf(index) }]),
  );
  const contract = { openapi: '3.1.0', info: { title: 'Dogs', version: '1', description }, paths };
  const operations = Object.keys(paths).map((path) => ({ method: 'POST', path }));
  const text = canonicalJson({ name: 'Dogs', version: 'v1', operations, contract });
  const part: CompiledApi = unpackDeferred(text);
  const validation = new PartValidation(part, reports);
  let parsed = 0;
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((json, reviver) => {
    if (json.includes('"openapi"')) parsed += 1;
    return parse(json, reviver) as unknown;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const plans = part.operations.map((operation) => validation.requestPlan(operation));
  for (const operation of part.operations) {
    validation.declaresCookie(operation);
    validation.declaresHeader(operation, 'x-dog');
    validation.responsePlan(operation);
  }
  return { plans, parsed: () => parsed };
}

const responses = { 200: { description: 'A dog.' } };

test('the plans of bodies of an API hold one contract, which is parsed once', () => {
  const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
  const { plans, parsed } = openApi(() => ({ requestBody: body, responses }));
  expect(plans.every((plan) => plan?.body?.required)).toBe(true);
  expect(parsed()).toBe(1);
});

test('so do those with schemas that refer to each other', () => {
  const schema = { $ref: '#/paths/~1dogs0/post/parameters/0/schema/$defs/name' };
  const parameter = {
    name: 'name',
    in: 'query',
    schema: { $defs: { name: { type: 'string', minLength: 1 } } },
  };
  const { parsed } = openApi((index) => ({
    parameters: [index === 0 ? parameter : { ...parameter, name: `name${index}`, schema }],
    responses,
  }));
  // The first operation has no reference, so that its plan holds nothing.
  expect(parsed()).toBeLessThanOrEqual(2);
});

test('a long contract is parsed once, whatever its plans hold', () => {
  const { parsed } = openApi(() => ({ responses }), 'd'.repeat(64 * 1024));
  expect(parsed()).toBe(1);
});

test('a short one whose plans hold nothing is not held', () => {
  const { plans, parsed } = openApi(() => ({ responses }));
  expect(new Set(plans).size).toBe(1);
  expect(parsed()).toBeGreaterThan(20);
});
