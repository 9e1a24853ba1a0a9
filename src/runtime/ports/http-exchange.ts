import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { KeySetName } from '#compiled/manifest.ts';

/** A client's request, of any version of HTTP. */
export interface HttpRequest extends Readable {
  readonly method?: string | undefined;
  /** The request target, as it was sent. */
  readonly url?: string | undefined;
  /** `1.0`, `1.1` or `2.0`. */
  readonly httpVersion: string;
  /**
   * Headers by lower-case name, as in HTTP/1.1: with `host`, and with `transfer-encoding` for a body of unknown length.
   */
  readonly headers: IncomingHttpHeaders;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  /** Complete at the end of the body. */
  readonly trailers: NodeJS.Dict<string | string[]>;
  /** Whether the whole request has arrived. */
  readonly complete: boolean;
  /** The framework reads `encrypted` to see whether the request came over TLS. */
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
  /** Set if the console of the store sends the request; never set for a request over a connection. */
  readonly isFromConsole?: true;
  /** The address of the caller; set if a trusted proxy asks about the request. */
  readonly callerAddress?: string;
  /**
   * The key set whose calls are forwarded by the proxy that asks about the request. Absent if the proxy forwards calls
   * of both key sets.
   */
  readonly onlyKeySet?: KeySetName;
  /** Set if the proxy that asks about the request has counted it against its own limits. */
  readonly isCounted?: true;
  /** How to treat a body that would be validated; set if a proxy sends the request without its body. */
  readonly missingBody?: 'refused' | 'unchecked';
  /** Set if a proxy sends only the beginning of the body. */
  readonly isCutOff?: true;
}

/** The response to a client's request, of any version of HTTP. Emits `drain` and `close`. */
export interface HttpResponse extends EventEmitter {
  readonly statusCode: number;
  /** If false, the client must stop sending after the response. */
  shouldKeepAlive: boolean;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  /** Null until this response has its turn on the connection. */
  readonly socket: { readonly writableNeedDrain: boolean } | null;
  /** `headers` alternates between names and values. */
  writeHead(status: number, headers: string[]): unknown;
  flushHeaders(): void;
  /** Returns false if the client reads more slowly than the gateway writes; `drain` follows. */
  write(chunk: string | Uint8Array): boolean;
  end(chunk?: string | Uint8Array, encoding?: BufferEncoding): unknown;
  addTrailers(trailers: [string, string][]): void;
  writeContinue(): void;
  /** Throws if a link is invalid. */
  writeEarlyHints(hints: { link: string | string[] }): void;
  destroy(error?: Error): unknown;
}

/** Whether a browser sends a preflight request (Fetch standard, section 3.3.2), which cannot carry a token. */
export function isPreflight({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}
