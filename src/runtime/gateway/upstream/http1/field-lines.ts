import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import { InvalidResponseError } from '../upstream-errors.ts';
import { carriageReturn, colon, isTextByte, lineFeed, space, tab, isTokenByte, lowerCase } from './octets.ts';

/** Instead of an index: the line does not end in the data so far. */
export const unfinished = -1;

/** How many octets of names and values a response's head may have, and its trailers as well. */
export const maxOctets = 16 * 1024;

/** Fields whose names are an upstream's to choose: none of them meets what every object inherits. */
const Fields = function () {} as unknown as new () => IncomingHttpHeaders;
Fields.prototype = Object.create(null);

/**
 * Reads the lines of a head, or of trailers, to the empty one behind them (RFC 9112 section 5): anything that is not
 * written like that is refused, so that no other reader sees another response in it.
 */
export class FieldLines {
  /** By lower-case name; a name that occurs in several lines has a list of values. */
  fields: IncomingHttpHeaders = new Fields();
  #octets = 0;

  /** Returns the index behind the line that begins there, or `unfinished`. */
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

/** Whether the line that begins there is the empty line after the last field. */
export function isEmptyLine(buffer: Buffer, start: number): boolean {
  return buffer[start] === carriageReturn;
}

/** The index behind the end of the line that begins at `start` (RFC 9112 section 2.2), or `unfinished`. */
export function readLineEnd(buffer: Buffer, start: number, at: number): number {
  if (at + 2 - start > maxOctets) throw new errors.HeadersOverflowError();
  if (at >= buffer.length) return unfinished;
  if (buffer[at] !== carriageReturn)
    throw new InvalidResponseError('a line contains a character that is not allowed');
  if (at + 1 >= buffer.length) return unfinished;
  if (buffer[at + 1] !== lineFeed) throw new InvalidResponseError('a line does not end with CRLF');
  return at + 2;
}

/** The end of a field's value or a reason; the end of the buffer if neither ends in it. */
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

/** How many names are remembered, and up to which length, so that invented names cannot fill the memory. */
const [maxRemembered, maxNameLength] = [1000, 100];

/** By a number made of their characters: names that were seen, in lower case. */
const remembered = new Map<number, string>();

/**
 * The end of a field's name that begins at `start`: the first octet that cannot be in a name (RFC 9110 section 5.1). It
 * is the end of the buffer if the name does not end in it.
 */
function endOfName(buffer: Buffer, start: number): number {
  let at = start;
  while (at < buffer.length && isTokenByte[buffer[at] as number] === 1) at += 1;
  return at;
}

/** The name there, in lower case. A known name needs no new string. */
function nameAt(buffer: Buffer, start: number, end: number): string {
  const number = numberOf(buffer, start, end);
  const known = remembered.get(number);
  if (known !== undefined && isName(known, buffer, start, end)) return known;
  const name = buffer.toString('latin1', start, end).toLowerCase();
  if (known === undefined && name.length <= maxNameLength && remembered.size < maxRemembered)
    remembered.set(number, name);
  return name;
}

/** Of two names that have one number only the first is remembered. */
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
