import type { Json } from '#compiled/json.ts';
import { exactExampleOf } from '#openapi/example/example-of.ts';
import type { BodyNode, OperationNode, ParameterNode } from '#openapi/model.ts';
import type { ApiOperation } from '../api-operations.ts';
import type { CallAddress } from '../api-paths.ts';
import { isBinary } from './is-binary.ts';
import type { NamedValue, SampleBody, SamplePart, SampleRequest } from './sample-request.ts';
import { writeHeaderValue, writePathValue, writeQueryValue } from './write-parameter.ts';

/** The maximum length of an example body in samples, in UTF-16 code units. */
const longestBody = 4000;

/** The maximum number of parameters in samples, and of the fields of a form. */
const mostParameters = 30;
const mostFields = 30;

/** The maximum length of the value of one parameter or field. */
const longestValue = 300;

/** A call of an operation with example values for everything that it requires, and nothing optional. */
export function sampleCall(
  { node: operation, compiled }: ApiOperation,
  { baseUrl, headers }: CallAddress,
): SampleRequest {
  const required = operation.parameters.filter(({ isRequired }) => isRequired).slice(0, mostParameters);
  const at = (location: string) => required.filter((parameter) => parameter.location === location);
  const query = at('query').map((parameter) => writeQueryValue(parameter, exampleOfParameter(parameter)));
  const cookies = at('cookie').map((parameter) => writeQueryValue(parameter, exampleOfParameter(parameter)));
  const [body] = operation.requestBodies.toSorted((a, b) => Number(b.isJson) - Number(a.isJson));
  return {
    method: operation.method,
    url: `${baseUrl}${writePath(operation)}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: [
      ...headers,
      ...at('header').map((parameter): NamedValue => [
        parameter.name,
        writeHeaderValue(parameter, exampleOfParameter(parameter)),
      ]),
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ],
    ...(compiled.access !== 'public' && { authorization: 'token' }),
    ...(body && { body: sampleBody(body) }),
  };
}

function writePath({ path, parameters }: OperationNode): string {
  return path.template.replaceAll(/\{([^{}]*)\}|[^{}]+|[{}]/g, (piece, name: string | undefined) => {
    const parameter = parameters.find((one) => one.location === 'path' && one.name === name);
    return parameter ? writePathValue(parameter, exampleOfParameter(parameter)) : encodePath(piece);
  });
}

/** Encodes what a URL must not contain (RFC 3986 section 3.3), and apostrophes. What is encoded already stays. */
function encodePath(path: string): string {
  return path.toWellFormed().replaceAll(/[^\w\-.~:/@!$&()*+,;=%?]/gu, encodeCharacter);
}

function encodeCharacter(character: string): string {
  return character === "'" ? '%27' : encodeURIComponent(character);
}

function exampleOfParameter({ examples: [example], schema }: ParameterNode): Json {
  const value = example ? example.exact : exactExampleOf(schema, 'request');
  return JSON.stringify(value).length > longestValue ? 'example' : value;
}

function sampleBody(body: BodyNode): SampleBody {
  const { mediaType, examples, schema, fields } = body;
  const isMultipart = /^\s*multipart\//i.test(mediaType);
  const [example] = examples;
  if (isMultipart) return { type: 'multipart', fields: sampleFields(body) };
  if (fields) return { type: 'form', fields: sampleFields(body).map(([name, field]) => [name, field]) };
  if (!body.isJson)
    return typeof example?.value === 'string' && example.value.length <= longestBody
      ? { type: 'text', mediaType, text: example.value }
      : { type: 'file', mediaType, text: 'body' };
  const value = example ? example.exact : exactExampleOf(schema, 'request');
  if (JSON.stringify(value).length > longestBody) return { type: 'file', mediaType, text: 'body.json' };
  return { type: 'json', mediaType, value };
}

/** The required fields of a form. A field with binary content is a file. */
function sampleFields({ fields, schema, document }: BodyNode): readonly SamplePart[] {
  const required = fields
    ? fields
        .filter(({ isRequired }) => isRequired)
        .map((field) => [field.name, document.schemaAt(field.schema, undefined)] as const)
    : [...(schema?.properties.values() ?? [])]
        .filter(({ name }) => schema?.required.has(name))
        .map((property) => [property.name, property.schema] as const);
  return required.slice(0, mostFields).map(([name, own]) => {
    const value = exactExampleOf(own, 'request');
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (isBinary(own)) return [name, 'file', 'file'];
    return [name, text.length > longestValue ? 'example' : text];
  });
}
