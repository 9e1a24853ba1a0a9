import { Readable } from 'node:stream';
import type { HttpRequest } from '#runtime/ports/http-exchange.ts';

/** The parts of a request that does not arrive over a connection. */
export interface ConsoleRequestParts {
  readonly method: string;
  /** The request target in origin form. */
  readonly url: string;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** The IP address of the browser that sent the call. */
  readonly address: string;
}

/** A request that starts in this process, with the interface of an HTTP/1.1 request. */
export class ConsoleRequest extends Readable implements HttpRequest {
  readonly httpVersion = '1.1';
  readonly method: string;
  readonly url: string;
  readonly headers: HttpRequest['headers'];
  readonly rawHeaders: readonly string[];
  readonly trailers = {};
  readonly complete = true;
  readonly isFromConsole = true;
  readonly socket: HttpRequest['socket'];
  #body: Buffer | undefined;

  constructor({ method, url, headers, body, address }: ConsoleRequestParts) {
    super();
    this.method = method;
    this.url = url;
    this.headers = { ...headers, ...(body && { 'content-length': String(body.length) }) };
    this.rawHeaders = Object.entries(headers).flat();
    this.socket = { remoteAddress: address, encrypted: true };
    this.#body = body;
  }

  override _read(): void {
    const body = this.#body;
    this.#body = undefined;
    if (body && body.length > 0) this.push(body);
    this.push(null);
  }
}
