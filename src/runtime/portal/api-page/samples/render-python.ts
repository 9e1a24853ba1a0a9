import { textOfNumber } from '#compiled/contract/number-texts.ts';
import { isJsonObject, type Json } from '#compiled/json.ts';
import { headersOf, type NamedValue, type SampleBody, type SampleRequest } from './sample-request.ts';

/** The methods for which the package `requests` has a function. */
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** A request in Python, with the package `requests`. */
export function renderPython(request: SampleRequest): string {
  const { method, url, authorization, body } = request;
  const hasName = methods.has(method);
  const headers = writeHeaders(request);
  const settings = [
    hasName ? quote(url) : `${quote(method)}, ${quote(url)}`,
    ...(headers.length === 0 ? [] : [`headers={\n${headers.map((line) => `    ${line}`).join('\n')}\n}`]),
    ...(typeof authorization === 'object'
      ? [`auth=(${quote(authorization.consumerKey)}, os.environ["CONSUMER_SECRET"])`]
      : []),
    ...(body ? [writeBody(body)] : []),
  ].map((setting) => `    ${setting.replaceAll('\n', '\n    ')},`);
  return [
    ...(authorization === undefined ? [] : ['import os']),
    'import requests',
    '',
    `answer = requests.${hasName ? method.toLowerCase() : 'request'}(`,
    ...settings,
    ')',
    'print(answer.status_code, answer.text)',
  ].join('\n');
}

function writeHeaders(request: SampleRequest): readonly string[] {
  const own = headersOf(request).map(writeMember);
  return request.authorization === 'token'
    ? ['"Authorization": "Bearer " + os.environ["TOKEN"],', ...own]
    : own;
}

function writeBody(body: SampleBody): string {
  switch (body.type) {
    case 'json':
      return `json=${writeValue(body.value)}`;
    case 'form':
      return `data=[\n${writePairs(body.fields)}\n]`;
    case 'multipart':
      return `files=[\n${body.fields
        .map(([name, value, kind]) => `    (${quote(name)}, ${writePart(value, kind)}),`)
        .join('\n')}\n]`;
    case 'text':
      return `data=${quote(body.text)}.encode()`;
    case 'file':
      return `data=open(${quote(body.text)}, "rb")`;
  }
}

function writePart(value: string, kind: 'text' | 'file' | undefined): string {
  return kind === 'file' ? `open(${quote(value)}, "rb")` : `(None, ${quote(value)})`;
}

function writePairs(fields: readonly NamedValue[]): string {
  return fields.map(([name, value]) => `    (${quote(name)}, ${quote(value)}),`).join('\n');
}

function writeMember([name, value]: NamedValue): string {
  return `${quote(name)}: ${quote(value)},`;
}

/** A JSON value as a Python literal. */
function writeValue(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return String(value);
  const number = textOfNumber(value);
  if (number !== undefined) return number;
  const [open, close] = isJsonObject(value) ? '{}' : '[]';
  const items = isJsonObject(value)
    ? Object.entries(value).map(([name, member]) => `${quote(name)}: ${writeValue(member)}`)
    : value.map(writeValue);
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `    ${item.replaceAll('\n', '\n    ')},`).join('\n')}\n${close}`;
}

/** A Python string literal; JSON escapes mean the same in Python. */
function quote(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
