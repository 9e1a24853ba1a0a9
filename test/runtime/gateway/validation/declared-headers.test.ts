import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/compiled/json.ts';
import { servePart } from '../../../../src/runtime/gateway/generation/served-api.ts';
import { buildTable, defineApi } from '../../table-builder.ts';
import { documentOf } from './validated-api.ts';

const override = 'x-http-method-override';
const document = documentOf('3.1.0', '/dogs', {
  get: { responses: {} },
  post: { parameters: [{ name: 'X-HTTP-Method-Override', in: 'header', schema: {} }], responses: {} },
});

/** Counts how often a document is read. */
function countReads(contract: JsonObject) {
  let reads = 0;
  const counted = new Proxy(contract, {
    get: (target, key, receiver) => ((reads += 1), Reflect.get(target, key, receiver)),
  });
  return { counted, reads: () => reads };
}

test('the document is read once for the headers of an operation, however many calls ask for them', () => {
  const operations = ['GET /dogs', 'POST /dogs'];
  const table = buildTable({
    apis: [defineApi({ operations, endpoints: {}, contract: document })],
    applications: [],
    subscriptions: [],
  });
  const [api] = table.apis.values();
  if (!api) throw new Error('the table has no API');
  const { counted, reads } = countReads(api.contract);
  const reports = { reportError: () => undefined, reportDrift: () => undefined };
  const { validation } = servePart({ ...api, contract: counted }, reports);
  const declared = () => api.operations.map((operation) => validation.declaresHeader(operation, override));
  expect(declared()).toEqual([false, true]);
  const before = reads();
  expect(declared()).toEqual([false, true]);
  expect(reads()).toBe(before);
});
