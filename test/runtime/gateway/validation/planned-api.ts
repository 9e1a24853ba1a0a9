import {
  apiDefaults,
  type ApiSettings,
  type CompiledApi,
  type CompiledOperation,
} from '#compiled/compiled-api.ts';
import { fillIn, type JsonObject } from '#compiled/json.ts';
import { openDocument } from '#openapi/open-document.ts';
import { compileOperations } from '#compiler/kinds/api/compile/compile-operations.ts';
import { Findings } from '#runtime/gateway/validation/findings.ts';
import { PartValidation } from '#runtime/gateway/validation/part-validation.ts';

/** The checks of a document, without a gateway around them. */
export function planApi(contract: JsonObject) {
  const faults: unknown[] = [];
  const api: CompiledApi = {
    ...fillIn<ApiSettings>({}, apiDefaults),
    name: 'Dogs',
    context: 'dogs',
    version: 'v1',
    owner: 'tests',
    endpoints: {},
    validation: { requests: 'enforce', responses: 'report' },
    maxBodyBytes: 1_000_000,
    scopes: {},
    operations: compileOperations(openDocument(contract)),
    contract,
  };
  const reports = { reportError: (fault: unknown) => void faults.push(fault), reportDrift: () => undefined };
  return { operations: api.operations, validation: new PartValidation(api, reports), faults };
}

/** The errors of a text as the query of the only operation. */
export function checkQuery(contract: JsonObject, query: string): readonly string[] {
  const { plan, findings } = planOnly(contract);
  plan.query?.check(query, findings);
  return findings.messages;
}

/** The same, as a body in JSON. */
export function checkJson(contract: JsonObject, text: string): readonly string[] {
  const { plan, findings } = planOnly(contract);
  plan.body?.contents[0]?.checkFor('json')?.(Buffer.from(text), findings);
  return findings.messages;
}

function planOnly(contract: JsonObject) {
  const { operations, validation } = planApi(contract);
  const plan = validation.requestPlan(operations[0] as CompiledOperation);
  if (!plan) throw new Error('the document has no operation');
  return { plan, findings: new Findings() };
}
