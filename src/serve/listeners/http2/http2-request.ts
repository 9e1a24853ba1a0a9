import type { IncomingHttpHeaders as Http2Headers, ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import type { HttpRequest } from '#runtime/ports/http-exchange.ts';

/** The head of an HTTP/2 stream (RFC 9113 section 8.3.1). */
export interface RequestHead {
  /** By lower-case name, including the pseudo-headers. */
  readonly headers: Http2Headers;
  /** Alternating names and values, including the pseudo-headers. */
  readonly rawHeaders: readonly string[];
}

/** An HTTP/2 request with the interface of an HTTP/1.1 request, so that the same code handles both. */
export class Http2Request extends Readable implements HttpRequest {
  readonly httpVersion = '2.0';
  readonly httpVersionMajor = 2;
  readonly httpVersionMinor = 0;
  readonly method: string;
  url: string;
  readonly headers: HttpRequest['headers'];
  readonly rawHeaders: readonly string[];
  readonly socket: HttpRequest['socket'];
  trailers: HttpRequest['trailers'] = {};
  /** Whether the body may last indefinitely while data arrives, as for gRPC calls, which stream messages. */
  isStream = false;
  /** How many bytes of the body were read. */
  received = 0;
  readonly #stream: ServerHttp2Stream;
  #isComplete: boolean;
  #isRead = false;

  constructor(stream: ServerHttp2Stream, { headers, rawHeaders }: RequestHead, peer: HttpRequest['socket']) {
    super();
    this.#stream = stream;
    this.#isComplete = stream.endAfterHeaders;
    this.method = headers[':method'] ?? '';
    this.url = headers[':path'] ?? '';
    this.headers = toHttp1Headers({ headers, rawHeaders }, stream.endAfterHeaders);
    this.rawHeaders = rawHeaders;
    this.socket = peer;
    if (this.#isComplete) this.push(null);
    else this.#follow();
  }

  get complete(): boolean {
    return this.#isComplete;
  }

  override _read(): void {
    if (this.#isRead || this.#isComplete) return void this.#stream.resume();
    this.#isRead = true;
    this.#stream.on('data', (chunk: Buffer) => {
      this.received += chunk.length;
      if (!this.push(chunk)) this.#stream.pause();
    });
  }

  #follow(): void {
    this.#stream.on('trailers', (trailers) => (this.trailers = trailers));
    this.#stream.once('end', () => {
      this.#isComplete = !this.#stream.aborted;
      if (this.#isComplete) this.push(null);
    });
    this.#stream.once('close', () => {
      if (!this.#isComplete) this.destroy();
    });
  }
}

/**
 * Of these headers, HTTP/1.1 in Node keeps only the first value; it joins the values of all others. Node's HTTP/2 keeps
 * only the first value of more headers than these.
 */
const firstOnly: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/**
 * Converts the headers to those of HTTP/1.1: Host replaces the authority, and a body of unknown length gets
 * Transfer-Encoding.
 */
function toHttp1Headers({ headers, rawHeaders }: RequestHead, isBodyless: boolean): HttpRequest['headers'] {
  const translated: HttpRequest['headers'] = Object.create(null);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!name.startsWith(':')) addHeader(translated, name, rawHeaders[index + 1] ?? '');
  }
  const authority = headers[':authority'];
  if (authority !== undefined) translated.host = authority;
  if (!isBodyless && headers['content-length'] === undefined) translated['transfer-encoding'] = 'chunked';
  return translated;
}

function addHeader(headers: HttpRequest['headers'], name: string, value: string): void {
  const before = headers[name];
  if (before === undefined) headers[name] = name === 'set-cookie' ? [value] : value;
  else if (Array.isArray(before)) before.push(value);
  // RFC 9113 section 8.2.3: cookies are joined with a semicolon.
  else if (name === 'cookie') headers[name] = `${before}; ${value}`;
  else if (!firstOnly.has(name)) headers[name] = `${before}, ${value}`;
}
