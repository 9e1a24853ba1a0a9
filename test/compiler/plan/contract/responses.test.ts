import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { contractChangeKinds } from '#compiler/plan/contract/contract-change-kinds.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { openDocument } from '#openapi/open-document.ts';
import { Findings } from '#runtime/gateway/validation/findings.ts';
import { planResponses } from '#runtime/gateway/validation/response-plan.ts';
import { SchemaBag } from '#runtime/gateway/validation/schemas/schema-bag.ts';
import { draws } from '../../../full-run.ts';
import { completeDocument } from './complete-document.ts';

/** The type of the body of each response, by the key of the response. */
type Responses = Readonly<Record<string, string>>;

const keys = ['200', '201', '204', '303', '404', '500', '2XX', '4XX', 'default'];
const statuses = [200, 201, 202, 204, 303, 304, 404, 409, 500, 503];
const bodies = ['"a"', '1', '1.5'].map((text) => Buffer.from(text));

const responses: fc.Arbitrary<Responses> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('string', 'integer', 'number')), {
    minLength: 1,
    maxLength: 4,
    selector: ([key]) => key,
  })
  .map((entries) => Object.fromEntries(entries));

function documentOf(types: Responses): JsonObject {
  const described = Object.entries(types).map(([key, type]) => [
    key,
    { description: 'A dog.', content: { 'application/json': { schema: { type } } } },
  ]);
  const value = { responses: Object.fromEntries(described) as JsonObject };
  return completeDocument({ form: 'operation', value, openapi: '3.0.3' });
}

/** The numbers of the bodies that the gateway finds nothing wrong with, by status; a status may be undeclared. */
function readAnswers(types: Responses): ReadonlyMap<number, ReadonlySet<number>> {
  const document = openDocument(documentOf(types));
  const [operation] = document.operations;
  if (!operation) throw new Error('the document has no operation');
  const plan = planResponses(operation, new SchemaBag(document, 'response'), (make) => make());
  const declared = statuses.filter((status) => isDeclared(status, types));
  return new Map(
    declared.map((status) => {
      const check = plan.contentsFor(status)?.[0]?.checkFor('json');
      const fitting = bodies.flatMap((body, index) => {
        const findings = new Findings();
        check?.(body, findings);
        return findings.isEmpty ? index : [];
      });
      return [status, new Set(fitting)];
    }),
  );
}

/** The default response is for errors if there is a response for a success. */
function isDeclared(status: number, types: Responses): boolean {
  const isNamed = String(status) in types || `${Math.trunc(status / 100)}XX` in types;
  const isForAll = !Object.keys(types).some((key) => key.startsWith('2'));
  return isNamed || ('default' in types && (status >= 400 || isForAll));
}

/** The successes that one key stands for: clients may wait for any of them. */
function successesOf(key: string, types: Responses): readonly number[] {
  const isOwn = (status: number) => !(String(status) in types) && isDeclared(status, types);
  const all = statuses.filter((status) => status < 300);
  if (key === '2XX') return all.filter(isOwn);
  return key === 'default'
    ? all.filter((status) => !('2XX' in types) && isOwn(status))
    : all.filter((one) => String(one) === key);
}

function isBreaking(base: Responses, head: Responses): boolean {
  const changes = diffContracts(documentOf(base), documentOf(head));
  return changes.some(({ id }) => contractChangeKinds[id].compatibility === 'breaking');
}

test('a change of responses breaks clients if an answer is new for its status, or no success of a key is left', () => {
  fc.assert(
    fc.property(responses, responses, (base, head) => {
      const [before, after] = [readAnswers(base), readAnswers(head)];
      const newAnswers = statuses.filter((status) => {
        const known = before.get(status);
        return known && [...(after.get(status) ?? [])].some((body) => !known.has(body));
      });
      const lost = Object.keys(base).filter((key) => {
        const successes = successesOf(key, base);
        return successes.length > 0 && !successes.some((status) => after.has(status));
      });
      const expected = newAnswers.length > 0 || lost.length > 0;
      expect({ base, head, newAnswers, lost, isBreaking: isBreaking(base, head) }).toEqual({
        base,
        head,
        newAnswers,
        lost,
        isBreaking: expected,
      });
    }),
    { numRuns: draws(3000), seed: 1, endOnFailure: true },
  );
});
