import type { JsonObject } from '#compiled/json.ts';
import { contractSchemas, type ContractSchemas } from './contract-schemas.ts';
import { findOperation, findResponse, listOperations, type DocumentOperation } from './declared-responses.ts';
import type { DemoCall } from './demo-calls.ts';

interface CallReport {
  /** What differs from the document, each as one line. */
  readonly problems: readonly string[];
  /** The operations that were called, each once, as `GET /dogs`. */
  readonly operations: readonly string[];
}

/** Makes calls one after another and checks each answer against the document. */
export async function makeCalls(
  url: string,
  contract: JsonObject,
  calls: readonly DemoCall[],
  headers: Readonly<Record<string, string>> = {},
): Promise<CallReport> {
  const document = { contract, operations: listOperations(contract), schemas: contractSchemas(contract) };
  const problems: string[] = [];
  const called = new Set<string>();
  let created = '';
  for (const call of calls) {
    const path = call.path.replace('{created}', created);
    const operation = findOperation(document.operations, call.method, path.split('?')[0] ?? '');
    if (!operation) throw new Error(`The document has no ${call.method} ${path}.`);
    const response = await send(url + path, { ...call, headers: { ...call.headers, ...headers } });
    created = response.headers.get('location')?.split('/').at(-1) ?? created;
    called.add(`${operation.method} ${operation.path}`);
    const found = await checkResponse(document, operation, call, response);
    problems.push(...found.map((problem) => `${call.method} ${path}: ${problem}`));
  }
  return { problems, operations: [...called] };
}

function send(url: string, { method, headers, body }: DemoCall): Promise<Response> {
  if (body === undefined) return fetch(url, { method, headers: { ...headers } });
  const typed = { 'content-type': 'application/json', ...headers };
  return fetch(url, { method, headers: typed, body: JSON.stringify(body) });
}

interface Document {
  readonly contract: JsonObject;
  readonly operations: readonly DocumentOperation[];
  readonly schemas: ContractSchemas;
}

async function checkResponse(
  { contract, schemas }: Document,
  operation: DocumentOperation,
  call: DemoCall,
  response: Response,
): Promise<readonly string[]> {
  const mediaType = response.headers.get('content-type')?.split(';')[0];
  const text = await response.text();
  if (response.status !== call.status) return [`${response.status} in place of ${call.status}: ${text}`];
  const declared = findResponse(contract, operation, response.status, mediaType);
  if (!declared) return [`${response.status} is not declared`];
  const missing = declared.requiredHeaders.filter((name) => !response.headers.has(name));
  return [
    ...missing.map((name) => `${name} is missing`),
    ...checkBody(schemas, declared.schemaPointer, mediaType, text),
  ];
}

function checkBody(
  schemas: ContractSchemas,
  schemaPointer: string | undefined,
  mediaType: string | undefined,
  text: string,
): readonly string[] {
  if (text === '') return schemaPointer === undefined ? [] : ['there is no body'];
  if (schemaPointer === undefined) return [`a body of ${mediaType} is not declared`];
  return mediaType?.endsWith('json') ? schemas.check(schemaPointer, JSON.parse(text)) : [];
}
