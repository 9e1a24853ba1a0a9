import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { servePart } from '#runtime/gateway/generation/served-api.ts';
import { buildTable, defineApi } from '../../table-builder.ts';
import { documentOf, openValidated } from './validated-api.ts';

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

/** A document with one header that has to begin with `good`. */
const requiring = (name: string) =>
  documentOf('3.1.0', '/dogs', {
    get: {
      parameters: [{ name, in: 'header', required: true, schema: { type: 'string', pattern: '^good' } }],
      responses: {},
    },
  });

describe('a required header', () => {
  test.each([
    'X-Forwarded-User',
    'X-Real-IP',
    'Forwarded',
    'TE',
    'Trailer',
    'Proxy-Connection',
    'Proxy-Authorization',
    'Content_Foo',
    'api_version',
  ])('%s is missing, since the upstream does not receive it', async (name) => {
    const { call, upstream } = await openValidated(requiring(name));
    const verdict = await call('/dogs', { headers: { [name]: 'good' } });
    expect(verdict).toEqual({
      status: 400,
      code: 'parameters_insufficient',
      errors: [`The header \`${name}\` is missing.`],
    });
    expect(upstream.seen).toEqual([]);
  });

  test.each(['X-Request-Id', 'X-Forwarded-For', 'Via', 'Host', 'Authorization'])(
    '%s is not checked, since the upstream receives that of the gateway',
    async (name) => {
      const { call, upstream } = await openValidated(requiring(name));
      expect(await call('/dogs')).toEqual({ status: 200 });
      expect(upstream.seen).toHaveLength(1);
    },
  );
});
