import type { Json, JsonObject } from '#compiled/json.ts';
import type { Form } from './contract-case.ts';

export interface Fragment {
  readonly form: Form;
  readonly value: Json;
  /** Whether a schema is that of a request or that of an answer. */
  readonly direction?: Direction | undefined;
  /** The version of OpenAPI, unless a document declares it. */
  readonly openapi: string;
  readonly schemas?: JsonObject | undefined;
}

export type Direction = 'request' | 'response';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const done = { '204': { description: 'Done.' } };

/** The OpenAPI document of a fragment; if it is not one itself, it has one operation. */
export function completeDocument(fragment: Fragment): JsonObject {
  const { openapi, schemas, value } = fragment;
  if (fragment.form === 'document') return completeFields(openapi, value as JsonObject);
  return completeFields(openapi, {
    paths: { '/dogs/{id}': { parameters: [id], ...operationsOf(fragment) } },
    ...(schemas && { components: { schemas } }),
  });
}

/** The one operation of a fragment, as changes list it. */
export function operationOf({ form, direction }: Pick<Fragment, 'form' | 'direction'>): string | undefined {
  if (form === 'document') return undefined;
  return direction === 'response' || form === 'parameters' ? 'GET /dogs/{id}' : 'PUT /dogs/{id}';
}

function completeFields(openapi: string, fields: JsonObject): JsonObject {
  const version: JsonObject = 'swagger' in fields ? {} : { openapi };
  return { ...version, info: { title: 'Dogs', version: '1' }, ...fields };
}

function operationsOf({ form, value, direction }: Fragment): JsonObject {
  if (form === 'operation') return { put: { responses: done, ...(value as JsonObject) } };
  if (form === 'parameters') return { get: { parameters: value, responses: done } };
  const content = { 'application/json': { schema: value } };
  if (direction === 'request') return { put: { requestBody: { content }, responses: done } };
  return { get: { responses: { '200': { description: 'A dog.', content } } } };
}
