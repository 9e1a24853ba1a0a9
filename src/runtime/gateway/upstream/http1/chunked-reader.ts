import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import { InvalidResponseError } from '../upstream-errors.ts';
import {
  endOfText,
  FieldLines,
  isBlank,
  isEmptyLine,
  maxOctets,
  readLineEnd,
  unfinished,
} from './field-lines.ts';
import { hexadecimal, semicolon } from './octets.ts';

/** How many digits of a chunk's size are exact in a double. */
const maxHexDigits = 13;

/** Decodes a chunked body as it arrives (RFC 9112 section 7.1). */
export class ChunkedReader {
  readonly #trailers = new FieldLines();
  /** The next part: the line of a chunk's size, its data, the line's end behind them, or the trailers. */
  #expects: 'size' | 'data' | 'data end' | 'trailers' | 'nothing' = 'size';
  /** Octets of the chunk that are still to come. */
  #left = 0;
  /** The beginning of a line whose end has not come. */
  #begun: Buffer | undefined;

  get isComplete(): boolean {
    return this.#expects === 'nothing';
  }

  get trailers(): IncomingHttpHeaders {
    return this.#trailers.fields;
  }

  /** The number of data octets after the last line, which the caller passes to `skip`. */
  get left(): number {
    return this.#expects === 'data' ? this.#left : 0;
  }

  skip(octets: number): void {
    this.#left -= octets;
    if (this.#left === 0) this.#expects = 'data end';
  }

  /** Reads lines up to the next data, and returns the index where these begin or the body is complete. */
  readLines(chunk: Buffer, start: number): number {
    const begun = this.#begun;
    if (!begun) return this.#read(chunk, start);
    this.#begun = undefined;
    return this.#read(Buffer.concat([begun, chunk.subarray(start)]), 0) - begun.length + start;
  }

  #read(buffer: Buffer, start: number): number {
    let at = start;
    while (this.#expects !== 'data' && this.#expects !== 'nothing') {
      const next = this.#readLine(buffer, at);
      if (next === unfinished) return this.#keep(buffer, at);
      at = next;
    }
    return at;
  }

  #keep(buffer: Buffer, at: number): number {
    if (buffer.length - at > maxOctets) throw new errors.HeadersOverflowError();
    this.#begun = buffer.subarray(at);
    return buffer.length;
  }

  #readLine(buffer: Buffer, at: number): number {
    if (this.#expects === 'size') return this.#readSize(buffer, at);
    if (this.#expects === 'data end') {
      const next = readLineEnd(buffer, at, at);
      if (next !== unfinished) this.#expects = 'size';
      return next;
    }
    const next = this.#trailers.readLine(buffer, at);
    if (next !== unfinished && isEmptyLine(buffer, at)) this.#expects = 'nothing';
    return next;
  }

  /** Chunk extensions have no use. */
  #readSize(buffer: Buffer, start: number): number {
    let [at, size] = [start, 0];
    for (; at < buffer.length && hexadecimal[buffer[at] as number] !== 255; at++)
      size = size * 16 + (hexadecimal[buffer[at] as number] as number);
    if (at === buffer.length && at - start <= maxHexDigits) return unfinished;
    if (at === start || at - start > maxHexDigits)
      throw new InvalidResponseError('the size of a chunk is malformed');
    const next = readLineEnd(buffer, start, endOfExtensions(buffer, at));
    if (next === unfinished) return unfinished;
    this.#left = size;
    this.#expects = size === 0 ? 'trailers' : 'data';
    return next;
  }
}

/** They begin with a semicolon; blanks are tolerated only before it (RFC 9112 section 7.1.1). */
function endOfExtensions(buffer: Buffer, start: number): number {
  let at = start;
  while (isBlank(buffer[at])) at += 1;
  return at === buffer.length || buffer[at] === semicolon ? endOfText(buffer, at) : start;
}
