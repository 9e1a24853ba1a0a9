import { isJsonObject, type Json, type JsonObject } from '../../../compiled/json.ts';
import type { OpenapiContract } from './openapi-contract.ts';
import type {
  DeclaredBody,
  DeclaredContent,
  DeclaredRequest,
  DeclaredResponses,
  WrittenOperation,
} from './operation-contract.ts';
import { readFormFields } from './parameters/read-form-fields.ts';
import { readParameter } from './parameters/read-parameter.ts';

/** Finds an operation in its document; undefined where the document lacks it. */
export function findOperation(
  { root }: OpenapiContract,
  method: string,
  path: string,
): WrittenOperation | undefined {
  const pathItem = memberOf(root['paths'], path);
  if (!isJsonObject(pathItem)) return undefined;
  const operation = memberOf(pathItem, method.toLowerCase()) ?? additionalOperation(pathItem, method);
  return isJsonObject(operation) ? { pathItem, operation } : undefined;
}

/** Methods that have no field of their own (OpenAPI 3.2). */
function additionalOperation({ additionalOperations }: JsonObject, method: string): Json | undefined {
  return memberOf(additionalOperations, method);
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Reads what an operation declares of its requests. */
export function readRequest(contract: OpenapiContract, written: WrittenOperation): DeclaredRequest {
  const declared = listParameters(contract, written);
  const parameters = declared.flatMap((parameter) => readParameter(contract, parameter) ?? []);
  const body =
    contract.line === '2.0'
      ? bodyOfSwagger(contract, written.operation, declared)
      : bodyOfOpenapi(contract, written.operation);
  return { parameters, body };
}

/** The operation's own, and those of its path that it does not declare itself. */
function listParameters(
  contract: OpenapiContract,
  { pathItem, operation }: WrittenOperation,
): readonly JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const listed of [pathItem['parameters'], operation['parameters']]) {
    if (!Array.isArray(listed)) continue;
    for (const item of listed as readonly Json[]) {
      const parameter = contract.resolve(item);
      if (parameter) found.set(JSON.stringify([parameter['in'], parameter['name']]), parameter);
    }
  }
  return [...found.values()];
}

function bodyOfOpenapi(contract: OpenapiContract, { requestBody }: JsonObject): DeclaredBody | undefined {
  const body = contract.resolve(requestBody);
  if (!body) return undefined;
  const contents = readContent(contract, body).map((content) =>
    content.mediaType === formType
      ? { ...content, fields: readFormFields(contract, content.described) }
      : content,
  );
  return { required: body['required'] === true, contents };
}

const formType = 'application/x-www-form-urlencoded';

/** Swagger 2.0 has one parameter for the whole body, or one for each field of a form. */
function bodyOfSwagger(
  contract: OpenapiContract,
  operation: JsonObject,
  declared: readonly JsonObject[],
): DeclaredBody | undefined {
  const mediaTypes = listMediaTypes(contract, operation, 'consumes');
  const whole = declared.find((parameter) => parameter['in'] === 'body');
  if (whole) {
    const contents = mediaTypes.map((mediaType) => ({ mediaType, schema: whole['schema'] }));
    return { required: whole['required'] === true, contents };
  }
  const fields = declared.filter((parameter) => parameter['in'] === 'formData');
  if (fields.length === 0) return undefined;
  return {
    required: fields.some(({ required }) => required === true),
    contents: mediaTypes.map((mediaType) => ({
      mediaType,
      schema: undefined,
      fields: fields.flatMap((field) => readParameter(contract, field) ?? []),
    })),
  };
}

/** Those of the operation, else those of the document; where neither says any, every one will do. */
function listMediaTypes(
  { root }: OpenapiContract,
  operation: JsonObject,
  key: 'consumes' | 'produces',
): readonly string[] {
  const listed = Array.isArray(operation[key]) ? operation[key] : root[key];
  const mediaTypes = Array.isArray(listed)
    ? (listed as readonly Json[]).filter((item) => typeof item === 'string')
    : [];
  return mediaTypes.length === 0 ? ['*/*'] : mediaTypes.map(bareMediaType);
}

/** In lower case, without parameters. */
function bareMediaType(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

interface WrittenContent extends DeclaredContent {
  readonly described: JsonObject;
}

function readContent(contract: OpenapiContract, { content }: JsonObject): readonly WrittenContent[] {
  if (!isJsonObject(content)) return [];
  return Object.entries(content).map(([mediaType, value]) => {
    const described = contract.resolve(value) ?? {};
    return { mediaType: bareMediaType(mediaType), schema: described['schema'], described };
  });
}

/** Reads what an operation declares of its responses, by status in upper case (`4XX`) or `DEFAULT`. */
export function readResponses(contract: OpenapiContract, { operation }: WrittenOperation): DeclaredResponses {
  const found = new Map<string, readonly DeclaredContent[]>();
  const { responses } = operation;
  if (!isJsonObject(responses)) return found;
  for (const [status, value] of Object.entries(responses)) {
    const response = contract.resolve(value);
    if (response && !status.startsWith('x-')) {
      found.set(status.toUpperCase(), contentsOf(contract, operation, response));
    }
  }
  return found;
}

function contentsOf(
  contract: OpenapiContract,
  operation: JsonObject,
  response: JsonObject,
): readonly DeclaredContent[] {
  if (contract.line !== '2.0') return readContent(contract, response);
  const { schema } = response;
  if (schema === undefined) return [];
  return listMediaTypes(contract, operation, 'produces').map((mediaType) => ({ mediaType, schema }));
}
