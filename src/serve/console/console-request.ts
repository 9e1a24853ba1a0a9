import { Readable } from 'node:stream';
import type { HttpRequest } from '#runtime/ports/http-exchange.ts';

/** What a request consists of when it does not come over a connection. */
export interface ConsoleRequestParts {
  readonly method: string;
  /** The request target in origin form. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** The IP address of the browser that it is sent for. */
  readonly address: string;
}

/** A request that begins in this process, in the terms of HTTP/1.1. */
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
