import { Transform, type TransformCallback } from 'node:stream';

/** A body that turned out to be longer than it may be, after a part of it was passed on. */
class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code = 'BODY_TOO_LARGE';
}

/** Passes a body on, and fails with a BodyTooLargeError where it is longer than it may be. */
export class LimitedBody extends Transform {
  #bytesLeft: number;

  constructor(mostBytes: number) {
    super();
    this.#bytesLeft = mostBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, passed: TransformCallback): void {
    this.#bytesLeft -= chunk.length;
    if (this.#bytesLeft < 0) passed(new BodyTooLargeError('the body of the request is too large'));
    else passed(null, chunk);
  }
}
