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
   * By lower-case name, in the terms of HTTP/1.1: with `host`, and with `transfer-encoding` for a body of unknown
   * length.
   */
  readonly headers: IncomingHttpHeaders;
  /** Names and values, alternating. */
  readonly rawHeaders: readonly string[];
  /** Known at the end of the body. */
  readonly trailers: NodeJS.Dict<string | string[]>;
  /** Whether all of it has arrived. */
  readonly complete: boolean;
  /** The framework reads `encrypted` to see whether the request came over TLS. */
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
  /** Whether the console of the store sends it; no request that comes over a connection has this. */
  readonly isFromConsole?: true;
  /** The address of the caller, if a trusted proxy asks about the request. */
  readonly callerAddress?: string;
  /** The key set whose calls the proxy forwards that asks about the request; calls of both without it. */
  readonly onlyKeySet?: KeySetName;
  /** Whether the proxy that asks about it has counted it against its limits. */
  readonly isCounted?: true;
  /** The treatment of a body that would be validated, if a proxy sends the request without it. */
  readonly missingBody?: 'refused' | 'unchecked';
  /** Whether the body is only the beginning of one that a proxy asks about. */
  readonly isCutOff?: true;
}

/** The response to a client's request, of any version of HTTP. Emits `drain` and `close`. */
export interface HttpResponse extends EventEmitter {
  readonly statusCode: number;
  /** If it is false, the client is made to stop sending after the response. */
  shouldKeepAlive: boolean;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  /** Null until it is the turn of this response on its connection. */
  readonly socket: { readonly writableNeedDrain: boolean } | null;
  /** `headers` are names and values, alternating. */
  writeHead(status: number, headers: string[]): unknown;
  flushHeaders(): void;
  /** Returns false if the client is slower than the writes; `drain` follows. */
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
