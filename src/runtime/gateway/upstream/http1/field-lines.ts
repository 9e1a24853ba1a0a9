import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import { InvalidResponseError } from '../upstream-errors.ts';
import { carriageReturn, colon, isTextByte, lineFeed, space, tab, isTokenByte, lowerCase } from './octets.ts';

/** Returned instead of an index if the line does not end in the data so far. */
export const unfinished = -1;

/** The most octets of names and values in a response's head; the same limit applies to its trailers. */
export const maxOctets = 16 * 1024;

/** An object without inherited members, since the upstream chooses the names of the fields. */
const Fields = function () {} as unknown as new () => IncomingHttpHeaders;
Fields.prototype = Object.create(null);

/**
 * Reads the lines of a head or of trailers, up to the empty line after them (RFC 9112 section 5). Anything that
 * deviates from the syntax is refused, so that no other reader sees a different response in it.
 */
export class FieldLines {
  /** By lower-case name; a name that occurs in several lines has a list of values. */
  fields: IncomingHttpHeaders = new Fields();
  #octets = 0;

  /** Reads the line at `start`. Returns the index after it, or `unfinished`. */
  readLine(buffer: Buffer, start: number): number {
    const nameEnd = endOfName(buffer, start);
    if (nameEnd === buffer.length) return unfinished;
    if (nameEnd === start) return readLineEnd(buffer, start, start);
    if (buffer[nameEnd] !== colon) throw new InvalidResponseError('a header field is malformed');
    const valueEnd = endOfText(buffer, nameEnd + 1);
    const next = readLineEnd(buffer, start, valueEnd);
    if (next === unfinished) return unfinished;
    this.#add(nameAt(buffer, start, nameEnd), trimmedText(buffer, nameEnd + 1, valueEnd));
    return next;
  }

  #add(name: string, value: string): void {
    this.#octets += name.length + value.length;
    if (this.#octets > maxOctets) throw new errors.HeadersOverflowError();
    const { fields } = this;
    const before = fields[name];
    if (before === undefined) fields[name] = name === 'set-cookie' ? [value] : (value as never);
    else if (typeof before === 'string') fields[name] = [before, value];
    else before.push(value);
  }
}

/** Whether the line at `start` is the empty line after the last field. */
export function isEmptyLine(buffer: Buffer, start: number): boolean {
  return buffer[start] === carriageReturn;
}

/**
 * The index after the line that begins at `start` and whose text ends at `at` (RFC 9112 section 2.2), or `unfinished`.
 */
export function readLineEnd(buffer: Buffer, start: number, at: number): number {
  if (at + 2 - start > maxOctets) throw new errors.HeadersOverflowError();
  if (at >= buffer.length) return unfinished;
  if (buffer[at] !== carriageReturn)
    throw new InvalidResponseError('a line contains a character that is not allowed');
  if (at + 1 >= buffer.length) return unfinished;
  if (buffer[at + 1] !== lineFeed) throw new InvalidResponseError('a line does not end with CRLF');
  return at + 2;
}

/** The end of a field's value or of a reason; the end of the buffer if the text continues after it. */
export function endOfText(buffer: Buffer, start: number): number {
  let at = start;
  while (at < buffer.length && isTextByte[buffer[at] as number] === 1) at += 1;
  return at;
}

function trimmedText(buffer: Buffer, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isBlank(buffer[start])) start += 1;
  while (end > start && isBlank(buffer[end - 1])) end -= 1;
  return buffer.toString('latin1', start, end);
}

export function isBlank(octet: number | undefined): boolean {
  return octet === space || octet === tab;
}

/** The most names to cache, and their maximum length, so that invented names cannot fill the memory. */
const [maxRemembered, maxNameLength] = [1000, 100];

/** The cached names, in lower case, by their hash. */
const remembered = new Map<number, string>();

/**
 * The end of the field name at `start`: the first octet that cannot be in a name (RFC 9110 section 5.1), or the end of
 * the buffer if the name continues after it.
 */
function endOfName(buffer: Buffer, start: number): number {
  let at = start;
  while (at < buffer.length && isTokenByte[buffer[at] as number] === 1) at += 1;
  return at;
}

/** The name from `start` to `end`, in lower case. A cached name needs no new string. */
function nameAt(buffer: Buffer, start: number, end: number): string {
  const number = numberOf(buffer, start, end);
  const known = remembered.get(number);
  if (known !== undefined && isName(known, buffer, start, end)) return known;
  const name = buffer.toString('latin1', start, end).toLowerCase();
  if (known === undefined && name.length <= maxNameLength && remembered.size < maxRemembered)
    remembered.set(number, name);
  return name;
}

/** The hash of a name. Of two names with the same hash, only the first one is cached. */
function numberOf(buffer: Buffer, start: number, end: number): number {
  let number = end - start;
  for (let at = start; at < end; at++)
    number = (number * 31 + (lowerCase[buffer[at] as number] as number)) | 0;
  return number;
}

function isName(name: string, buffer: Buffer, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let at = start; at < end; at++)
    if (name.charCodeAt(at - start) !== lowerCase[buffer[at] as number]) return false;
  return true;
}
