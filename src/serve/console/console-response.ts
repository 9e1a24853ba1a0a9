import { EventEmitter } from 'node:events';
import { largestConsoleBody, type ConsoleAnswer } from '#runtime/ports/console-calls.ts';
import type { HttpResponse } from '#runtime/ports/http-exchange.ts';

/** A response that stays in this process, up to the largest body. Ends with `close`, as every response does. */
export class ConsoleResponse extends EventEmitter implements HttpResponse {
  statusCode = 200;
  shouldKeepAlive = true;
  headersSent = false;
  destroyed = false;
  writableEnded = false;
  readonly socket = { writableNeedDrain: false };
  /** Why the body is not whole. */
  cut: ConsoleAnswer['cut'];
  #headers: readonly string[] = [];
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  writeHead(status: number, headers: string[]): void {
    this.statusCode = status;
    this.#headers = headers;
    this.headersSent = true;
    this.emit('head');
  }

  flushHeaders(): void {
    // They are here already.
  }

  write(chunk: string | Uint8Array, encoding: BufferEncoding = 'utf8'): boolean {
    if (this.destroyed) return true;
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    const room = largestConsoleBody - this.#length;
    this.#chunks.push(bytes.subarray(0, room));
    this.#length += Math.min(bytes.length, room);
    if (bytes.length > room) this.stop('size');
    return true;
  }

  end(chunk?: string | Uint8Array, encoding?: BufferEncoding): void {
    if (this.destroyed) return;
    if (chunk !== undefined) this.write(chunk, encoding);
    this.writableEnded = true;
    this.#close();
  }

  addTrailers(): void {
    // The console shows none.
  }

  writeContinue(): void {
    // The whole body is here already.
  }

  writeEarlyHints(): void {
    // The console shows none.
  }

  destroy(): void {
    this.stop('aborted');
  }

  /** Reads no more of it. */
  stop(reason: NonNullable<ConsoleAnswer['cut']>): void {
    if (this.destroyed || this.writableEnded) return;
    this.cut = reason;
    this.#close();
  }

  /** The headers and the body that were received. */
  read(): Pick<ConsoleAnswer, 'status' | 'headers' | 'body' | 'cut'> {
    const headers: [string, string][] = [];
    for (let index = 0; index < this.#headers.length; index += 2)
      headers.push([(this.#headers[index] ?? '').toLowerCase(), this.#headers[index + 1] ?? '']);
    return { status: this.statusCode, headers, body: Buffer.concat(this.#chunks), cut: this.cut };
  }

  /** After the code that ends it, as a connection would close. */
  #close(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    queueMicrotask(() => this.emit('close'));
  }
}
