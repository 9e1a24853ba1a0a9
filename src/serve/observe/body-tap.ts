import { Transform, type TransformCallback } from 'node:stream';
import { HeldBytes } from '#runtime/gateway/validation/held-bytes.ts';

/** A longer body is forwarded and not inspected. */
export const maxInspectedBytes = 1024 * 1024;

/** How many bytes of bodies are held at once, of all calls. */
const maxHeldBytes = 64 * 1024 * 1024;

/** The bytes that all taps hold. */
export interface HeldTotal {
  bytes: number;
}

/** Passes a body on as it is, and keeps a copy of one that is short enough. */
export class BodyTap extends Transform {
  readonly #total: HeldTotal;
  readonly #atEnd: () => void;
  #held: HeldBytes | undefined = new HeldBytes();
  #isComplete = false;

  /** `atEnd` is called after the last byte, and before the end is passed on. */
  constructor(total: HeldTotal, atEnd: () => void = () => undefined) {
    super();
    this.#total = total;
    this.#atEnd = atEnd;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#keep(chunk);
    callback(null, chunk);
  }

  override _flush(callback: TransformCallback): void {
    this.#isComplete = true;
    this.#atEnd();
    callback();
  }

  /** The body; undefined if it has not ended. */
  get body(): Buffer | 'too-large' | undefined {
    if (!this.#held) return 'too-large';
    return this.#isComplete ? this.#held.toBuffer() : undefined;
  }

  /** Gives back what is held. */
  release(): void {
    this.#total.bytes -= this.#held?.length ?? 0;
    this.#held = undefined;
  }

  #keep(chunk: Buffer): void {
    if (!this.#held) return;
    const isTooMuch =
      this.#held.length + chunk.length > maxInspectedBytes || this.#total.bytes + chunk.length > maxHeldBytes;
    if (isTooMuch) return this.release();
    this.#held.add(chunk);
    this.#total.bytes += chunk.length;
  }
}
