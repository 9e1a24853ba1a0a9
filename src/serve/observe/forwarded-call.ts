import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import {
  type Exchange,
  type HeaderList,
  headerOf,
  type ObservedBody,
} from '#runtime/observation/exchange.ts';
import { answerHeadersFor, pairHeaders, requestHeadersFor } from './forwarded-headers.ts';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { Transform, type TransformCallback } from 'node:stream';
import { HeldBytes } from '#runtime/gateway/validation/held-bytes.ts';

/** The largest body that is inspected, in bytes. Longer bodies are only forwarded. */
const maxInspectedBytes = 1024 * 1024;

/** How many bytes of bodies are in memory at once, over all calls. */
const maxHeldBytes = 64 * 1024 * 1024;

/** The total size of the copies that all taps hold. */
interface HeldTotal {
  bytes: number;
}

/** Passes a body through unchanged, and copies it if it is short enough. */
class BodyTap extends Transform {
  readonly #total: HeldTotal;
  readonly #atEnd: () => void;
  #held: HeldBytes | undefined = new HeldBytes();
  #isComplete = false;

  /** `atEnd` is called after the last byte has passed, before the stream ends. */
  constructor(total: HeldTotal, atEnd: () => void = () => undefined) {
    super();
    this.#total = total;
    this.#atEnd = atEnd;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#keep(chunk);
    callback(null, chunk);
  }

  override _flush(callback: TransformCallback): void {
    this.#isComplete = true;
    this.#atEnd();
    callback();
  }

  /** The body; undefined until it has ended. 'too-large' also if all bodies together are, and after `release`. */
  get body(): Buffer | 'too-large' | undefined {
    if (!this.#held) return 'too-large';
    return this.#isComplete ? this.#held.toBuffer() : undefined;
  }

  /** Discards the copy. */
  release(): void {
    this.#total.bytes -= this.#held?.length ?? 0;
    this.#held = undefined;
  }

  #keep(chunk: Buffer): void {
    if (!this.#held) return;
    const isTooMuch =
      this.#held.length + chunk.length > maxInspectedBytes || this.#total.bytes + chunk.length > maxHeldBytes;
    if (isTooMuch) return this.release();
    this.#held.add(chunk);
    this.#total.bytes += chunk.length;
  }
}

type Decode = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** The response of an upstream, with its headers as received. */
export interface RawAnswer {
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: readonly string[];
  readonly body: Dispatcher.ResponseData['body'];
  /** Complete once the body has ended. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** A call that is being forwarded: its request, its response, and copies of both bodies if they are short enough. */
export class ForwardedCall {
  readonly #request: IncomingMessage;
  /** The request target that the client sent. */
  readonly #target: string;
  readonly #total: HeldTotal;
  readonly #abort = new AbortController();
  readonly #requestTap: BodyTap | undefined;
  #answerTap: BodyTap | undefined;
  #answer: RawAnswer | undefined;

  constructor(request: IncomingMessage, target: string, total: HeldTotal) {
    this.#request = request;
    this.#target = target;
    this.#total = total;
    if (hasBody(request)) this.#requestTap = new BodyTap(total);
  }

  /** Returns the request to send to the upstream. `path` includes the base path and the query. */
  toUpstream(origin: string, path: string): Dispatcher.RequestOptions {
    const { method = 'GET', rawHeaders } = this.#request;
    // undici reads the tap, so it gets and reports the error too.
    if (this.#requestTap) pipeline(this.#request, this.#requestTap).catch(() => undefined);
    return {
      origin,
      path,
      responseHeaders: 'raw',
      signal: this.#abort.signal,
      method: method,
      headers: requestHeadersFor(rawHeaders),
      body: this.#requestTap ?? null,
    };
  }

  /** Sets the response, whose body has not been read yet. */
  receive(answer: RawAnswer): void {
    this.#answer = answer;
  }

  /** Aborts the request to the upstream if it is still running. */
  abort(): void {
    this.#abort.abort();
  }

  /** Forwards the response to the client. Rejects if either side ends it early. */
  async answer(response: ServerResponse): Promise<void> {
    const answer = this.#answer;
    if (!answer) throw new TypeError('The answer has not been received.');
    const tap = new BodyTap(this.#total, () => {
      if (Object.keys(answer.trailers).length > 0) response.addTrailers(answer.trailers);
    });
    this.#answerTap = tap;
    response.sendDate = false;
    // The unread rest of the request body would be taken for the next request.
    if (!this.#request.complete) response.shouldKeepAlive = false;
    response.writeHead(answer.statusCode, answer.statusText, answerHeadersFor(answer.headers));
    // Sends the head at once. `flushHeaders` would not keep its character encoding.
    response.write(Buffer.alloc(0));
    await pipeline(answer.body, tap, response);
  }

  /** Returns the request and the response, and releases the copies of their bodies. */
  async toExchange(): Promise<Exchange> {
    const requestHeaders = pairHeaders(this.#request.rawHeaders);
    const requestBody = this.#requestTap?.body;
    const answerBody = this.#answerTap?.body;
    const { method = '' } = this.#request;
    this.#requestTap?.release();
    this.#answerTap?.release();
    return {
      method,
      target: this.#target,
      requestHeaders,
      requestBody: this.#requestTap ? await decoded(requestBody, requestHeaders) : Buffer.alloc(0),
      answer: this.#answer && {
        status: this.#answer.statusCode,
        headers: pairHeaders(this.#answer.headers),
        body: await decoded(answerBody, pairHeaders(this.#answer.headers)),
      },
    };
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function decoded(body: Buffer | 'too-large' | undefined, headers: HeaderList): Promise<ObservedBody> {
  if (body === undefined) return 'unknown';
  return body === 'too-large' ? body : decodeBody(body, headerOf(headers, 'content-encoding'));
}

/** Decodes a body according to its content coding (RFC 9110 section 8.4); `unknown` if it cannot be decoded. */
async function decodeBody(body: Buffer, contentEncoding: string | undefined): Promise<ObservedBody> {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity' || body.length === 0) return body;
  const decode = decoders.get(coding);
  if (!decode) return 'unknown';
  try {
    return await decode(body, { maxOutputLength: maxInspectedBytes });
  } catch (error) {
    return error instanceof RangeError ? 'too-large' : 'unknown';
  }
}
