import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { errors } from 'undici';

/** What became of a body: `undefined` where it is sent to its end. */
export type BodyEnded = (error: Error | undefined) => void;

/** Sends a body as it comes, no faster than the upstream takes it. That it breaks off is for others to see. */
export class BodyWriter {
  readonly #socket: Socket;
  readonly #body: Readable;
  /** In octets; undefined where it goes in chunks, since nobody has said (RFC 9112 section 7.1). */
  readonly #length: number | undefined;
  readonly #ended: BodyEnded;
  #sent = 0;

  constructor(socket: Socket, body: Readable, length: number | undefined, ended: BodyEnded) {
    this.#socket = socket;
    this.#body = body;
    this.#length = length;
    this.#ended = ended;
    body.on('data', this.#send).on('end', this.#end);
    socket.on('drain', this.#goOn);
  }

  /** Whether more of it could be sent, if it came. */
  get waitsForBody(): boolean {
    return !this.#socket.writableNeedDrain;
  }

  /** Nobody wants the rest of it. */
  stop(): void {
    const body = this.#body;
    this.#socket.off('drain', this.#goOn);
    body.off('data', this.#send).off('end', this.#end).destroy();
  }

  readonly #send = (chunk: Buffer): void => {
    this.#sent += chunk.length;
    if (this.#sent > (this.#length ?? Infinity))
      return this.#ended(new errors.RequestContentLengthMismatchError());
    if (!this.#write(chunk)) this.#body.pause();
  };

  #write(chunk: Buffer): boolean {
    if (this.#length !== undefined) return this.#socket.write(chunk);
    // An empty one would be the last.
    if (chunk.length === 0) return true;
    this.#socket.cork();
    this.#socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
    this.#socket.write(chunk);
    const isDrained = this.#socket.write('\r\n', 'latin1');
    queueMicrotask(() => this.#socket.uncork());
    return isDrained;
  }

  readonly #goOn = (): void => void this.#body.resume();

  readonly #end = (): void => {
    if (this.#length === undefined) this.#socket.write('0\r\n\r\n', 'latin1');
    else if (this.#sent < this.#length) return this.#ended(new errors.RequestContentLengthMismatchError());
    this.#ended(undefined);
  };
}
