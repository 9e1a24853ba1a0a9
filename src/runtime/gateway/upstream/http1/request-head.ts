import { Readable } from 'node:stream';
import { errors, type Dispatcher } from 'undici';

/** The syntax of request lines and fields, checked so that no server reads two requests in one. */
const target = /^\/[\x21-\xff]*$/;
const forbiddenInField = /[^\t\x20-\x7e\x80-\xff]/;
const token = /^[!#$%&'*+.^_`|~\w-]+$/;
/** Only lower case, since another spelling could repeat a field that is written here. */
const lowerCaseToken = /^[!#$%&'*+.^_`|~\da-z-]+$/;

/** Fields that the connection writes itself. */
const ownFields: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** Valid names with their last valid value, since most requests repeat the fields of earlier ones. */
const lastGood = new Map<string, string>();
const [maxNames, maxNameLength, maxValueLength] = [1000, 100, 64];

/** The fields of a request: lower-case names and values, alternating; `host` is the first. */
export type FieldList = readonly string[];

/** The headers of a request as a list of fields, with `host` as the first. */
export function listFields(headers: Dispatcher.DispatchOptions['headers'], host: string): FieldList {
  const fields = Array.isArray(headers)
    ? (headers as FieldList)
    : Object.entries(headers ?? {})
        .flat()
        .map(String);
  return fields[0] === 'host' ? fields : ['host', host, ...fields];
}

/** Methods whose requests are expected to have a body (RFC 9110 section 9.3). */
const bodyMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

/** The length of a body in octets; undefined if it is not known beforehand. */
export function lengthOf(body: Dispatcher.DispatchOptions['body'], fields: FieldList): number | undefined {
  if (body === undefined || body === null) return 0;
  if (body instanceof Uint8Array) return body.byteLength;
  if (!(body instanceof Readable)) throw invalid('body');
  // A body that was destroyed before never delivers anything.
  if (body.destroyed) throw new errors.RequestAbortedError();
  const index = fields.indexOf('content-length');
  return index === -1 ? undefined : readLength(fields[index + 1]);
}

/** Reads a length of at most fifteen digits, which a double holds exactly. */
function readLength(value: string | undefined): number {
  if (value === undefined || !/^\d{1,15}$/.test(value)) throw invalid('length');
  return Number(value);
}

export function describeBody({ method }: Dispatcher.DispatchOptions, length: number | undefined): BodyFields {
  if (length === undefined) return 'transfer-encoding: chunked\r\n';
  return length > 0 || bodyMethods.has(method) ? `content-length: ${length}\r\n` : '';
}

/**
 * Whether no other request may follow on the connection. A server could send a body after the response to HEAD, and
 * could overlook the body of a request that usually has none.
 */
export function isLastRequest(
  { method, upgrade }: Dispatcher.DispatchOptions,
  length: number | undefined,
): boolean {
  return Boolean(upgrade) || method === 'HEAD' || (length !== 0 && !bodyMethods.has(method));
}

/** The fields of a head that describe its body; empty if there is none. */
export type BodyFields = '' | 'transfer-encoding: chunked\r\n' | `content-length: ${number}\r\n`;

/** The head of a request (RFC 9112 sections 2 and 3). Throws if it could be read as anything more. */
export function renderHead(
  { method, path, upgrade }: Dispatcher.DispatchOptions,
  fields: FieldList,
  body: BodyFields,
  isLast: boolean,
): string {
  if (!token.test(method) || !target.test(path)) throw invalid('line');
  if (upgrade && !(typeof upgrade === 'string' && lowerCaseToken.test(upgrade))) throw invalid('upgrade');
  const option = upgrade ? `upgrade\r\nupgrade: ${upgrade}` : isLast ? 'close' : 'keep-alive';
  return `${method} ${path} HTTP/1.1\r\n${renderFields(fields, `connection: ${option}\r\n`)}${body}\r\n`;
}

/** The lines of the fields: the host comes first (RFC 9110 section 7.2), and Content-Length is left to the caller. */
function renderFields(fields: FieldList, connection: string): string {
  let text = '';
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] as string;
    const value = fields[index + 1] as string;
    if ((name === 'host') !== (index === 0)) throw invalid('host');
    if (lastGood.get(name) !== value) check(name, value);
    if (name !== 'content-length') text += `${name}: ${value}\r\n`;
    if (index === 0) text += connection;
  }
  return text;
}

/** Throws if a name or value is invalid. A name is checked once, and a value only if it differs from the last one. */
function check(name: string, value: string): void {
  const isKnown = lastGood.has(name);
  if (!isKnown && (!lowerCaseToken.test(name) || ownFields.has(name))) throw invalid('fields');
  if (forbiddenInField.test(value)) throw invalid(`value of ${name}`);
  const isShort = name.length <= maxNameLength && value.length <= maxValueLength;
  if (isShort && (isKnown || lastGood.size < maxNames)) lastGood.set(name, value);
}

function invalid(part: string): Error {
  return new errors.InvalidArgumentError(`the ${part} of a request cannot be sent as it is`);
}
