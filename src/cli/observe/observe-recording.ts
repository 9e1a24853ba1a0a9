import type { Observer } from '#runtime/observation/observer.ts';
import type { Io } from '../io.ts';
import type { ObservedDocument } from './observed-document.ts';
import { open, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isJsonObject } from '#compiled/json.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { CommandError } from '../command-error.ts';
import type { Exchange, HeaderList, ObservedBody } from '#runtime/observation/exchange.ts';

/** A call as it was recorded. */
interface RecordedCall extends Exchange {
  /** The origin of its URL; undefined if only a path was recorded. */
  readonly origin: string | undefined;
  /** Whether it became a WebSocket. */
  readonly isWebSocket: boolean;
}

/** The maximum size of an inspected body in bytes, as in the proxy. */
const maxInspected = 1024 * 1024;

interface Recorded {
  readonly method: unknown;
  readonly url: unknown;
  readonly status: unknown;
  readonly requestHeaders: HeaderList;
  readonly requestBody: ObservedBody;
  readonly answerHeaders: HeaderList;
  readonly answerBody: ObservedBody;
}

/** The maximum size of a HAR file, which must be read as a whole, since it is a single value. */
const maxHarBytes = 512 * 1024 ** 2;

/** The maximum size of a line of NDJSON; longer lines are skipped. */
const maxLineBytes = 16 * 1024 ** 2;

/** Yields each recorded call, and undefined for an entry that is not a call. */
type Recording = AsyncGenerator<RecordedCall | undefined>;

/** Compares the calls of a file with the document. Returns sentences about calls that were not compared. */
export async function observeRecording(
  traffic: string,
  { origins }: ObservedDocument,
  observer: Observer,
  io: Io,
): Promise<readonly string[]> {
  const ofDocument = await findOrigins(traffic, new Set(origins), io);
  const skipped = { unreadable: 0, elsewhere: 0, webSockets: 0 };
  for await (const call of readTraffic(traffic, io)) {
    if (!call) skipped.unreadable += 1;
    else if (call.isWebSocket) skipped.webSockets += 1;
    else if (ofDocument && call.origin !== undefined && !ofDocument.has(call.origin)) skipped.elsewhere += 1;
    else observer.observe(call);
  }
  return [
    ...(skipped.elsewhere > 0
      ? [`Left out ${count(skipped.elsewhere, 'call')} to hosts that are not a server of the document.`]
      : []),
    ...(skipped.webSockets > 0 ? [`Left out ${count(skipped.webSockets, 'WebSocket')}.`] : []),
    ...(skipped.unreadable > 0
      ? [`Left out ${count(skipped.unreadable, 'entry', 'entries')} of ${traffic} that cannot be read.`]
      : []),
  ];
}

/**
 * The origins of the document's servers, if the recording has calls to one of them; undefined if calls to all hosts are
 * compared.
 */
async function findOrigins(
  traffic: string,
  origins: ReadonlySet<string>,
  io: Io,
): Promise<ReadonlySet<string> | undefined> {
  if (origins.size === 0) return undefined;
  for await (const call of readTraffic(traffic, io)) {
    if (call?.origin !== undefined && origins.has(call.origin)) return origins;
  }
  return undefined;
}

function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Reads a file in HAR or NDJSON, call by call. Throws a CommandError if it is neither. */
async function* readTraffic(named: string, io: Io): Recording {
  const file = resolve(io.cwd, named);
  const stats = await stat(file).catch(() => undefined);
  if (!stats) throw new CommandError(`${named} does not exist.`);
  if (!stats.isFile()) throw new CommandError(`${named} is not a file.`, 'Name a file in HAR or NDJSON.');
  try {
    if (await beginsWithWholeLine(file)) yield* readLines(file);
    else yield* readHar(file, named, stats.size);
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error && 'code' in error)) throw error;
    throw new CommandError(`${named} cannot be read: ${explainSystemError(error)}.`);
  }
}

/** Whether the first line with content is a whole call, as in NDJSON; a HAR file is a single value. */
async function beginsWithWholeLine(file: string): Promise<boolean> {
  for await (const line of linesOf(file)) {
    if (line === undefined) return false;
    if (line.trim() === '') continue;
    const value = parse(line);
    return isJsonObject(value) && !('log' in value);
  }
  return true;
}

async function* readHar(file: string, named: string, size: number): Recording {
  if (size > maxHarBytes)
    throw new CommandError(
      `${named} is larger than 512 MiB.`,
      'Write one entry a line, as NDJSON, which is read line by line.',
    );
  const value = parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  const log = isJsonObject(value) ? value['log'] : undefined;
  const entries: unknown = isJsonObject(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries))
    throw new CommandError(
      `${named} is neither HAR nor NDJSON.`,
      'HAR is what browsers export as "Save all as HAR"; NDJSON has one call a line, see docs/observe.md.',
    );
  for (const entry of entries) yield readRecorded(entry);
}

async function* readLines(file: string): Recording {
  for await (const line of linesOf(file)) {
    if (line?.trim() !== '') yield line === undefined ? undefined : readRecorded(parse(line));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines of a file; undefined in place of a line that is too long. */
async function* linesOf(file: string): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): string | undefined => {
    const line = length > maxLineBytes ? undefined : Buffer.concat(parts).toString();
    [parts, length] = [[], 0];
    return line;
  };
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  await using handle = await open(file);
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    let rest = chunk as Buffer;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      add(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield take();
    }
    add(rest);
  }
  if (length > 0) yield take();
}

/** Reads an entry of a HAR file (HTTP Archive 1.2), or a line of NDJSON; undefined if it is neither. */
function readRecorded(entry: unknown): RecordedCall | undefined {
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

/** The body of a request in HAR, which may contain only the fields of a form. */
function postedBody({ text, encoding, params }: Readonly<Record<string, unknown>>): ObservedBody {
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  const fields = list.filter(isJsonObject).map(({ name, value }) => [textOf(name), textOf(value)]);
  if ((text === undefined || text === '') && fields.length > 0)
    return limited(Buffer.from(new URLSearchParams(fields).toString()));
  return textBody(text, encoding) ?? 'unknown';
}

/**
 * Reads a line of NDJSON: `{"method", "url", "status", "requestHeaders", "requestBody", "responseHeaders",
 * "responseBody"}`.
 */
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

/** Adds a `content-type` header if the recording names the media type only next to the body. */
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

/** The body in a line of NDJSON: a string is the body itself, and any other value is a JSON body. */
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
