import type { Readable, Writable } from 'node:stream';
import { errors } from 'undici';

/** Called when a body has ended; with `undefined` if it was sent completely. */
export type BodyEnded = (error: Error | undefined) => void;

export interface BodyForm {
  readonly length: number | undefined;
  readonly isChunked: boolean;
}

/** Streams a body, no faster than the upstream takes it. The caller has to detect that the body is aborted. */
export class BodyWriter {
  readonly #sink: Writable;
  readonly #body: Readable;
  /** In octets; undefined if unknown. */
  readonly #length: number | undefined;
  /** Whether it is sent in chunks, as HTTP/1.1 sends bodies without a length (RFC 9112 section 7.1). */
  readonly #isChunked: boolean;
  readonly #ended: BodyEnded;
  #sent = 0;

  constructor(sink: Writable, body: Readable, { length, isChunked }: BodyForm, ended: BodyEnded) {
    this.#sink = sink;
    this.#body = body;
    this.#length = length;
    this.#isChunked = isChunked;
    this.#ended = ended;
    body.on('data', this.#send).on('end', this.#end);
    sink.on('drain', this.#resume);
  }

  /** Whether the upstream could take more of the body now. */
  get waitsForBody(): boolean {
    return !this.#sink.writableNeedDrain;
  }

  /** Stops sending, perhaps for good. */
  pause(): void {
    this.#sink.off('drain', this.#resume);
    this.#body.pause();
  }

  /** Discards the rest of the body. */
  stop(): void {
    const body = this.#body;
    this.#sink.off('drain', this.#resume);
    body.off('data', this.#send).off('end', this.#end).destroy();
  }

  readonly #send = (chunk: Buffer): void => {
    this.#sent += chunk.length;
    if (this.#sent > (this.#length ?? Infinity))
      return this.#ended(new errors.RequestContentLengthMismatchError());
    if (!this.#write(chunk)) this.#body.pause();
  };

  #write(chunk: Buffer): boolean {
    if (!this.#isChunked) return this.#sink.write(chunk);
    // An empty chunk would end the body.
    if (chunk.length === 0) return true;
    this.#sink.cork();
    this.#sink.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
    this.#sink.write(chunk);
    const isDrained = this.#sink.write('\r\n', 'latin1');
    queueMicrotask(() => this.#sink.uncork());
    return isDrained;
  }

  readonly #resume = (): void => void this.#body.resume();

  readonly #end = (): void => {
    if (this.#isChunked) this.#sink.write('0\r\n\r\n', 'latin1');
    else if (this.#sent < (this.#length ?? 0))
      return this.#ended(new errors.RequestContentLengthMismatchError());
    this.#ended(undefined);
  };
}
