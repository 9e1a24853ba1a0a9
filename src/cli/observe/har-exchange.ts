import { isJsonObject } from '#compiled/json.ts';
import type { Exchange, HeaderList, ObservedBody } from '#runtime/observation/exchange.ts';

/** A call as it was recorded. */
export interface RecordedCall extends Exchange {
  /** Of its URL; undefined if only a path was recorded. */
  readonly origin: string | undefined;
  /** Whether it became a WebSocket. */
  readonly isWebSocket: boolean;
}

/** Longer bodies are not inspected, as in the proxy. */
const maxInspected = 1024 * 1024;

/** Reads an entry of a HAR file (HTTP Archive 1.2), or a line of NDJSON; undefined if it is neither. */
export function readRecorded(entry: unknown): RecordedCall | undefined {
  if (!isJsonObject(entry)) return undefined;
  return isJsonObject(entry['request']) ? readHarEntry(entry) : readShort(entry);
}

function readHarEntry({ request, response }: Readonly<Record<string, unknown>>): RecordedCall | undefined {
  if (!isJsonObject(request)) return undefined;
  const answer = isJsonObject(response) ? response : {};
  const content = isJsonObject(answer['content']) ? answer['content'] : {};
  const sent = isJsonObject(request['postData']) ? request['postData'] : undefined;
  return toCall({
    method: request['method'],
    url: request['url'],
    status: answer['status'],
    requestHeaders: withType(pairsOf(request['headers']), sent?.['mimeType']),
    requestBody: sent ? postedBody(sent) : emptyOr(request['bodySize']),
    answerHeaders: withType(pairsOf(answer['headers']), content['mimeType']),
    answerBody: textBody(content['text'], content['encoding']) ?? emptyOr(content['size']),
  });
}

/** A form may be recorded by its fields alone. */
function postedBody({ text, encoding, params }: Readonly<Record<string, unknown>>): ObservedBody {
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  const fields = list.filter(isJsonObject).map(({ name, value }) => [textOf(name), textOf(value)]);
  if ((text === undefined || text === '') && fields.length > 0)
    return limited(Buffer.from(new URLSearchParams(fields).toString()));
  return textBody(text, encoding) ?? 'unknown';
}

/** One line: `{"method", "url", "status", "requestHeaders", "requestBody", "responseHeaders", "responseBody"}`. */
function readShort(line: Readonly<Record<string, unknown>>): RecordedCall | undefined {
  const { method, url, path, status, requestBody, responseBody } = line;
  return toCall({
    method,
    url: url ?? path,
    status,
    requestHeaders: withType(membersOf(line['requestHeaders']), jsonType(requestBody)),
    requestBody: shortBody(requestBody),
    answerHeaders: withType(membersOf(line['responseHeaders']), jsonType(responseBody)),
    answerBody: shortBody(responseBody),
  });
}

interface Recorded {
  readonly method: unknown;
  readonly url: unknown;
  readonly status: unknown;
  readonly requestHeaders: HeaderList;
  readonly requestBody: ObservedBody;
  readonly answerHeaders: HeaderList;
  readonly answerBody: ObservedBody;
}

function toCall(recorded: Recorded): RecordedCall | undefined {
  const { method, url, requestHeaders, requestBody, answerHeaders, answerBody } = recorded;
  if (typeof method !== 'string' || method === '' || typeof url !== 'string') return undefined;
  const parsed = URL.parse(url);
  if (!parsed && !url.startsWith('/')) return undefined;
  const status = typeof recorded.status === 'object' ? Number.NaN : Number(recorded.status);
  const hasAnswer = Number.isInteger(status) && status >= 100 && status <= 599;
  return {
    method,
    requestHeaders,
    requestBody,
    target: url.split('#', 1)[0] ?? url,
    answer: hasAnswer
      ? {
          status,
          headers: answerHeaders,
          body: answerBody,
        }
      : undefined,
    origin: parsed?.origin,
    isWebSocket: status === 101 || /^wss?:/i.test(url),
  };
}

function pairsOf(headers: unknown): HeaderList {
  const list: readonly unknown[] = Array.isArray(headers) ? headers : [];
  return list.filter(isJsonObject).map(({ name, value }) => [textOf(name), textOf(value)] as const);
}

function membersOf(headers: unknown): HeaderList {
  if (!isJsonObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map(
      (one) => [name, typeof one === 'string' ? one : JSON.stringify(one)] as const,
    ),
  );
}

/** Recordings may name the type of a body only next to it. */
function withType(headers: HeaderList, mediaType: unknown): HeaderList {
  const isNamed = typeof mediaType !== 'string' || mediaType === '' || mediaType === 'x-unknown';
  if (isNamed || headers.some(([name]) => name.toLowerCase() === 'content-type')) return headers;
  return [...headers, ['content-type', mediaType]];
}

function emptyOr(size: unknown): ObservedBody {
  return typeof size === 'number' && size > 0 ? 'unknown' : Buffer.alloc(0);
}

function textBody(text: unknown, encoding: unknown): ObservedBody | undefined {
  if (typeof text !== 'string') return undefined;
  return limited(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'));
}

/** A text is the body itself, anything else its value in JSON. */
function shortBody(body: unknown): ObservedBody {
  if (body === undefined) return Buffer.alloc(0);
  return limited(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
}

function jsonType(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? undefined : 'application/json';
}

function limited(body: Buffer): ObservedBody {
  return body.length > maxInspected ? 'too-large' : body;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
