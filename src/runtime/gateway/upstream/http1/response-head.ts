import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import { InvalidResponseError } from '../upstream-errors.ts';
import { endOfText, FieldLines, isEmptyLine, maxOctets, readLineEnd, unfinished } from './field-lines.ts';
import { space } from './octets.ts';

/** The head of a response (RFC 9112 section 4). */
export interface ResponseHead {
  /** The minor version of HTTP/1. */
  readonly minorVersion: 0 | 1;
  readonly status: number;
  /** By lower-case name; a name that occurs in several lines has a list of values. */
  readonly fields: IncomingHttpHeaders;
}

const protocol = Buffer.from('HTTP/1.');

const zero = 0x30;

/** The offsets in the status line of the minor version, and of the start and the end of the status. */
const [minorAt, statusAt, statusEnd] = [7, 9, 12];

/** Reads the head of one response as it arrives, piece by piece. */
export class HeadReader {
  readonly #lines = new FieldLines();
  #minorVersion: 0 | 1 = 1;
  #status = 0;
  /** The beginning of a line whose end has not arrived yet. */
  #begun: Buffer | undefined;

  /** Returns the index after the head, or `unfinished` if the chunk ends before the head. */
  read(chunk: Buffer, start: number): number {
    const begun = this.#begun;
    if (!begun) return this.#readLines(chunk, start);
    this.#begun = undefined;
    const end = this.#readLines(Buffer.concat([begun, chunk.subarray(start)]), 0);
    return end === unfinished ? unfinished : end - begun.length + start;
  }

  /** The head; call this once `read` has reached its end. */
  take(): ResponseHead {
    return { minorVersion: this.#minorVersion, status: this.#status, fields: this.#lines.fields };
  }

  #readLines(buffer: Buffer, start: number): number {
    let at = start;
    for (;;) {
      const isFirst = this.#status === 0;
      const next = isFirst ? this.#readStatusLine(buffer, at) : this.#lines.readLine(buffer, at);
      if (next === unfinished) return this.#keep(buffer, at);
      if (!isFirst && isEmptyLine(buffer, at)) return next;
      at = next;
    }
  }

  #keep(buffer: Buffer, at: number): typeof unfinished {
    if (buffer.length - at > maxOctets) throw new errors.HeadersOverflowError();
    this.#begun = buffer.subarray(at);
    return unfinished;
  }

  #readStatusLine(buffer: Buffer, start: number): number {
    checkProtocol(buffer, start);
    if (buffer.length < start + statusEnd + 1) return unfinished;
    const status = readStatus(buffer, start);
    const reason = start + statusEnd;
    const next = readLineEnd(buffer, start, buffer[reason] === space ? endOfText(buffer, reason) : reason);
    if (next === unfinished) return unfinished;
    this.#minorVersion = buffer[start + minorAt] === zero ? 0 : 1;
    this.#status = status;
    return next;
  }
}

/** Throws as soon as the data cannot be the beginning of a response. */
function checkProtocol(buffer: Buffer, start: number): void {
  const end = Math.min(protocol.length, buffer.length - start);
  for (let at = 0; at < end; at++)
    if (buffer[start + at] !== protocol[at]) throw new InvalidResponseError('it is not an HTTP/1 response');
}

/** The status: three digits, from 100 on (RFC 9110 section 15). Throws if the status line is malformed. */
function readStatus(buffer: Buffer, start: number): number {
  const [minor, gap] = [buffer[start + minorAt], buffer[start + statusAt - 1]];
  let status = 0;
  for (let at = start + statusAt; at < start + statusEnd; at++) {
    const figure = (buffer[at] as number) - zero;
    status = figure >= 0 && figure <= 9 ? status * 10 + figure : Number.NaN;
  }
  const isGood = status >= 100 && gap === space && (minor === zero || minor === zero + 1);
  if (!isGood) throw new InvalidResponseError('its status line is malformed');
  return status;
}
