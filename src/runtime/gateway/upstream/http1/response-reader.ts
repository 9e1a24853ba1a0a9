import type { IncomingHttpHeaders } from 'node:http';
import { HeadReader, type ResponseHead } from './response-head.ts';
import { framingOf, type BodyFraming } from './body-framing.ts';
import {
  unfinished,
  endOfText,
  FieldLines,
  isBlank,
  isEmptyLine,
  maxOctets,
  readLineEnd,
} from './field-lines.ts';
import { errors } from 'undici';
import { InvalidResponseError } from '../upstream-errors.ts';
import { hexadecimal, semicolon } from './octets.ts';

/** The most hexadecimal digits of a chunk's size that a double holds exactly. */
const maxHexDigits = 13;

/** Decodes a chunked body as it arrives (RFC 9112 section 7.1). */
class ChunkedReader {
  readonly #trailers = new FieldLines();
  /** The next part: the line of a chunk's size, its data, the line end after the data, or the trailers. */
  #expects: 'size' | 'data' | 'data end' | 'trailers' | 'nothing' = 'size';
  /** How many octets of the chunk have not arrived yet. */
  #left = 0;
  /** The beginning of a line whose end has not arrived yet. */
  #begun: Buffer | undefined;

  get isComplete(): boolean {
    return this.#expects === 'nothing';
  }

  get trailers(): IncomingHttpHeaders {
    return this.#trailers.fields;
  }

  /** How many octets of data follow. The caller consumes them and passes their number to `skip`. */
  get left(): number {
    return this.#expects === 'data' ? this.#left : 0;
  }

  skip(octets: number): void {
    this.#left -= octets;
    if (this.#left === 0) this.#expects = 'data end';
  }

  /** Reads lines up to the next data. Returns the index at which the data begins or the body is complete. */
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

  /** Reads the line of a chunk's size, and ignores chunk extensions. */
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

/** Receives the parts of a response as they arrive. */
export interface ResponseSink {
  /** While this is true, the reader stops. */
  readonly paused: boolean;
  /** Called for the head of the response, and for each interim response before it (RFC 9110 section 15.2). */
  begins(head: ResponseHead): void;
  data(piece: Buffer): void;
}

const noTrailers: IncomingHttpHeaders = {};

/** Reads one HTTP/1.1 response from the octets of a connection. Its errors describe the problem of the response. */
export class ResponseReader {
  readonly #method: string;
  readonly #sink: ResponseSink;
  #head = new HeadReader();
  /** Undefined until the head was read. */
  #framing: BodyFraming | undefined;
  /** How many octets of a body of known length are left. */
  #left = Infinity;
  #chunks: ChunkedReader | undefined;
  /** Whether the connection is for another protocol from here on. */
  isUpgraded = false;

  constructor(method: string, sink: ResponseSink) {
    this.#method = method;
    this.#sink = sink;
  }

  get hasBegun(): boolean {
    return this.#framing !== undefined;
  }

  get isComplete(): boolean {
    return this.#left === 0 || this.isUpgraded || (this.#chunks?.isComplete ?? false);
  }

  get trailers(): IncomingHttpHeaders {
    return this.#chunks?.trailers ?? noTrailers;
  }

  /** Whether the end of the connection completes the response. */
  get endsWithConnection(): boolean {
    return this.#framing === 'until close';
  }

  /**
   * Returns the index up to which it has read: before the end of the chunk if the response is complete or the sink is
   * paused.
   */
  read(chunk: Buffer, start: number): number {
    let at = start;
    while (at < chunk.length && !this.isComplete && !this.#sink.paused)
      at = this.#framing === undefined ? this.#readHead(chunk, at) : this.#readBody(chunk, at);
    return at;
  }

  #readHead(chunk: Buffer, start: number): number {
    const end = this.#head.read(chunk, start);
    if (end === unfinished) return chunk.length;
    const head = this.#head.take();
    if (head.status === 101) this.isUpgraded = true;
    else if (head.status < 200) this.#head = new HeadReader();
    else this.#frame(framingOf(head, this.#method));
    this.#sink.begins(head);
    return end;
  }

  #frame(framing: BodyFraming): void {
    this.#framing = framing;
    if (framing === 'chunked') this.#chunks = new ChunkedReader();
    else if (framing !== 'until close') this.#left = framing;
  }

  #readBody(chunk: Buffer, start: number): number {
    if (this.#chunks) return this.#readChunks(this.#chunks, chunk, start);
    const end = Math.min(chunk.length, start + this.#left);
    const piece = start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end);
    this.#left -= piece.length;
    this.#sink.data(piece);
    return end;
  }

  /**
   * Passes on data that arrived together as one piece, since a small piece costs the client's connection as much as a
   * large one.
   */
  #readChunks(chunks: ChunkedReader, chunk: Buffer, start: number): number {
    const pieces: Buffer[] = [];
    try {
      return readPieces(chunks, chunk, start, pieces);
    } finally {
      const [first] = pieces;
      if (first) this.#sink.data(pieces.length === 1 ? first : Buffer.concat(pieces));
    }
  }
}

/**
 * Collects the data of chunks in `pieces`, also of chunks before a malformed one. Returns the index up to which it has
 * read.
 */
function readPieces(chunks: ChunkedReader, chunk: Buffer, start: number, pieces: Buffer[]): number {
  let at = start;
  while (at < chunk.length && !chunks.isComplete) {
    const { left } = chunks;
    if (left === 0) at = chunks.readLines(chunk, at);
    else {
      const piece = chunk.subarray(at, at + left);
      chunks.skip(piece.length);
      pieces.push(piece);
      at += piece.length;
    }
  }
  return at;
}

/**
 * The end of the chunk extensions, which begin with a semicolon. Blanks are tolerated only before it (RFC 9112 section
 * 7.1.1).
 */
function endOfExtensions(buffer: Buffer, start: number): number {
  let at = start;
  while (isBlank(buffer[at])) at += 1;
  return at === buffer.length || buffer[at] === semicolon ? endOfText(buffer, at) : start;
}
