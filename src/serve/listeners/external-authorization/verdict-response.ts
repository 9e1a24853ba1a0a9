import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { clientStatusHeader } from '#compiled/answers/external-authorization.ts';
import type { AuthorizationProtocol } from '#runtime/gateway/external-authorization/original-request.ts';
import type { HttpResponse } from '#runtime/ports/http-exchange.ts';

/** The body of the response to the client in printable ASCII, for proxies that drop the body. */
const bodyHeader = 'gatewright-body';

/**
 * The largest body, in characters, that the header may carry. For a longer body, the header is omitted, since proxies
 * limit the size of response headers.
 */
const maxBodyHeader = 4096;

/**
 * The response to a proxy. Unless `isAllowed` is set before the head is written, it is a refusal in a form that no
 * proxy can take for permission.
 */
export class VerdictResponse extends EventEmitter implements HttpResponse {
  isAllowed = false;
  /** The status for the client; the proxy may receive a different one. */
  statusCode = 200;
  readonly #response: ServerResponse;
  readonly #protocol: AuthorizationProtocol;
  /** The head, held back until the body is known. */
  #head: string[] | undefined;

  constructor(response: ServerResponse, protocol: AuthorizationProtocol) {
    super();
    this.#response = response;
    this.#protocol = protocol;
    for (const event of ['close', 'drain', 'socket']) response.on(event, () => this.emit(event));
  }

  get shouldKeepAlive(): boolean {
    return this.#response.shouldKeepAlive;
  }

  set shouldKeepAlive(value: boolean) {
    this.#response.shouldKeepAlive = value;
  }

  get headersSent(): boolean {
    return this.#head !== undefined || this.#response.headersSent;
  }

  get destroyed(): boolean {
    return this.#response.destroyed;
  }

  get writableEnded(): boolean {
    return this.#response.writableEnded;
  }

  get socket(): HttpResponse['socket'] {
    return this.#response.socket;
  }

  writeHead(status: number, headers: string[]): void {
    this.statusCode = status;
    this.#head = headers;
  }

  flushHeaders(): void {
    this.#sendHead('');
    this.#response.flushHeaders();
  }

  write(chunk: string | Uint8Array): boolean {
    this.#sendHead(chunk);
    return this.#response.write(chunk);
  }

  end(chunk: string | Uint8Array = ''): void {
    this.#sendHead(chunk);
    this.#response.end(chunk);
  }

  addTrailers(trailers: [string, string][]): void {
    this.#response.addTrailers(trailers);
  }

  writeContinue(): void {
    this.#response.writeContinue();
  }

  writeEarlyHints(hints: { link: string | string[] }): void {
    this.#response.writeEarlyHints(hints);
  }

  destroy(error?: Error): void {
    this.#response.destroy(error);
  }

  #sendHead(body: string | Uint8Array): void {
    const head = this.#head;
    if (!head) return;
    this.#head = undefined;
    if (this.isAllowed) return void this.#response.writeHead(200, head);
    const text = this.#protocol === 'auth-request' ? toAscii(String(body)) : '';
    const carried = text === '' || text.length > maxBodyHeader ? [] : [bodyHeader, text];
    const status = refusalStatus(this.#protocol, this.statusCode);
    const framed = status === 204 ? withoutLength(head) : head;
    this.#response.writeHead(status, [...framed, clientStatusHeader, String(this.statusCode), ...carried]);
  }
}

/**
 * The status to send to a proxy for a refusal: `status` if the proxy passes it on, otherwise 403 (204 for a response to
 * OPTIONS). nginx treats all but 401 and 403 as errors. Caddy and Traefik treat every success as permission, Envoy only
 * 200. Envoy treats a 5xx as an outage of this endpoint.
 */
function refusalStatus(protocol: AuthorizationProtocol, status: number): number {
  if (protocol === 'auth-request') return 403;
  if (protocol === 'forward-auth') return status < 300 ? 403 : status;
  // A response to OPTIONS, which has no body.
  if (status < 300) return 204;
  return status >= 500 ? 403 : status;
}

/** Removes Content-Length, which a 204 must not have (RFC 9110 section 8.6). */
function withoutLength(head: readonly string[]): readonly string[] {
  const place = head.indexOf('content-length');
  return place === -1 ? head : head.toSpliced(place, 2);
}

/** Escapes all other characters, as JSON or XML. In JSON, a character outside plane 0 needs two escapes. */
function toAscii(body: string): string {
  const isXml = body.startsWith('<');
  return body
    .replaceAll('\n', '')
    .replace(isXml ? /[^ -~]/gu : /[^ -~]/g, (character) => escapeCharacter(character, isXml));
}

function escapeCharacter(character: string, isXml: boolean): string {
  const code = character.codePointAt(0) ?? 0;
  return isXml ? `&#${code};` : `\\u${code.toString(16).padStart(4, '0')}`;
}
