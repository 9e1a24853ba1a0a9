import type { HttpRequest } from '#runtime/ports/http-exchange.ts';
import { Readable } from 'node:stream';

/** A body exceeds its limit, which was found after a part of it was passed on. */
class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code = 'BODY_TOO_LARGE';
}

/** How many bytes of a body are buffered at most, so that it can be sent again. */
const maxBuffered = 64 * 1024;

/**
 * The body of a request that streams through. It is read only once a connection takes it, and its first bytes are
 * buffered, so that the request can be sent to another target if the first one fails.
 */
export class StreamedBody {
  readonly #request: HttpRequest;
  readonly #begin: () => void;
  #bytesLeft: number;
  /** The data read so far; undefined once it is too long to buffer. */
  #buffered: Buffer[] | undefined = [];
  #bufferedBytes = 0;
  #hasBegun = false;
  #hasEnded = false;
  /** The attempt that reads it now. */
  #reader: BodyReader | undefined;

  /** `begin` is called before the first byte is read. */
  constructor(request: HttpRequest, maxBytes: number, begin: () => void) {
    this.#request = request;
    this.#bytesLeft = maxBytes;
    this.#begin = begin;
  }

  /** Whether the buffer contains everything that was read, so that the body can be sent again. */
  get isWhole(): boolean {
    return this.#buffered !== undefined;
  }

  /**
   * A stream of the whole body, for one attempt to send it. Fails with a BodyTooLargeError if the body exceeds its
   * limit.
   */
  open(): Readable {
    const reader = new BodyReader(this.#buffered ?? [], {
      read: () => this.#read(),
      closed: () => this.#close(reader),
    });
    this.#reader = reader;
    return reader;
  }

  #read(): void {
    if (this.#hasEnded) return void this.#reader?.push(null);
    if (!this.#hasBegun) this.#listen();
    this.#request.resume();
  }

  #listen(): void {
    this.#hasBegun = true;
    this.#begin();
    this.#request.on('data', this.#take).on('end', this.#end);
  }

  readonly #take = (chunk: Buffer): void => {
    this.#bytesLeft -= chunk.length;
    this.#keep(chunk);
    if (this.#bytesLeft < 0)
      this.#reader?.destroy(new BodyTooLargeError('the body of the request is too large'));
    else if (this.#reader?.push(chunk) === false) this.#request.pause();
  };

  #keep(chunk: Buffer): void {
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes > maxBuffered) this.#buffered = undefined;
    else this.#buffered?.push(chunk);
  }

  readonly #end = (): void => {
    this.#hasEnded = true;
    this.#reader?.push(null);
  };

  /** Reads a body that is no longer needed to its end, so that the client's connection is free for the response. */
  #close(reader: BodyReader): void {
    if (this.#reader !== reader) return;
    this.#reader = undefined;
    if (!this.#hasBegun) return;
    this.#request.pause();
    // Not if the next attempt reads it.
    queueMicrotask(() => this.#reader ?? this.#request.resume());
  }
}

interface BodySource {
  readonly read: () => void;
  readonly closed: () => void;
}

/** A stream of a body from its beginning, for one attempt. */
class BodyReader extends Readable {
  readonly #source: BodySource;
  #buffered: readonly Buffer[];

  constructor(buffered: readonly Buffer[], source: BodySource) {
    super();
    this.#buffered = [...buffered];
    this.#source = source;
  }

  override _read(): void {
    const buffered = this.#buffered;
    this.#buffered = [];
    for (const chunk of buffered) this.push(chunk);
    this.#source.read();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#source.closed();
    done(error);
  }
}
