import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { appendPointer, splitPointer } from '#source/place.ts';

/** An operation of an OpenAPI document. */
export interface DocumentOperation {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
}

/** The declaration of one answer. */
export interface DeclaredResponse {
  /** Undefined if the answer has no body. */
  readonly schemaPointer: string | undefined;
  readonly requiredHeaders: readonly string[];
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];

export function listOperations(contract: JsonObject): readonly DocumentOperation[] {
  return Object.keys(objectAt(contract, '/paths')).flatMap((path) => {
    const pathPointer = resolvePointer(contract, appendPointer('/paths', path));
    const item = objectAt(contract, pathPointer);
    return methods
      .filter((method) => method in item)
      .map((method) => ({ method: method.toUpperCase(), path, pointer: `${pathPointer}/${method}` }));
  });
}

/** The operation of a request; a template with fewer parameters goes first, as in a qualified identifier. */
export function findOperation(
  operations: readonly DocumentOperation[],
  method: string,
  path: string,
): DocumentOperation | undefined {
  return operations
    .filter((operation) => operation.method === method && templateExpression(operation.path).test(path))
    .toSorted(
      (a, b) => b.path.replaceAll(/\{\w+\}/g, '').length - a.path.replaceAll(/\{\w+\}/g, '').length,
    )[0];
}

function templateExpression(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/,]+')}$`);
}

/** The declaration of a status; undefined if the document does not declare it. */
export function findResponse(
  contract: JsonObject,
  operation: DocumentOperation,
  status: number,
  mediaType: string | undefined,
): DeclaredResponse | undefined {
  const declared = `${operation.pointer}/responses/${status}`;
  if (valueAt(contract, declared) === undefined) return undefined;
  const pointer = resolvePointer(contract, declared);
  return {
    schemaPointer: schemaOf(contract, pointer, mediaType),
    requiredHeaders: requiredHeaders(contract, pointer),
  };
}

function schemaOf(contract: JsonObject, response: string, mediaType: string | undefined): string | undefined {
  const pointers = [`${response}/schema`, `${appendPointer(response, 'content', mediaType ?? '')}/schema`];
  return pointers.find((pointer) => valueAt(contract, pointer) !== undefined);
}

function requiredHeaders(contract: JsonObject, response: string): readonly string[] {
  const headers = valueAt(contract, `${response}/headers`);
  if (!isJsonObject(headers)) return [];
  return Object.keys(headers).filter((name) => {
    const pointer = resolvePointer(contract, appendPointer(response, 'headers', name));
    return objectAt(contract, pointer)['required'] === true;
  });
}

function objectAt(contract: JsonObject, pointer: string): JsonObject {
  const value = valueAt(contract, pointer);
  if (!isJsonObject(value)) throw new Error(`There is no object at ${pointer}.`);
  return value;
}

function valueAt(contract: JsonObject, pointer: string): Json | undefined {
  let value: Json | undefined = contract;
  for (const segment of splitPointer(pointer)) value = isJsonObject(value) ? value[segment] : undefined;
  return value;
}

/** Follows a reference at a pointer. */
function resolvePointer(contract: JsonObject, pointer: string): string {
  const reference = objectAt(contract, pointer)['$ref'];
  return typeof reference === 'string' ? resolvePointer(contract, decodeURI(reference.slice(1))) : pointer;
}
